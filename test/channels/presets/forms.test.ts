import { describe, expect, it } from "vitest";
import { PRESET_NAMES, type PresetName } from "../../../src/channels/webhook/presets/registry.ts";
import type { Priority } from "../../../src/notices/event-table.ts";
import { bodyOf, message, SENT_TEXT, TOKEN_30, USER_30 } from "./preset-cases.ts";

const PLAIN = message("Pi 等待输入", "项目：a", "主机：b");
const TITLE_ONLY = message("Pi finished");

/** The whole JSON: of a message with lines, and of one without. */
const FORMS: Readonly<Record<PresetName, readonly [withLines: unknown, withoutLines: unknown]>> = {
  slack: [
    { text: "Pi 等待输入\n项目：a\n主机：b", mrkdwn: false },
    { text: "Pi finished", mrkdwn: false },
  ],
  discord: [
    { content: "**Pi 等待输入**\n项目：a\n主机：b", allowed_mentions: { parse: [] }, flags: 4 },
    { content: "**Pi finished**", allowed_mentions: { parse: [] }, flags: 4 },
  ],
  teams: [
    card(
      { type: "TextRun", text: "Pi 等待输入", weight: "Bolder" },
      { type: "TextRun", text: "项目：a" },
      { type: "TextRun", text: "主机：b" },
    ),
    card({ type: "TextRun", text: "Pi finished", weight: "Bolder" }),
  ],
  telegram: [
    {
      chat_id: "-1001234567890",
      text: "Pi 等待输入\n项目：a\n主机：b",
      entities: [{ type: "bold", offset: 0, length: 7 }],
      link_preview_options: { is_disabled: true },
      disable_notification: false,
    },
    {
      chat_id: "-1001234567890",
      text: "Pi finished",
      entities: [{ type: "bold", offset: 0, length: 11 }],
      link_preview_options: { is_disabled: true },
      disable_notification: false,
    },
  ],
  feishu: [
    richText("Pi 等待输入", "项目：a", "主机：b"), //
    richText("Pi finished", ""),
  ],
  dingtalk: [
    {
      msgtype: "text",
      text: { content: "Pi 等待输入\n项目：a\n主机：b" },
      at: { atMobiles: [], atUserIds: [], isAtAll: false },
    },
    { msgtype: "text", text: { content: "Pi finished" }, at: { atMobiles: [], atUserIds: [], isAtAll: false } },
  ],
  wecom: [
    { msgtype: "text", text: { content: "Pi 等待输入\n项目：a\n主机：b" } },
    { msgtype: "text", text: { content: "Pi finished" } },
  ],
  bark: [
    { device_key: "device1", title: "Pi 等待输入", body: "项目：a\n主机：b", level: "active", group: "pi-notify" },
    { device_key: "device1", body: "Pi finished", level: "active", group: "pi-notify" },
  ],
  gotify: [
    { title: "Pi 等待输入", message: "项目：a\n主机：b", priority: 5 },
    { message: "Pi finished", priority: 5 },
  ],
  pushover: [
    { token: TOKEN_30, user: USER_30, title: "Pi 等待输入", message: "项目：a\n主机：b", priority: 0 },
    { token: TOKEN_30, user: USER_30, message: "Pi finished", priority: 0 },
  ],
};

function card(...runs: object[]): unknown {
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.2",
          body: runs.map((run) => ({ type: "RichTextBlock", spacing: "None", inlines: [run] })),
        },
      },
    ],
  };
}

function richText(title: string, ...lines: string[]): unknown {
  return {
    msg_type: "post",
    content: { post: { zh_cn: { title, content: lines.map((text) => [{ tag: "text", text }]) } } },
  };
}

describe.each(PRESET_NAMES)("%s", (name) => {
  it("has exactly its service's form", () => {
    expect(bodyOf(name, PLAIN)).toEqual(FORMS[name][0]);
    expect(bodyOf(name, TITLE_ONLY)).toEqual(FORMS[name][1]);
  });
});

