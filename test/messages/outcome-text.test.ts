import { describe, expect, it } from "vitest";
import { failureMessages } from "../../src/messages/failure.messages.ts";
import { explainedOutcome, failureText, outcomeText, reasonText } from "../../src/messages/outcome-text.ts";
import { OUTCOME_KINDS } from "../../src/notices/outcome.ts";

const HAN = /\p{Script=Han}/u;

describe("an outcome", () => {
  it.each([
    [{ kind: "written" }, "written", "已写入"],
    [{ kind: "accepted" }, "accepted", "已接收"],
    [{ kind: "failed", reason: "http 500" }, "failed (http 500)", "失败（HTTP 500）"],
    [{ kind: "timed-out", reason: "no-answer" }, "timed-out (no-answer)", "超时（no-answer）"],
    [{ kind: "skipped", reason: "mode" }, "skipped (mode)", "已跳过（mode）"],
    [{ kind: "expired", reason: "new-run" }, "expired (new-run)", "已过时（new-run）"],
    [
      { kind: "of a later version", reason: "unknown" },
      "of a later version (unknown)",
      "of a later version（unknown）",
    ],
    [{ kind: "constructor", reason: "constructor" }, "constructor (constructor)", "constructor（constructor）"],
  ])("%o: %s, %s", (outcome, en, zh) => {
    expect([outcomeText(outcome, "en"), outcomeText(outcome, "zh-CN")]).toEqual([en, zh]);
  });

  it("has a word for every way to end", () => {
    for (const kind of OUTCOME_KINDS) expect(outcomeText({ kind }, "zh-CN")).toMatch(HAN);
  });

  it.each([
    [
      { kind: "skipped", reason: "mode" },
      "skipped (mode: it does not work in this mode of Pi)",
      "已跳过（mode：它在 Pi 的这种模式下不工作）",
    ],
    [
      { kind: "timed-out", reason: "no-answer" },
      "timed-out (no-answer: no answer in time; it may still have arrived)",
      "超时（no-answer：没有及时收到回答，但通知可能已经送达）",
    ],
    [{ kind: "failed", reason: "connection refused" }, "failed (connection refused)", "失败（连接被拒绝）"],
    [{ kind: "written" }, "written", "已写入"],
  ])("explained, %o: %s, %s", (outcome, en, zh) => {
    expect([explainedOutcome(outcome, "en"), explainedOutcome(outcome, "zh-CN")]).toEqual([en, zh]);
  });
});

describe("a reason", () => {
  it.each([
    ["disabled", "it is switched off in the configuration", "配置中已关闭"],
    [
      "subagent",
      "a subagent runs this Pi, and only its parent sends notifications",
      "这个 Pi 由子代理运行，只由上级 Pi 发送通知",
    ],
    ["not-configured", "its configuration cannot be used", "它的配置无法使用"],
    ["not-subscribed", "it does not send this event", "它不发送这个事件"],
    ["unsupported", "such a notification cannot be shown here", "这里无法显示这种通知"],
    ["not-needed", "the terminal shows this notification itself", "终端自己会显示这条通知"],
    ["policy-unknown", "tmux did not say in time whether it passes notifications on", "tmux 没有及时回答是否放行通知"],
    ["passthrough-off", "tmux's allow-passthrough is off", "tmux 的 allow-passthrough 已关闭"],
    ["pane-hidden", "no tmux client shows this pane", "没有 tmux 客户端显示此分屏"],
    ["span-closed", "the dialog closed first", "对话框先关闭了"],
    ["new-run", "a new run began first", "新一轮任务先开始了"],
    ["answered", "you were at the keyboard", "你正在键盘前"],
    ["session-ended", "the session ended first", "会话先结束了"],
    ["prepare-timeout", "it was not ready in time", "它没能及时准备好"],
  ])("%s: %s, %s", (code, en, zh) => {
    expect([reasonText(code, "en"), reasonText(code, "zh-CN")]).toEqual([`${code}: ${en}`, `${code}：${zh}`]);
  });
});

describe("why an attempt failed", () => {
  it.each([
    ["connection refused", "connection refused", "连接被拒绝"],
    ["http 500", "http 500", "HTTP 500"],
    ["http 400, error 19021", "http 400, error 19021", "HTTP 400，错误 19021"],
    ["http 403, refused by slack", "http 403, refused by slack", "HTTP 403，被 slack 拒绝"],
    ["redirect refused (302)", "redirect refused (302)", "不接受重定向（302）"],
    ["error -1", "error -1", "错误 -1"],
    ["proxy: connection refused", "proxy: connection refused", "代理：连接被拒绝"],
    ["no terminal of tmux's", "tmux has no client terminal to write to", "tmux 没有可写入的客户端终端"],
    ["notify-send was not found", "notify-send was not found", "找不到 notify-send"],
    ["notify-send ended with code 1", "notify-send ended with code 1", "notify-send 以退出码 1 结束"],
    ["error was not found", "error was not found", "找不到 error"],
    [
      "refused by pushover: token and user not valid",
      "refused by pushover: token and user not valid",
      "被 pushover 拒绝：token 和 user 无效",
    ],
  ])("%s: %s, %s", (reason, en, zh) => {
    expect([failureText(reason, "en"), failureText(reason, "zh-CN")]).toEqual([en, zh]);
  });

  it("a reason that no catalogue knows stays as it is", () => {
    for (const reason of ["somebody's own", "", "constructor", "http", "x: http 500"]) {
      expect(failureText(reason, "zh-CN")).toBe(reason);
    }
  });

  it.each(Object.keys(failureMessages))("%s has the same values as its sentences", (id) => {
    const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    const { en, zh } = failureMessages[id as keyof typeof failureMessages];
    expect([namesIn(en), namesIn(zh)]).toEqual([namesIn(id), namesIn(id)]);
  });

  it.each(Object.keys(failureMessages))("%s is found again with values in it", (id) => {
    const reason = id.replace(/\{\w+\}/g, "7");
    expect(failureText(reason, "zh-CN")).toMatch(/\p{Script=Han}|^HTTP 7/u);
  });
});
