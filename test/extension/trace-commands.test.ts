import { readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { startHttpReceiver } from "../../rig/http-receiver.ts";
import { unwrapped } from "../../rig/unwrapped.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { parseTrace } from "../../src/trace/parse-trace.ts";
import type { Trace } from "../../src/trace/trace-format.ts";
import { withoutTimes } from "../trace/traced-session.ts";
import { BELL, type StartedExtension, startExtension } from "./started-extension.ts";

let stack = new AsyncDisposableStack();
afterEach(async () => {
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

async function start(...[config, options]: Parameters<typeof startExtension>): Promise<StartedExtension> {
  return stack.use(await startExtension(config, options));
}

function readTrace(path: string): Trace {
  const parsed = parseTrace(readFileSync(path, "utf8"));
  if (parsed.kind === "bad") throw new Error(parsed.problem.id);
  return parsed.trace;
}

describe("/notify why", () => {
  it("tells the last three, or as many as asked for, the newest last", async () => {
    const { pi, answer, caughtUp } = await start(BELL);
    for (const stopReason of ["stop", "aborted", "error", "stop"]) {
      await pi.run(stopReason);
      await caughtUp();
    }
    await waitUntil("the end of the last run", async () => (await answer("why 1")).join().includes("bell written"));
    const heads = (lines: readonly string[]) => withoutTimes(lines.filter((line) => !line.startsWith(" ")));
    expect(heads(await answer("why")).map((head) => head.split(";")[0])).toEqual([
      "run#2: no notification: you stopped the run",
      "run#3: agent-error",
      "run#4: agent-completed",
    ]);
    expect(heads(await answer("why 1"))).toEqual(["run#4: agent-completed; bell written"]);
    expect(heads(await answer("why 99"))).toHaveLength(4);
  });

  it("speaks the configuration's language", async () => {
    const { pi, answer, caughtUp } = await start({ ...BELL, language: "zh-CN" });
    await pi.run("aborted");
    await caughtUp();
    expect(withoutTimes(await answer("why"))).toEqual([
      "run#1：没有通知：你中止了本轮任务",
      "  一轮任务开始",
      "  代理被中止",
      "  本轮任务结束",
    ]);
    expect(await answer("why 0")).toEqual(["用法：/notify why [n]；n 是条数，从 1 起"]);
  });

  it.each([
    ["before anything has happened", BELL, ["So far nothing has happened that could make a notification."]],
    [
      "when everything is switched off",
      { ...BELL, enabled: false },
      [
        "So far nothing has happened that could make a notification.",
        "pi-notify is switched off: `enabled` is false in the configuration.",
      ],
    ],
    [
      "without channels",
      { channels: [{ id: "b", type: "bell", delayMs: "soon" }] },
      ["So far nothing has happened that could make a notification.", "No channel is configured."],
    ],
    [
      "where none works",
      { channels: [{ id: "bell", type: "bell", enabled: false }] },
      [
        "So far nothing has happened that could make a notification.",
        "No channel works in mode tui; /notify status shows which and why.",
      ],
    ],
    [
      "when nothing is recorded",
      { ...BELL, trace: { keep: 0 } },
      ["Nothing is recorded: trace.keep is 0 in the configuration."],
    ],
  ])("says so %s", async (_when, config, lines) => {
    const { answer } = await start(config);
    expect(await answer("why")).toEqual(lines);
  });

  it.each(["why 0", "why -1", "why some", "why 1.5"])("tells how it is used after %s", async (args) => {
    const { answer } = await start(BELL);
    expect(await answer(args)).toEqual(["Usage: /notify why [n]; n is how many, from 1"]);
  });

  it("forgets with the session", async () => {
    const { pi, answer, caughtUp } = await start(BELL);
    await pi.run();
    await caughtUp();
    await pi.newSession();
    expect(await answer("why")).toEqual(["So far nothing has happened that could make a notification."]);
  });
});

describe("/notify export", () => {
  it("writes a trace into the agent directory, for its owner alone, and tells where; a second one beside it", async () => {
    const { pi, agentDir, answer, caughtUp } = await start(BELL);
    await pi.run();
    await caughtUp();
    const [line = ""] = await answer("export");
    const [, path = ""] = /^Wrote (.*), records: \d+\.$/.exec(line) ?? [];
    const folder = join(agentDir, "extensions", "pi-notify", "traces");
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([path]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readTrace(path)).toMatchObject({
      mode: "tui",
      keep: 200,
      dropped: 0,
      channels: [{ id: "bell", type: "bell" }],
    });
    await answer("export");
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it("writes the file that is named, below the folder that Pi works in, and never over one that is there", async () => {
    const { cwd, answer } = await start(BELL);
    const path = join(cwd, "my trace.json");
    expect(await answer("export my trace.json")).toEqual([`Wrote ${path}, records: 2.`]);
    const before = readFileSync(path, "utf8");
    const refusal = "a file of that name exists and is kept; choose another name";
    expect(await answer("export my trace.json")).toEqual([`${path} was not written: ${refusal}.`]);
    expect(readFileSync(path, "utf8")).toBe(before);
    // A link would lead the trace elsewhere.
    symlinkSync(join(cwd, "elsewhere.json"), join(cwd, "link.json"));
    expect(await answer("export link.json")).toEqual([`${join(cwd, "link.json")} was not written: ${refusal}.`]);
    expect(readdirSync(cwd).sort()).toEqual(["link.json", "my trace.json"]);
  });

  it("says what is wrong with a place", async () => {
    const { cwd, answer } = await start(BELL);
    expect(await answer("export no/such/folder.json")).toEqual([
      `${join(cwd, "no/such/folder.json")} was not written: its folder does not exist.`,
    ]);
  });

  it("writes nothing when nothing is recorded", async () => {
    const { cwd, answer } = await start({ ...BELL, trace: { keep: 0 } });
    expect(await answer("export t.json")).toEqual(["Nothing is recorded: trace.keep is 0 in the configuration."]);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

it("neither holds anything that somebody wrote: no secret, no title, no folder, no name of a session (R15)", async () => {
  const hook = stack.use(await startHttpReceiver());
  const mark = "x5ecretMARKER";
  const url = `${hook.url}/${mark}?token=${mark}`;
  hook.answerWith({ kind: "reply", status: 500, body: mark });
  const channels = [
    { id: "hook", type: "webhook", webhook: { url, headers: { "x-token": mark }, template: { text: mark } } },
    { id: "signed", type: "webhook", webhook: { url, secret: `whsec_${btoa(mark.repeat(2))}` } },
    { id: "env", type: "webhook", webhook: { url: "${HOOK}" } },
    { id: "phone", type: "ntfy", ntfy: { serverUrl: hook.url, topic: mark, token: `tk_${mark}` } },
    { id: "terminal", type: "osc", osc: { protocol: "osc9", termPrograms: { [mark]: "osc9" } } },
  ];
  const config = {
    content: { promptTitle: true, fullPath: true, details: true },
    titles: { "agent-completed": mark },
    prompts: { graceMs: 0 },
    channels,
  };
  const { pi, answer, caughtUp, cwd } = await start(config, { cwdName: mark, env: { HOOK: url } });
  await pi.rename(mark);
  // What other extensions say, as far as a machine hears of it.
  pi.bus.emit("pi-notify:ui_span_silent", { reason: mark });
  await pi.openDialog(mark);
  await pi.closeDialog(mark);
  pi.bus.emit("permissions:ui_prompt", {
    requestId: mark,
    source: mark,
    surface: "tool",
    value: mark,
    message: mark,
    forwarding: { requesterAgentName: mark },
  });
  await caughtUp();
  await pi.emit("agent_start");
  await pi.openDialog(mark);
  await caughtUp();
  await waitUntil(
    () => `the dialog's notice; Pi said ${pi.said.join("; ")}`,
    () => hook.requests.length >= 4,
  );
  await pi.closeDialog(mark);
  await pi.agentEnd("error");
  await pi.emit("agent_settled", { aborted: false, reason: mark });
  await caughtUp();
  await waitUntil("the run's notice", () => hook.requests.length >= 8);
  await waitUntil("the ends of all", async () => !(await answer("why 9")).join().includes("not over yet"));
  const why = await answer("why 9");
  // What is looked for has been there to be found.
  expect(hook.requests.map(({ body }) => body).join()).toContain(mark);
  expect(why.join("\n")).toContain("hook failed (http 500)");
  expect(why.join("\n")).toMatch(/^hook: not working since \d\d:\d\d:\d\d \(http 500\)$/m);
  expect(unwrapped(why.join("\n")).join("\n")).toContain(
    "the extension that opened the dialog asked for no notification",
  );
  expect(why.join("\n")).toContain("permission-required");
  expect(why.join("\n").toLowerCase()).not.toContain("x5ecret");
  await answer("export t.json");
  const text = readFileSync(join(cwd, "t.json"), "utf8");
  expect(readTrace(join(cwd, "t.json")).records.length).toBeGreaterThan(60);
  expect(text.toLowerCase()).not.toContain("x5ecret");
  expect(text).not.toContain(hook.url);
});
