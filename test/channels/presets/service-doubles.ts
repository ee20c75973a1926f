import { createHmac } from "node:crypto";
import type { HttpReceiverReply, ReceivedRequest } from "../../../rig/http-receiver.ts";
import type { PresetName } from "../../../src/channels/webhook/presets/registry.ts";
import { TOKEN_30, USER_30 } from "./preset-cases.ts";

export const SECRET_IN_PATH = "s3cretPATH";
export const SIGNING_SECRET = "SECs3cretSIGN";
/** What the doubles say in every refusal: their words must not get into a reason. */
export const WORDS = "the server said s3cretWORDS";

/** The path and query under which each double listens, as the service's own addresses look. */
export const PATHS: Readonly<Record<PresetName, string>> = {
  slack: `/services/T0/B0/${SECRET_IN_PATH}`,
  discord: `/api/webhooks/1234/${SECRET_IN_PATH}`,
  teams: `/webhookb2/${SECRET_IN_PATH}/IncomingWebhook/x/y`,
  telegram: `/bot123456:${SECRET_IN_PATH}/sendMessage`,
  feishu: `/open-apis/bot/v2/hook/${SECRET_IN_PATH}`,
  dingtalk: `/robot/send?access_token=${SECRET_IN_PATH}`,
  wecom: `/cgi-bin/webhook/send?key=${SECRET_IN_PATH}`,
  bark: "/push",
  gotify: "/gotify/message",
  pushover: "/1/messages.json",
};

const json = (status: number, value: unknown): HttpReceiverReply => ({
  status,
  body: JSON.stringify(value),
  headers: { "content-type": "application/json" },
});
const text = (status: number, body: string): HttpReceiverReply => ({ status, body });

/** A request as a service reads it; `undefined` where it holds no JSON object that says it is one. */
function read(request: ReceivedRequest): Record<string, unknown> | undefined {
  if (request.method !== "POST" || !request.headers["content-type"]?.startsWith("application/json")) return undefined;
  return JSON.parse(request.body) as Record<string, unknown>;
}

/** The string under these keys, or the empty string. */
function textAt(value: unknown, ...keys: string[]): string {
  let found = value;
  for (const key of keys) found = (found as Record<string, unknown> | undefined)?.[key];
  return typeof found === "string" ? found : "";
}

/** Doubles of the services: each checks what the real one is documented to check, and answers in its manner. */
export const DOUBLES: Readonly<Record<PresetName, (request: ReceivedRequest) => HttpReceiverReply>> = {
  slack(request) {
    if (request.path !== PATHS.slack) return text(404, "no_service");
    return textAt(read(request), "text") === "" ? text(400, "no_text") : text(200, "ok");
  },
  discord(request) {
    if (request.path !== PATHS.discord) return json(404, { message: WORDS, code: 10_015 });
    const content = textAt(read(request), "content");
    if (content === "") return json(400, { message: WORDS, code: 50_006 });
    if (Array.from(content).length > 2000) return json(400, { message: WORDS, code: 50_035 });
    return { status: 204 };
  },
  teams(request) {
    if (request.path !== PATHS.teams) return text(404, WORDS);
    const card = read(request);
    if (card?.type !== "message") return text(400, "Summary or Text is required.");
    if (Buffer.byteLength(request.body) > 28_000) {
      return text(200, `Webhook message delivery failed with error: returned HTTP error 413 with ContextId ${WORDS}`);
    }
    return text(200, "1");
  },
  telegram(request) {
    const refuse = (code: number) => json(code, { ok: false, error_code: code, description: WORDS });
    if (request.path !== PATHS.telegram) return refuse(401);
    const sent = read(request);
    if (textAt(sent, "chat_id") !== "-1001234567890") return refuse(400);
    const said = textAt(sent, "text");
    return said === "" || said.length > 4096 ? refuse(400) : json(200, { ok: true, result: { message_id: 1 } });
  },
  feishu(request) {
    if (request.path !== PATHS.feishu) return json(200, { code: 19_001, msg: WORDS });
    const sent = read(request);
    const timestamp = textAt(sent, "timestamp");
    const sign = createHmac("sha256", `${timestamp}\n${SIGNING_SECRET}`).digest("base64");
    if (textAt(sent, "sign") !== sign) return json(200, { code: 19_021, msg: WORDS });
    return json(200, { code: 0, msg: "success", data: {} });
  },
  dingtalk(request) {
    const query = new URL(request.path, "http://h").searchParams;
    const timestamp = query.get("timestamp") ?? "";
    const sign = createHmac("sha256", SIGNING_SECRET).update(`${timestamp}\n${SIGNING_SECRET}`).digest("base64");
    if (query.get("access_token") !== SECRET_IN_PATH) return json(200, { errcode: 300_005, errmsg: WORDS });
    if (!/^\d{13}$/.test(timestamp) || query.get("sign") !== sign)
      return json(200, { errcode: 310_000, errmsg: WORDS });
    if (Buffer.byteLength(request.body) > 20_000) return json(200, { errcode: 460_101, errmsg: WORDS });
    return json(200, { errcode: textAt(read(request), "text", "content") === "" ? 400_105 : 0, errmsg: "ok" });
  },
  wecom(request) {
    if (request.path !== PATHS.wecom) return json(200, { errcode: 93_000, errmsg: WORDS });
    const content = textAt(read(request), "text", "content");
    const isRight = content !== "" && Buffer.byteLength(content) <= 2048;
    return json(200, isRight ? { errcode: 0, errmsg: "ok" } : { errcode: 40_058, errmsg: WORDS });
  },
  bark(request) {
    const answer = (code: number, message: string) => json(code, { code, message, timestamp: 1 });
    if (request.path !== PATHS.bark) return answer(404, WORDS);
    return textAt(read(request), "device_key") === "device1" ? answer(200, "success") : answer(400, WORDS);
  },
  gotify(request) {
    const refuse = (code: number) => json(code, { error: WORDS, errorCode: code, errorDescription: WORDS });
    if (request.path !== PATHS.gotify) return refuse(404);
    if (request.headers["x-gotify-key"] !== "AbcD.1") return refuse(401);
    const sent = read(request);
    return textAt(sent, "message") === "" ? refuse(400) : json(200, { id: 1, appid: 1, ...sent });
  },
  pushover(request) {
    const refuse = (blame: object) => json(400, { ...blame, errors: [WORDS], status: 0, request: "r" });
    if (request.path !== PATHS.pushover) return json(404, { status: 0 });
    const sent = read(request);
    if (textAt(sent, "token") !== TOKEN_30) return refuse({ token: "invalid" });
    if (textAt(sent, "user") !== USER_30) return refuse({ user: "invalid" });
    if (Array.from(textAt(sent, "message")).length > 1024) return refuse({ message: "invalid" });
    return json(200, { status: 1, request: "r" });
  },
};
