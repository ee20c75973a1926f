import type { AttemptResult } from "../../notices/outcome.ts";
import type { HttpReply } from "../../ports/http-client.ts";
import { checkReply, codeRefusal, parseObject } from "../check-reply.ts";
import { failed } from "../failed.ts";

/**
 * Accepted is only what an ntfy server says it has published: it answers with the message itself. Whatever else answers
 * 200 (a log-in page, the wrong address) has published nothing. A refusal comes with ntfy's own code, such as 40301.
 */
export function checkNtfyReply(reply: HttpReply): AttemptResult {
  const verdict = checkReply(reply, ({ code }) => codeRefusal(code));
  if (verdict.kind !== "accepted") return verdict;
  const message = parseObject(reply.body);
  const isPublished = message?.event === "message" && typeof message.id === "string" && message.id !== "";
  return isPublished ? verdict : failed("the reply is not an ntfy server's");
}
