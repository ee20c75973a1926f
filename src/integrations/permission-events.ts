import { createHash } from "node:crypto";
import type { BusChannel } from "./bus-word.ts";
import { asPayload, asText, isOptionalText, type Payload } from "./payload.ts";

/**
 * `@gotgenes/pi-permission-system` 20.7.3, `src/permission-events.ts`: emitted just before its dialog opens,
 * `{requestId, source, surface, value, agentName, message, forwarding}`.
 */
export const PERMISSION_PROMPT: BusChannel = {
  channel: "permissions:ui_prompt",
  read: (value) => {
    const payload = asPayload(value);
    const id = asText(payload?.requestId);
    if (payload === undefined || id === undefined || !hasSubject(payload)) return undefined;
    const { forwarding = null } = payload;
    if (forwarding === null) {
      return { type: "question", question: { kind: "permission", id, subject: subjectOf(payload) } };
    }
    const requester = asPayload(forwarding);
    if (requester === undefined || !isOptionalText(requester.requesterAgentName)) return undefined;
    return { type: "question", question: { kind: "forwarded", id, requester: asText(requester.requesterAgentName) } };
  },
};

/** `{surface, value, result, resolution, agentName, …}`, after every decision, most of which no person made; no id. */
export const PERMISSION_DECISION: BusChannel = {
  channel: "permissions:decision",
  read: (value) => {
    const payload = asPayload(value);
    const resolution = asText(payload?.resolution);
    if (payload === undefined || resolution === undefined || !hasSubject(payload)) return undefined;
    if (!isAnswerOfPerson(resolution)) return "nothing";
    return { type: "answer", answer: { kind: "permission", subject: subjectOf(payload) } };
  },
};

/** `{requestId, result, resolution, …}`: what a subagent asked for is decided. */
export const FORWARDED_DECISION: BusChannel = {
  channel: "permissions:forwarded_decision",
  read: (value) => {
    const id = asText(asPayload(value)?.requestId);
    return id === undefined ? undefined : { type: "answer", answer: { kind: "forwarded", id } };
  },
};

/** Policies, yolo modes and earlier approvals decide without a dialog. */
function isAnswerOfPerson(resolution: string): boolean {
  return resolution.startsWith("user_") || resolution === "confirmation_unavailable";
}

const SUBJECT_KEYS = ["agentName", "surface", "value"] as const;

function hasSubject(payload: Payload): boolean {
  return SUBJECT_KEYS.every((key) => isOptionalText(payload[key]));
}

/** A command or a path may stand in it, so only its hash goes any further (R15). */
function subjectOf(payload: Payload): string {
  const words = SUBJECT_KEYS.map((key) => payload[key] ?? "");
  return createHash("sha256").update(JSON.stringify(words)).digest("base64url");
}
