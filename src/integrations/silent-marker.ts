import { PI_NOTIFY_UI_SPAN_SILENT_EVENT } from "../api/api.ts";
import type { BusChannel } from "./bus-word.ts";
import { asPayload, isOptionalText } from "./payload.ts";

/** `{reason?}`: an extension keeps the dialog that it opens next silent (R37). The reason is for readers of code. */
export const SILENT_MARKER: BusChannel = {
  channel: PI_NOTIFY_UI_SPAN_SILENT_EVENT,
  read: (value) => {
    // Most have nothing to say beside the event itself.
    const payload = value === undefined ? {} : asPayload(value);
    return payload !== undefined && isOptionalText(payload.reason) ? { type: "silence" } : undefined;
  },
};
