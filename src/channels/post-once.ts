import type { AttemptResult } from "../notices/outcome.ts";
import { type HttpClient, HttpFault, type HttpReply, type HttpRequest } from "../ports/http-client.ts";
import { failed } from "./failed.ts";

const MAX_REPLY_BYTES = 64 * 1024;

/** Makes one request and lets `check` say what its reply means; a fault is named without quoting it (R1, R15). */
export async function postOnce(
  http: HttpClient,
  request: Omit<HttpRequest, "maxReplyBytes">,
  signal: AbortSignal,
  check: (reply: HttpReply) => AttemptResult,
): Promise<AttemptResult> {
  try {
    return check(await http.post({ ...request, maxReplyBytes: MAX_REPLY_BYTES }, signal));
  } catch (error) {
    return failed(error instanceof HttpFault ? error.reason : "request failed");
  }
}
