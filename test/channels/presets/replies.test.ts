import { describe, expect, it } from "vitest";
import { checkReply } from "../../../src/channels/check-reply.ts";
import type { Preset } from "../../../src/channels/webhook/presets/preset.ts";
import { PRESET_NAMES, PRESETS, type PresetName } from "../../../src/channels/webhook/presets/registry.ts";

type Case = readonly [status: number, reply: unknown, outcome: string];

/** Whatever words a service might say, a reason has none of them. */
const WORDS = "s3cr3t WORDS of the server";

const CASES: Readonly<Record<PresetName, readonly Case[]>> = {
  slack: [
    [200, "ok", "accepted"],
    [200, { ok: false, error: WORDS }, "refused by slack"],
    [404, WORDS, "http 404"],
  ],
  discord: [
    [204, "", "accepted"],
    [200, { id: "1", type: 0, content: WORDS, flags: 4 }, "accepted"],
    [400, { code: 50_006, message: WORDS }, "http 400, error 50006"],
    [404, { code: 10_015, message: WORDS }, "http 404, error 10015"],
    [429, { message: WORDS, retry_after: 1.5, global: false }, "http 429"],
  ],
  teams: [
    [200, "1", "accepted"],
    [202, "", "accepted"],
    [
      200,
      `Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413 with ContextId ${WORDS}`,
      "error 413",
    ],
    [200, `Webhook message delivery failed: ${WORDS}`, "refused by teams"],
    [200, ` \n webhook message delivery failed: ${WORDS}`, "refused by teams"],
    [200, `Nothing is known of "Webhook message delivery failed" ${WORDS}`, "accepted"],
    [200, `xHTTP error 413 ${WORDS}`, "accepted"],
    [200, `HTTP error 4130 ${WORDS}`, "accepted"],
    [200, JSON.stringify(`HTTP error 429 ${WORDS}`), "error 429"],
    [400, "Summary or Text is required.", "http 400"],
    [400, { error: { code: "TriggerInputSchemaMismatch", message: WORDS } }, "http 400"],
  ],
  telegram: [
    [200, { ok: true, result: { message_id: 1, text: WORDS } }, "accepted"],
    [400, { ok: false, error_code: 400, description: WORDS }, "http 400"],
    [200, { ok: false, error_code: 403, description: WORDS }, "error 403"],
    [200, { ok: false, description: WORDS }, "refused by telegram"],
    [200, { ok: false, error_code: WORDS }, "refused by telegram"],
  ],
  feishu: [
    [200, { code: 0, msg: "success" }, "accepted"],
    [200, { StatusCode: 0, StatusMessage: "success" }, "accepted"],
    [200, { code: 19_024, msg: WORDS }, "error 19024"],
    [200, { StatusCode: 9499 }, "error 9499"],
  ],
  dingtalk: [
    [200, { errcode: 0, errmsg: "ok" }, "accepted"],
    [200, { errcode: 310_000, errmsg: WORDS }, "error 310000"],
    [200, { errcode: "460101", errmsg: WORDS }, "error 460101"],
    [200, { errcode: WORDS }, "accepted"],
  ],
  wecom: [
    [200, { errcode: 0, errmsg: "ok" }, "accepted"],
    [200, { errcode: 93_000, errmsg: WORDS }, "error 93000"],
    [200, { errcode: 45_009, errmsg: WORDS }, "error 45009"],
  ],
  bark: [
    [200, { code: 200, message: "success", timestamp: 1 }, "accepted"],
    [200, { code: "200" }, "accepted"],
    [200, {}, "accepted"],
    [400, { code: 400, message: WORDS, timestamp: 1 }, "http 400"],
    [200, { code: 400, message: WORDS }, "error 400"],
    [500, { code: 500, message: WORDS }, "http 500"],
    [200, { code: 0 }, "error"],
    [200, { code: WORDS }, "error"],
  ],
  gotify: [
    [200, { id: 25, appid: 5, message: WORDS, title: WORDS, priority: 5 }, "accepted"],
    [401, { error: "Unauthorized", errorCode: 401, errorDescription: WORDS }, "http 401"],
    [200, { error: WORDS, errorCode: 403 }, "error 403"],
  ],
  pushover: [
    [200, { status: 1, request: WORDS }, "accepted"],
    [400, { user: "invalid", errors: [WORDS], status: 0 }, "http 400, refused by pushover: user not valid"],
    [400, { token: "invalid", errors: [WORDS], status: 0 }, "http 400, refused by pushover: token not valid"],
    [200, { token: "invalid", user: "invalid", status: 0 }, "refused by pushover: token and user not valid"],
    [200, { token: WORDS, errors: [WORDS], status: 0 }, "refused by pushover"],
    [429, { status: 0, errors: [WORDS] }, "http 429, refused by pushover"],
  ],
};

/** Of every service alike. */
const ALIKE: readonly Case[] = [
  [200, "", "accepted"],
  [200, "<html>", "accepted"],
  [302, "", "redirect refused (302)"],
  [500, WORDS, "http 500"],
  [502, `<html>${WORDS}`, "http 502"],
];

describe.each(PRESET_NAMES)("%s", (name) => {
  it.each([...CASES[name], ...ALIKE])("takes %i %j: %s", (status, reply, outcome) => {
    const preset: Preset<unknown> = PRESETS[name];
    const body = typeof reply === "string" ? reply : JSON.stringify(reply);
    const result = checkReply({ status, body }, preset.readRefusal, preset.readTextRefusal);
    expect(result.kind === "failed" ? result.reason : result.kind).toBe(outcome);
    expect(JSON.stringify(result)).not.toMatch(/WORDS|s3cr3t/);
  });
});
