import { boundedText } from "../notices/bounded-text.ts";
import { isRecord, type UnknownRecord } from "../ports/unknown-value.ts";

/** Longest text that is taken from a payload; whatever comes is cut before it is shown anyway. */
const MOST_CHARACTERS = 1_000;

export type Payload = UnknownRecord;

/** The payload as an object of unknown things, or undefined. */
export function asPayload(value: unknown): Payload | undefined {
  return isRecord(value) ? value : undefined;
}

/** A text with something in it, bounded; undefined for anything else. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? boundedText(value, MOST_CHARACTERS) : undefined;
}

/** Whether `value` is a text or was left out: many payloads write null for what they do not know. */
export function isOptionalText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string";
}
