import type { ModelEvent, ModelQuestion } from "../../src/model/model-event.ts";

type EventOfOthers = Extract<
  ModelEvent,
  { type: "dialog.silenced" | "question.asked" | "question.answered" | "task.started" | "task.ended" }
>;

/** An event of the model as the extension that it comes from says it on Pi's bus: channel and payload (docs/pi.md). */
export function busEvent(event: EventOfOthers): [channel: string, payload: unknown] {
  switch (event.type) {
    case "dialog.silenced":
      return ["pi-notify:ui_span_silent", { reason: "a panel" }];
    case "task.started":
      return ["subagent:async-started", { id: event.task, agent: "worker" }];
    case "task.ended":
      // Stopped: an end that makes no notice of its own.
      return ["subagent:async-complete", { runId: event.task, agent: "worker", state: "stopped" }];
    case "question.asked":
      return asked(event);
    case "question.answered":
      return answered(event);
  }
}

function asked({ kind, id }: ModelQuestion): [string, unknown] {
  if (kind === "ask") return ["@eko24ive/pi-ask:started", { flowId: id, title: `ask ${id}` }];
  const forwarding = kind === "forwarded" ? { requesterAgentName: "worker", requesterSessionId: "s" } : null;
  const prompt = { requestId: id, source: "tool_call", ...subject(id), message: "?", forwarding };
  return ["permissions:ui_prompt", prompt];
}

function answered({ kind, id, how }: Extract<ModelEvent, { type: "question.answered" }>): [string, unknown] {
  if (kind === "ask") return ["@eko24ive/pi-ask:completed", { flowId: id }];
  if (kind === "forwarded") return ["permissions:forwarded_decision", { requestId: id, result: "allow" }];
  const words = how === "unnamed" ? { surface: "bash", value: "", agentName: null } : subject(id);
  return ["permissions:decision", { ...words, result: "deny", resolution: "user_denied" }];
}

function subject(id: string) {
  return { surface: "bash", value: `command ${id}`, agentName: null };
}
