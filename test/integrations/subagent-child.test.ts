import { describe, expect, it } from "vitest";
import { enterProcess, type LiveSessions } from "../../src/integrations/live-sessions.ts";
import { CHILD_MARKERS, isSubagentChild } from "../../src/integrations/subagent-child.ts";

describe("a subagent's child by its variables", () => {
  it.each(CHILD_MARKERS.map((name) => [name]))("%s marks one", (name) => {
    expect(isSubagentChild({ [name]: "1" })).toBe(true);
    expect(isSubagentChild({ [name]: "researcher" })).toBe(true);
  });
  it.each([[""], [" "], ["0"], ["false"], ["No"], [undefined]])("a variable that is %j does not", (value) => {
    expect(isSubagentChild({ PI_SUBAGENT_DEPTH: value, PI_SUBAGENT_CHILD: value })).toBe(false);
  });
  it("what the parent sets for itself does not", () => {
    expect(isSubagentChild({ PI_SUBAGENT_PARENT_SESSION: "s1", PI_SUBAGENT_MAX_DEPTH: "2", PATH: "/bin" })).toBe(false);
  });
});

describe("a subagent's child inside its parent's process", () => {
  it("begins while its parent lives; a session that replaces another does not", () => {
    const live: LiveSessions = new Set();
    const parent = enterProcess(live, "tui");
    const child = enterProcess(live, "print");
    const second = enterProcess(live, "print");
    expect([parent.isNested, child.isNested, second.isNested]).toEqual([false, true, true]);
    parent.leave();
    // One of the children never said that it had ended.
    child.leave();
    expect(enterProcess(live, "print").isNested).toBe(false);
  });
  it("of `pi -p` is one too, and sessions that a host opens beside each other are none", () => {
    const live: LiveSessions = new Set();
    enterProcess(live, "print");
    expect(enterProcess(live, "print").isNested).toBe(true);
    expect(enterProcess(live, "rpc").isNested).toBe(false);
  });
});
