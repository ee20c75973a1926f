import { isPiNotifyPublishPayload } from "../api/api.ts";
import type { Notice } from "../notices/notice.ts";
import { isRecord } from "../ports/unknown-value.ts";

/** What another extension wants told. */
export type Publication = Pick<Notice, "event" | "label">;

/**
 * Longest label kept until it is sanitised, UTF-16 units: far more than is ever shown, so that the cut does not show
 * even where many of them are escape sequences.
 */
const LABEL_LIMIT = 4_096;

/**
 * Reads a payload of `pi-notify:publish` (R36), whatever it is: each key once, since another extension's getters
 * and proxies may answer differently the next time, or throw.
 * @returns undefined where it is no such payload; never throws
 */
export function readPublication(payload: unknown): Publication | undefined {
  try {
    if (!isRecord(payload)) return undefined;
    const { eventId, source, label } = payload;
    const copy: unknown = { eventId, source, label };
    if (!isPiNotifyPublishPayload(copy)) return undefined;
    return copy.label === undefined
      ? { event: copy.eventId }
      : { event: copy.eventId, label: copy.label.slice(0, LABEL_LIMIT) };
  } catch {
    return undefined;
  }
}
