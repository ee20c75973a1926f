import type { BusChannel } from "./bus-word.ts";
import { asPayload, isOptionalText } from "./payload.ts";

/** `{reason?}`: an extension's own dialog, opened next, is nobody's business (SPEC 9). The reason is for people who read code. */
export const SILENT_MARKER: BusChannel = {
  channel: "pi-notify:ui_span_silent",
  read: (value) => {
    // Most have nothing to say beside the event itself.
    const payload = value === undefined ? {} : asPayload(value);
    return payload !== undefined && isOptionalText(payload.reason) ? { type: "silence" } : undefined;
  },
};
