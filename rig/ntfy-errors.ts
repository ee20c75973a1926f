import type { HttpReceiverReply } from "./http-receiver.ts";

/** ntfy's own error codes, with what its server says with them. The HTTP status is their first part. */
const NTFY_ERRORS = {
  40002: ["cannot disable cache for delayed message"],
  40004: ["invalid delay parameter: unable to parse delay", "publish/#scheduled-delivery"],
  40005: ["invalid delay parameter: too small, please refer to the docs", "publish/#scheduled-delivery"],
  40006: ["invalid delay parameter: too large, please refer to the docs", "publish/#scheduled-delivery"],
  40007: ["invalid priority parameter", "publish/#message-priority"],
  40009: ["invalid request: topic invalid"],
  40010: ["invalid request: topic name is not allowed"],
  40014: ["invalid request: attachments not allowed", "config/#attachments"],
  40018: ["invalid request: actions invalid", "publish/#action-buttons"],
  40021: ["invalid request: icon URL is invalid", "publish/#icons"],
  40024: ["invalid request: request body must be valid JSON"],
  40101: ["unauthorized", "publish/#authentication"],
  40301: ["forbidden", "publish/#authentication"],
  40401: ["page not found"],
  41301: ["attachment too large, or bandwidth limit reached", "publish/#limitations"],
  41303: ["JSON body too large"],
  42901: ["limit reached: too many requests", "publish/#limitations"],
  42908: ["limit reached: daily message quota reached", "publish/#limitations"],
} as const satisfies Record<number, readonly [error: string, page?: string]>;

export type NtfyErrorCode = keyof typeof NTFY_ERRORS;

/** Thrown where a request is refused; becomes the reply. */
export class NtfyRefusal extends Error {
  readonly code: NtfyErrorCode;

  constructor(code: NtfyErrorCode) {
    super(NTFY_ERRORS[code][0]);
    this.name = "NtfyRefusal";
    this.code = code;
  }

  toReply(): HttpReceiverReply {
    const [error, page] = NTFY_ERRORS[this.code];
    const http = Math.floor(this.code / 100);
    const link = page === undefined ? {} : { link: `https://ntfy.sh/docs/${page}` };
    return jsonReply(http, { code: this.code, http, error, ...link });
  }
}

export function jsonReply(status: number, value: object): HttpReceiverReply {
  return { status, headers: { "content-type": "application/json" }, body: `${JSON.stringify(value)}\n` };
}
