import { expect, it } from "vitest";
import { HANG_LIMIT_MS, within } from "../../rig/within.ts";
import { JointAttempts } from "../../src/actors/joint-attempts.ts";
import type { AttemptRequest } from "../../src/channels/channel.ts";
import type { Priority } from "../../src/notices/event-table.ts";

type Request = AttemptRequest<unknown, unknown>;

const FIELDS = { label: "", project: "", session: "", host: "", location: "", duration: "" };

function request(id: string, priority: Priority): Request {
  return {
    config: {},
    facts: {},
    message: { title: `title of ${id}`, lines: [`line of ${id}`], fields: FIELDS },
    notice: { id, event: "agent-completed", priority, at: 0 },
  };
}

/** Joins all of them in one moment and returns the attempts that were made. */
async function joined(...requests: readonly Request[]): Promise<Request[]> {
  const attempts: Request[] = [];
  const joint = new JointAttempts<string>("en");
  const results = requests.map((one) =>
    joint.join("1/terminal", one, async (merged) => {
      attempts.push(merged);
      return "sent";
    }),
  );
  expect(await within(HANG_LIMIT_MS, "the joint attempt", Promise.all(results))).toEqual(requests.map(() => "sent"));
  return attempts;
}

const ids = (attempts: readonly Request[]) => attempts.map(({ notice }) => notice.id);

it("among notifications of equal priority, the latest leads", async () => {
  const attempts = await joined(request("first", 3), request("second", 3), request("latest", 3));
  expect(ids(attempts)).toEqual(["latest"]);
  expect(attempts[0]?.message.title).toBe("title of latest");
});

it.each<[string, readonly Request[]]>([
  ["first", [request("urgent", 5), request("early", 3), request("latest", 3)]],
  ["last", [request("early", 3), request("latest", 3), request("urgent", 5)]],
])(
  "a more urgent notification leads, though it came %s, and the others follow with the latest first",
  async (_when, all) => {
    const attempts = await joined(...all);
    expect(ids(attempts)).toEqual(["urgent"]);
    expect(attempts[0]?.message.lines).toEqual([
      "title of latest",
      "title of early",
      "line of urgent",
      "line of latest",
      "line of early",
    ]);
  },
);