/** A text in title and line, and what is sent of it where that is not the text itself. */
const TEXTS: readonly (readonly [name: string, text: string, sent: Partial<Record<PresetName, string>>])[] = [
  ["quotes and a backslash", `a "b" 'c' \\ d`, { discord: `a "b" 'c' \\\\ d` }],
  ["a line break", "a\nb", {}],
  ["Chinese", "等待输入，请处理。", {}],
  ["emoji", "👨‍👩‍👧‍👦 🇨🇳 👍🏽 é", {}],
  ["right to left", "שלום עולם", {}],
  ["@everyone", "@everyone @here", { telegram: "＠everyone ＠here" }],
  ["@all", "@all @所有人", { telegram: "＠all @所有人" }],
  ["an e-mail address", "a@b.example", {}],
  [
    "mentions of slack",
    "<!channel> <@U1>",
    {
      slack: "&lt;!channel&gt; &lt;@U1&gt;",
      discord: "\\<!channel\\> \\<@U1\\>",
      telegram: "<!channel> <＠U1>",
      wecom: "<!channel> ＜@U1>",
    },
  ],
  [
    "mentions of discord",
    "<@&12> <#3>",
    { slack: "&lt;@&amp;12&gt; &lt;#3&gt;", discord: "\\<@&12\\> \\<#3\\>", wecom: "＜@&12> <#3>" },
  ],
  [
    "a mention of feishu",
    '<at user_id="all">x</at>',
    {
      slack: '&lt;at user_id="all"&gt;x&lt;/at&gt;',
      discord: '\\<at user\\_id="all"\\>x\\</at\\>',
      feishu: '＜at user_id="all">x＜/at>',
      teams: '＜at user_id="all">x＜/at>',
    },
  ],
  [
    "a mention of wecom",
    "<@all>",
    { slack: "&lt;@all&gt;", discord: "\\<@all\\>", telegram: "<＠all>", wecom: "＜@all>" },
  ],
  ["HTML", "<b>&amp;</b>", { slack: "&lt;b&gt;&amp;amp;&lt;/b&gt;", discord: "\\<b\\>&amp;\\</b\\>" }],
  [
    "Markdown",
    "*a* _b_ ~~c~~ `d` ||e|| [f](http://g)",
    { discord: "\\*a\\* \\_b\\_ \\~\\~c\\~\\~ \\`d\\` \\|\\|e\\|\\| \\[f\\](http://g)" },
  ],
  ["a heading", "# a", { discord: "\\# a" }],
  ["a list", "1. a\n- b", { discord: "1\\. a\n\\- b" }],
  ["an indented heading", "  # a", { discord: "  \\# a" }],
  ["an indented list", "  10. a\n  + b", { discord: "  10\\. a\n  \\+ b" }],
  ["what is a list at the start of a line only", "a - b 1. c # d + e", {}],
  ["a number with a point", "v1.5 of 2", {}],
  [
    "a tag that is none",
    "<attr> <b> a < at-risk",
    {
      slack: "&lt;attr&gt; &lt;b&gt; a &lt; at-risk",
      discord: "\\<attr\\> \\<b\\> a \\< at-risk",
      teams: "<attr> <b> a ＜ at-risk",
      feishu: "<attr> <b> a ＜ at-risk",
    },
  ],
  ["an at sign alone", "a @ b @", {}],
  ["a template", "{{title}} ${title} {DATE(1)}", {}],
  ["lone surrogates", "a\ud800b\udfffc", perPreset("a\ufffdb\ufffdc")],
];

function perPreset(sent: string): Record<PresetName, string> {
  return Object.fromEntries(PRESET_NAMES.map((name) => [name, sent])) as Record<PresetName, string>;
}

describe.each(PRESET_NAMES)("%s", (name) => {
  it.each(TEXTS)("sends %s in title and line as the reader shall see it", (_what, text, sent) => {
    const slackText = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    const shown = sent[name] ?? (name === "slack" ? slackText : text);
    expect(SENT_TEXT[name](bodyOf(name, message(text, text)))).toBe(`${shown}\n${shown}`);
    expect(SENT_TEXT[name](bodyOf(name, message(text)))).toBe(shown);
  });
});

describe("priorities, 1 to 5", () => {
  const across = (name: PresetName, key: string) =>
    ([1, 2, 3, 4, 5] as const satisfies Priority[]).map((priority) => bodyOf(name, PLAIN, priority)[key]);

  it.each<[PresetName, string, unknown[]]>([
    ["discord", "flags", [4 + 4096, 4 + 4096, 4, 4, 4]],
    ["telegram", "disable_notification", [true, true, false, false, false]],
    ["bark", "level", ["passive", "passive", "active", "timeSensitive", "timeSensitive"]],
    ["gotify", "priority", [1, 2, 5, 8, 10]],
    ["pushover", "priority", [-2, -1, 0, 0, 1]],
  ])("%s has them in %s", (name, key, values) => {
    expect(across(name, key)).toEqual(values);
  });

  it.each(["slack", "teams", "feishu", "dingtalk", "wecom"] as const)("%s has none", (name) => {
    expect(new Set([1, 5].map((priority) => JSON.stringify(bodyOf(name, PLAIN, priority as Priority)))).size).toBe(1);
  });
});
