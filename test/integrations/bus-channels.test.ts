import { describe, expect, it } from "vitest";
import { BUS_CHANNELS } from "../../src/integrations/bus-channels.ts";
import type { BusWord } from "../../src/integrations/bus-word.ts";

function read(channel: string, payload: unknown): BusWord | "nothing" | undefined {
  const found = BUS_CHANNELS.find((candidate) => candidate.channel === channel);
  if (found === undefined) throw new Error(`nobody listens to ${channel}`);
  return found.read(payload);
}

const DIRECT = {
  requestId: "r1",
  source: "tool_call",
  surface: "bash",
  value: "rm -rf build",
  agentName: null,
  message: "Allow rm?",
  forwarding: null,
};
const FORWARDED = { ...DIRECT, forwarding: { requesterAgentName: "worker", requesterSessionId: "s2" } };
const DECISION = {
  surface: "bash",
  value: "rm -rf build",
  result: "allow",
  resolution: "user_approved",
  origin: null,
  agentName: null,
  matchedPattern: null,
};

describe("the silent marker", () => {
  it.each([[undefined], [{}], [{ reason: "panel" }], [{ reason: null }], [{ reason: "", more: 1 }]])(
    "%j claims the next dialog",
    (payload) => {
      expect(read("pi-notify:ui_span_silent", payload)).toEqual({ type: "silence" });
    },
  );
  it.each([[null], ["reason"], [7], [[]], [{ reason: 7 }], [{ reason: {} }]])("%j claims nothing", (payload) => {
    expect(read("pi-notify:ui_span_silent", payload)).toBeUndefined();
  });
});

describe("permissions", () => {
  it("a request is a question; a forwarded one names who asks", () => {
    const asked = read("permissions:ui_prompt", DIRECT);
    expect(asked).toMatchObject({ type: "question", question: { kind: "permission", id: "r1" } });
    expect(read("permissions:ui_prompt", FORWARDED)).toEqual({
      type: "question",
      question: { kind: "forwarded", id: "r1", requester: "worker" },
    });
    const nameless = { ...FORWARDED, forwarding: { requesterAgentName: null, requesterSessionId: null } };
    expect(read("permissions:ui_prompt", nameless)).toMatchObject({ question: { kind: "forwarded" } });
  });

  it("a decision about the same agent, surface and value has the same subject, and no other has", () => {
    const subjectOf = (word: unknown) => (word as { question: { subject: string } }).question.subject;
    const subject = subjectOf(read("permissions:ui_prompt", DIRECT));
    expect(read("permissions:decision", DECISION)).toEqual({ type: "answer", answer: { kind: "permission", subject } });
    for (const change of [{ agentName: "worker" }, { surface: "read" }, { value: "" }]) {
      const other = read("permissions:decision", { ...DECISION, ...change });
      expect(other).toMatchObject({ type: "answer" });
      expect(other).not.toMatchObject({ answer: { subject } });
    }
  });

  it("nothing that may be secret goes any further than its hash (R15)", () => {
    const words = JSON.stringify([read("permissions:ui_prompt", DIRECT), read("permissions:decision", DECISION)]);
    for (const secret of ["-rf build", "Allow"]) expect(words).not.toContain(secret);
  });

  it.each<[string, boolean]>([
    ["user_approved", true],
    ["user_approved_for_session", true],
    ["user_denied", true],
    ["user_approved_somehow_new", true],
    ["confirmation_unavailable", true],
    ["policy_allow", false],
    ["policy_deny", false],
    ["session_approved", false],
    ["auto_approved", false],
    ["infrastructure_auto_allowed", false],
    ["something_new", false],
  ])("resolution %s is an answer of a person: %j", (resolution, isAnswer) => {
    const word = read("permissions:decision", { ...DECISION, resolution });
    if (isAnswer) expect(word).toMatchObject({ type: "answer" });
    else expect(word).toBe("nothing");
  });

  it("a forwarded decision answers by its id", () => {
    expect(read("permissions:forwarded_decision", { requestId: "r1", result: "allow" })).toEqual({
      type: "answer",
      answer: { kind: "forwarded", id: "r1" },
    });
  });

  it.each<[string, unknown]>([
    ["permissions:ui_prompt", null],
    ["permissions:ui_prompt", { ...DIRECT, requestId: undefined }],
    ["permissions:ui_prompt", { ...DIRECT, requestId: " " }],
    ["permissions:ui_prompt", { ...DIRECT, requestId: 7 }],
    ["permissions:ui_prompt", { ...DIRECT, surface: 7 }],
    ["permissions:ui_prompt", { ...DIRECT, forwarding: "worker" }],
    ["permissions:ui_prompt", { ...DIRECT, forwarding: { requesterAgentName: 7 } }],
    ["permissions:decision", [DECISION]],
    ["permissions:decision", { ...DECISION, resolution: undefined }],
    ["permissions:decision", { ...DECISION, value: {} }],
    ["permissions:forwarded_decision", {}],
  ])("%s %j is none", (channel, payload) => {
    expect(read(channel, payload)).toBeUndefined();
  });
});

