import { createHmac } from "node:crypto";
import { readErrcode } from "../../check-reply.ts";
import { wellFormed } from "../well-formed.ts";
import { fitText } from "./fit-text.ts";
import { jsonBytes } from "./json-bytes.ts";
import type { Preset } from "./preset.ts";

/** The service refuses more than 20,000 bytes; the rest is room for the envelope. */
const MAX_TEXT_BYTES = 18_000;
const MAX_TITLE_BYTES = 1000;

/**
 * DingTalk's custom robot. A message of type `text` has no markup, and calls only those whom `at` names:
 * nobody. The signature of the `secret` (SEC…) goes into the query, beside the access token.
 * A robot that asks for a keyword finds it only if the title or a line holds it.
 *
 * @see https://open.dingtalk.com/document/robots/custom-robot-access for the form, `at` and `errcode`
 * @see https://open.dingtalk.com/document/robots/customize-robot-security-settings for the signature
 * The limit is in no document we found; error 460101 names it: https://github.com/timonwong/prometheus-webhook-dingtalk/issues/30
 */
export const dingtalk: Preset = {
  signing: "own",
  body({ message }) {
    const title = fitText(wellFormed(message.title), MAX_TITLE_BYTES, jsonBytes);
    const content = [title, ...message.lines.map(wellFormed)].join("\n");
    return {
      msgtype: "text",
      text: { content: fitText(content, MAX_TEXT_BYTES, jsonBytes) },
      at: { atMobiles: [], atUserIds: [], isAtAll: false },
    };
  },
  address(url, { secret, seconds }) {
    if (secret === undefined) return url;
    const milliseconds = String(seconds * 1000);
    const signed = new URL(url);
    signed.searchParams.set("timestamp", milliseconds);
    signed.searchParams.set("sign", sign(secret, milliseconds));
    return signed.href;
  },
  readRefusal: readErrcode,
};

/** DingTalk's own scheme: the secret is the key, time and secret are the signed text. */
function sign(secret: string, milliseconds: string): string {
  return createHmac("sha256", secret).update(`${milliseconds}\n${secret}`).digest("base64");
}
