import type { FailureReason } from "../messages/failure.messages.ts";
import type { AttemptResult } from "../notices/outcome.ts";
import type { HttpReply } from "../ports/http-client.ts";
import { parseRecord, type UnknownRecord } from "../ports/unknown-value.ts";
import { failed } from "./failed.ts";

/** Reads a parsed 2xx reply: the service's own error, such as `error 19021`, or `undefined` for success. */
export type RefusalReader = (reply: Readonly<Record<string, unknown>>) => FailureReason | undefined;

/**
 * Any 2xx is accepted, an empty or unreadable body too, unless the body carries an error code of the service.
 * A reason holds numbers of the peer, never its words (R15).
 *
 * @param readText reads a reply that is no JSON object.
 */
export function checkReply(
  reply: HttpReply,
  readRefusal: RefusalReader,
  readText?: (reply: string) => FailureReason | undefined,
): AttemptResult {
  const { status } = reply;
  if (status >= 300 && status < 400) return failed(`redirect refused (${status})`);
  const body = parseObject(reply.body);
  const refusal = body === undefined ? readText?.(reply.body) : readRefusal(body);
  if (status < 200 || status >= 300) {
    const isSaid = refusal === undefined || refusal === `error ${status}`;
    return failed(isSaid ? `http ${status}` : `http ${status}, ${refusal}`);
  }
  return refusal === undefined ? { kind: "accepted" } : failed(refusal);
}

/** For unknown receivers: only `errcode`, which means success only when it is 0. */
export const readErrcode: RefusalReader = (reply) => codeRefusal(reply.errcode);

/** `error 310000` for a code other than 0, given as a number or as digits; anything else is no code. */
export function codeRefusal(code: unknown): FailureReason | undefined {
  const isDigits = typeof code === "string" && /^-?\d{1,15}$/.test(code);
  const number = isDigits ? Number(code) : code;
  if (typeof number !== "number" || number === 0) return undefined;
  return Number.isSafeInteger(number) ? `error ${number}` : "error";
}

/** As {@link codeRefusal}, for a service that has another number for success; without a code there is no refusal. */
export function refusalUnless(code: unknown, success: number): FailureReason | undefined {
  if (code === undefined || code === success || code === String(success)) return undefined;
  return codeRefusal(code) ?? "error";
}

/** The object that a reply holds; `undefined` for anything else. */
export function parseObject(text: string): UnknownRecord | undefined {
  return parseRecord(text.replace(/^\ufeff/, ""));
}
