import { isPiNotifyPublishPayload } from "../api/api.ts";
import { boundedText } from "../notices/bounded-text.ts";
import type { Notice } from "../notices/notice.ts";
import { isRecord } from "../ports/unknown-value.ts";

/** Longest label kept until it is sanitised, UTF-16 units. */
const LABEL_LIMIT = 4_096;

/** What another extension wants told. */
export type Publication = Pick<Notice, "event" | "label">;

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
      : { event: copy.eventId, label: boundedText(copy.label, LABEL_LIMIT) };
  } catch {
    return undefined;
  }
}
