import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { LimitedPi } from "../../rig/limited-pi.ts";
import { PI_NOTIFY_PUBLISH_EVENT } from "../../src/api/api.ts";
import { readPublication } from "../../src/integrations/read-publication.ts";
import { boundedText, TEXT_LIMIT } from "../../src/notices/bounded-text.ts";
import { startPiNotify } from "../../src/testing/start-pi-notify.ts";

/** Enough to overflow the stack of a regular expression that reads it whole. */
const MANY = 4_300_000;

const TEXTS = {
  "combining marks": "\u0301",
  letters: "x",
  "escape characters": "\x1b",
  "halves of an OSC": "\x1b]",
  "high surrogates": "\ud83d",
};

/** What Pi and herdr hear of a dialog with a title that long, and of a publication. */
async function tell(text: string) {
  const pi = new LimitedPi();
  const { notices, untilQuiet, advance } = await startPiNotify(pi, {
    config: { content: { promptTitle: true }, prompts: { notify: "always", graceMs: 0 } },
  });
  const raised: unknown[] = [];
  pi.bus.on("herdr:blocked", (payload) => raised.push(payload));
  await pi.start();
  await pi.openDialog(text);
  await advance(1);
  await untilQuiet();
  await pi.closeDialog();
  pi.bus.emit(PI_NOTIFY_PUBLISH_EVENT, { eventId: "task-completed", source: "test", label: text });
  await untilQuiet();
  await pi.shutdown();
  return { events: notices.map(({ event }) => event), raised, errors: pi.errors, said: pi.said };
}

describe("a dialog's title and a publication's label of millions of characters", () => {
  it.each(Object.entries(TEXTS))("%s are told like any other", async (_, text) => {
    const told = await tell(text.repeat(MANY / text.length));
    expect(told).toMatchObject({ events: ["input-required", "task-completed"], errors: [], said: [] });
    expect(told.raised).toHaveLength(2);
  });
});

describe("a text that is cut", () => {
  it("keeps its beginning, a half pair of surrogates included", () => {
    const text = `${"x".repeat(TEXT_LIMIT - 1)}😀 and more`;
    expect(boundedText(text)).toBe(text.slice(0, TEXT_LIMIT));
    expect(boundedText("short")).toBe("short");
  });

  it("does not keep the rest of it in memory", () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const megabytes = 50;
    const label = () =>
      "x"
        .repeat(1024)
        .concat(String(Math.random()))
        .repeat(10 * 1024);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const kept = Array.from({ length: megabytes / 10 }, () =>
      // Read as JSON, as a text from outside is: one flat piece of memory.
      readPublication({ eventId: "task-completed", source: "test", label: JSON.parse(JSON.stringify(label())) }),
    );
    collectGarbage();
    const grownBy = (process.memoryUsage().heapUsed - before) / 2 ** 20;
    expect(kept).toHaveLength(5);
    expect(grownBy).toBeLessThan(megabytes / 5);
  });
});
