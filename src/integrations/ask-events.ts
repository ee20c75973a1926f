import type { BusChannel } from "./bus-word.ts";
import { asPayload, asText, isOptionalText } from "./payload.ts";

/** `@eko24ive/pi-ask`: `{flowId, title?, …}` when its form opens, `{flowId, …}` when it is done. */
export const ASK_STARTED: BusChannel = {
  channel: "@eko24ive/pi-ask:started",
  read: (value) => {
    const payload = asPayload(value);
    const id = asText(payload?.flowId);
    if (payload === undefined || id === undefined || !isOptionalText(payload.title)) return undefined;
    return { type: "question", question: { kind: "ask", id, title: asText(payload.title) } };
  },
};

export const ASK_COMPLETED: BusChannel = {
  channel: "@eko24ive/pi-ask:completed",
  read: (value) => {
    const id = asText(asPayload(value)?.flowId);
    return id === undefined ? undefined : { type: "answer", answer: { kind: "ask", id } };
  },
};