describe("ask flows", () => {
  it("begin with their title and end by their id", () => {
    expect(read("@eko24ive/pi-ask:started", { version: 1, flowId: "f", title: "Which?", questions: [] })).toEqual({
      type: "question",
      question: { kind: "ask", id: "f", title: "Which?" },
    });
    expect(read("@eko24ive/pi-ask:started", { flowId: "f" })).toMatchObject({ question: { title: undefined } });
    expect(read("@eko24ive/pi-ask:completed", { flowId: "f" })).toEqual({
      type: "answer",
      answer: { kind: "ask", id: "f" },
    });
  });
  it.each<[string, unknown]>([
    ["@eko24ive/pi-ask:started", {}],
    ["@eko24ive/pi-ask:started", { flowId: "f", title: 7 }],
    ["@eko24ive/pi-ask:completed", "f"],
  ])("%s %j is none", (channel, payload) => {
    expect(read(channel, payload)).toBeUndefined();
  });
});

describe("subagents", () => {
  it("a start is known by its id, an end by its run", () => {
    expect(read("subagent:async-started", { id: "t", agent: "worker" })).toEqual({
      type: "tasks started",
      taskIds: ["t"],
    });
    expect(read("subagent:async-started", { agent: "worker" })).toBeUndefined();
    // A workflow's child; its end is never told.
    expect(read("subagent:async-started", { id: "t", parentWorkflowRunId: "w" })).toBe("nothing");
    const end = { id: "other", runId: "t", agent: "worker", success: true };
    expect(read("subagent:async-complete", end)).toEqual({
      type: "task ended",
      taskIds: ["t", "other"],
      notice: { event: "task-completed", label: "worker" },
    });
  });

  it("what a slash command has started is known by its result, and most have started nothing", () => {
    const response = (details: unknown) => read("subagent:slash:response", { requestId: "s", result: { details } });
    expect(response({ asyncId: "t" })).toEqual({ type: "tasks started", taskIds: ["t"] });
    for (const details of [undefined, null, {}, { asyncId: "" }, { results: [{ detached: true }] }, { runId: "r" }]) {
      expect(response(details)).toBe("nothing");
    }
    expect(read("subagent:slash:response", "done")).toBeUndefined();
  });

  it("a workflow has the names of its agents", () => {
    const label = (payload: object) => read("subagent:async-complete", { runId: "t", success: true, ...payload });
    const results = [{ agent: "scout" }, { agent: "worker" }, { agent: "scout" }, null];
    expect(label({ agent: "workflow", results })).toMatchObject({ notice: { label: "scout, worker" } });
    expect(label({ agent: "workflow" })).toMatchObject({ notice: { label: "workflow" } });
    expect(label({ agent: "delegate", results })).toMatchObject({ notice: { label: "delegate" } });
  });

  it("only the agent's name goes any further (R38)", () => {
    const words = read("subagent:foreground-complete", {
      id: "t",
      agent: "worker",
      success: false,
      summary: "secret",
      error: "secret",
      cwd: "/secret",
    });
    expect(words).toMatchObject({ notice: { event: "integration-error", label: "worker" } });
    expect(JSON.stringify(words)).not.toContain("secret");
  });

  it("an end without a status is still an end, and one without an id is ignored", () => {
    expect(read("subagent:async-complete", { runId: "t" })).toEqual({
      type: "task ended",
      taskIds: ["t"],
      notice: undefined,
    });
    for (const payload of [{}, null, [], "done", { agent: 7, success: true }]) {
      expect(read("subagent:async-complete", payload)).toBeUndefined();
    }
  });
});
