import { describe, expect, it } from "vitest";
import { checkReply, readErrcode } from "../../src/channels/check-reply.ts";

describe("judging a reply", () => {
  it.each([
    [200, "", "accepted"],
    [200, "ok", "accepted"],
    [201, "{}", "accepted"],
    [204, "", "accepted"],
    [299, "", "accepted"],
    [200, "<html>", "accepted"],
    [200, "[1]", "accepted"],
    [200, "null", "accepted"],
    [200, "0", "accepted"],
    [200, "false", "accepted"],
    [200, '{"errcode":0}', "accepted"],
    [200, '{"errcode":"0","errmsg":"ok"}', "accepted"],
    [200, '{"errcode":null}', "accepted"],
    [200, '{"errcode":"none"}', "accepted"],
    [200, '{"code":5,"StatusCode":7}', "accepted"],
    [200, '{"errcode":310000', "accepted"],
    [200, '{"errcode":310000,"errmsg":"secret words"}', "error 310000"],
    [200, ' \ufeff{"errcode":310000}', "accepted"],
    [200, '\ufeff{"errcode":-1}', "error -1"],
    [200, '{"errcode":"40001"}', "error 40001"],
    [200, '{"errcode":"-7"}', "error -7"],
    [200, '{"errcode":[5]}', "accepted"],
    [200, '{"errcode":"E40001"}', "accepted"],
    [200, '{"errcode":"40001 or so"}', "accepted"],
    [200, '{"errcode":"123456789012345"}', "error 123456789012345"],
    [200, '{"errcode":"1234567890123456"}', "accepted"],
    [200, '{"errcode":1e400}', "error"],
    [200, '{"errcode":1.5}', "error"],
    [199, "", "http 199"],
    [300, "", "redirect refused (300)"],
    [302, "", "redirect refused (302)"],
    [304, "", "redirect refused (304)"],
    [308, '{"errcode":1}', "redirect refused (308)"],
    [400, "bad secret words", "http 400"],
    [400, '{"errcode":9}', "http 400, error 9"],
    [401, "", "http 401"],
    [404, "", "http 404"],
    [429, "", "http 429"],
    [500, "", "http 500"],
    [503, "", "http 503"],
  ])("%i %j is %s", (status, body, expected) => {
    const result = checkReply({ status, body }, readErrcode);
    expect(result.kind === "failed" ? result.reason : result.kind).toBe(expected);
  });

  it.each([
    ["busy", "refused by busy"],
    ['"busy"', 'refused by "busy"'],
    ["7", "refused by 7"],
    ["true", "refused by true"],
    ["null", "refused by null"],
    ['["busy"]', 'refused by ["busy"]'],
    ["", "refused by "],
    ["{}", "accepted"],
    ['{"errcode":7}', "error 7"],
  ])("reads %j as text unless it is an object: %s", (body, expected) => {
    const result = checkReply({ status: 200, body }, readErrcode, (text) => `refused by ${text}`);
    expect(result.kind === "failed" ? result.reason : result.kind).toBe(expected);
  });
});
