import { expect, it } from "vitest";
import { descriptionOf } from "../../src/channels/channel-calls.ts";
import { CHANNELS } from "../../src/channels/registry.ts";

it.each<[type: string, config: object, english: string, chinese: string]>([
  ["bell", {}, "terminal bell", "终端响铃"],
  [
    "osc",
    { protocol: "auto", fallback: "osc9" },
    "terminal notification (detected, else osc9)",
    "终端通知（自动识别，认不出时用 osc9）",
  ],
  ["osc", { protocol: "osc99" }, "terminal notification (osc99)", "终端通知（osc99）"],
  ["desktop", { when: "always" }, "desktop notification", "桌面通知"],
  [
    "desktop",
    { when: "fallback" },
    "desktop notification (where the terminal shows none)",
    "桌面通知（仅当终端显示不了时）",
  ],
  ["webhook", { url: "https://a.example:8/x?y" }, "webhook to a.example:8", "webhook，发往 a.example:8"],
  [
    "webhook",
    { url: "https://a.example/x", preset: "slack" },
    "webhook (slack) to a.example",
    "webhook（slack），发往 a.example",
  ],
  ["ntfy", { serverUrl: "https://ntfy.sh" }, "ntfy on ntfy.sh", "ntfy，服务器 ntfy.sh"],
])("a channel of type %s with %j describes itself in both languages", (type, config, english, chinese) => {
  const channel = CHANNELS.find((candidate) => candidate.type === type);
  if (channel === undefined) throw new Error(`no channel of type ${type}`);
  expect(descriptionOf(channel, config, "en")).toBe(english);
  expect(descriptionOf(channel, config, "zh-CN")).toBe(chinese);
});
