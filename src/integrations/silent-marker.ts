import { PI_NOTIFY_UI_SPAN_SILENT_EVENT } from "../api/api.ts";
import type { BusChannel } from "./bus-word.ts";
import { asPayload, isOptionalText } from "./payload.ts";

/** `{reason?}`: an extension's own dialog, opened next, is nobody's business (R37). The reason is for people who read code. */
export const SILENT_MARKER: BusChannel = {
  channel: PI_NOTIFY_UI_SPAN_SILENT_EVENT,
  read: (value) => {
    // Most have nothing to say beside the event itself.
    const payload = value === undefined ? {} : asPayload(value);
    return payload !== undefined && isOptionalText(payload.reason) ? { type: "silence" } : undefined;
  },
};
