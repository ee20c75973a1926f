import { describe, expect, it } from "vitest";
import { CHANNELS } from "../../src/channels/registry.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { type ConfigMessage, configMessages } from "../../src/messages/config.messages.ts";
import { messageText } from "../../src/messages/define-messages.ts";

const CHINESE_LOCALE = { LANG: "zh_CN.UTF-8" };

function linesOf(text: string, env: Readonly<Record<string, string>>): string[] {
  return parseConfig(text, { file: "config.json", env, channels: CHANNELS }).warnings.map((warning) => warning.text);
}

/** The line on a channel of this kind, without its place in the file. */
const ofChannel = (channel: object) => JSON.stringify({ channels: [{ id: "a", ...channel }] });
const ntfy = (part: object) => ofChannel({ type: "ntfy", ntfy: { topic: "t", ...part } });
const webhook = (part: object) => ofChannel({ type: "webhook", webhook: { url: "https://h/", ...part } });

describe("a warning in the environment's language", () => {
  it.each([
    [
      "{",
      "expected a closing }; nothing in the file counts, the defaults are in force.",
      "缺少右花括号 }；文件内容都不生效，使用默认设置。",
    ],
    [
      "",
      "the file is empty; write {} for the defaults; nothing in the file counts, the defaults are in force.",
      "文件是空的；要用默认设置就写 {}；文件内容都不生效，使用默认设置。",
    ],
    [
      "{ a }",
      "this is not a JSON value; write texts in double quotes; nothing in the file counts, the defaults are in force.",
      "这不是 JSON 值；文本要写在双引号里；文件内容都不生效，使用默认设置。",
    ],
    [
      '{"enabled": "true"}',
      "enabled must be true or false; write true without quotes; the default stays in force.",
      "enabled 应为布尔值（true 或 false）；请写不带引号的 true；默认值继续生效。",
    ],
    [
      '{"enabled": 1}',
      "enabled must be true or false, not a number; the default stays in force.",
      "enabled 应为布尔值（true 或 false），不能是数字；默认值继续生效。",
    ],
    [
      '{"enabled": null}',
      "enabled must be true or false, not null; the default stays in force.",
      "enabled 应为布尔值（true 或 false），不能是空值（null）；默认值继续生效。",
    ],
    [
      '{"content": []}',
      "content must be an object, not a list; the default stays in force.",
      "content 应为对象，不能是列表；默认值继续生效。",
    ],
    [
      '{"enabeld": 1}',
      'enabeld is not a known key (did you mean "enabled"?); it is ignored.',
      'enabeld 不是已知的键（是想写 "enabled" 吗？）；已忽略。',
    ],
    [
      '{"prompts": {"notify": "allways"}}',
      'prompts.notify must be "during-run" or "always" (did you mean "always"?); the default stays in force.',
      'prompts.notify 应为以下之一："during-run"、"always"（是想写 "always" 吗？）；默认值继续生效。',
    ],
    [
      '{"prompts": {"graceMs": -1}}',
      "prompts.graceMs must be a whole number from 0 to 86400000; the default stays in force.",
      "prompts.graceMs 应为整数（不小于 0，不大于 86400000）；默认值继续生效。",
    ],
    [
      '{"prompts": {"graceMs": "1"}}',
      "prompts.graceMs must be a whole number from 0 to 86400000; write it without quotes; the default stays in force.",
      "prompts.graceMs 应为整数（不小于 0，不大于 86400000）；请去掉引号；默认值继续生效。",
    ],
    [
      '{"titles": {"agent-error": " "}}',
      "titles.agent-error must not be empty; the default stays in force.",
      "titles.agent-error 不能为空；默认值继续生效。",
    ],
    [
      '{"titles": {"agent-error": "${A}"}}',
      "titles.agent-error needs the environment variable A, which is not set; set it or write ${A:-default} (a plain dollar is written \\\\$); the default stays in force.",
      "titles.agent-error 需要环境变量 A，但没有设置；请设置它，或写 ${A:-default}（普通的美元符号写作 \\\\$）；默认值继续生效。",
    ],
    [
      '{"titles": {"agent-error": "$A $B"}}',
      "titles.agent-error needs the environment variables A, B, which are not set; set them (a plain dollar is written \\\\$); the default stays in force.",
      "titles.agent-error 需要环境变量 A、B，但没有设置；请设置它们（普通的美元符号写作 \\\\$）；默认值继续生效。",
    ],
    [
      '{"version": 2}',
      "version is for a newer pi-notify; this one knows version 1: update it, or write 1; the file is read as version 1.",
      "version 属于更新的 pi-notify；当前只认识版本 1：请更新，或写 1；文件按版本 1 读取。",
    ],
    [
      '{"channels": [{"id": "a"}]}',
      'channels[0].type is missing; write one of "osc", "bell", "desktop", "webhook", "ntfy"; this channel is left out.',
      'channels[0].type 缺失；请写以下之一："osc"、"bell"、"desktop"、"webhook"、"ntfy"；已略过这个渠道。',
    ],
    [
      ofChannel({ type: "ntfy", ntfy: {} }),
      "channels[0].ntfy.topic is missing; write a text; this channel is left out.",
      "channels[0].ntfy.topic 缺失；请写文本；已略过这个渠道。",
    ],
    [
      ntfy({ icon: 5 }),
      "channels[0].ntfy.icon must be a text, not a number; this channel is left out.",
      "channels[0].ntfy.icon 应为文本，不能是数字；已略过这个渠道。",
    ],
    [
      ntfy({ topic: "docs" }),
      "channels[0].ntfy.topic is a name that ntfy reserves; choose another; this channel is left out.",
      "channels[0].ntfy.topic 是 ntfy 保留的名称；请换一个；已略过这个渠道。",
    ],
    [
      ntfy({ serverUrl: "ftp://x" }),
      "channels[0].ntfy.serverUrl must be a whole http:// or https:// address; this channel is left out.",
      "channels[0].ntfy.serverUrl 应为完整的 http:// 或 https:// 地址；已略过这个渠道。",
    ],
    [
      ntfy({ token: "t", serverUrl: "http://h.example" }),
      "channels[0].ntfy.token travels unencrypted over http, where others can read it; use an https serverUrl.",
      "channels[0].ntfy.token 会经 http 明文传输，可能被别人看到；serverUrl 请用 https。",
    ],
    [
      webhook({ headers: { Host: "h" } }),
      "channels[0].webhook.headers sets Host, which belongs to the connection; this channel is left out.",
      "channels[0].webhook.headers 设置了 Host，它属于连接本身；已略过这个渠道。",
    ],
    [
      webhook({ preset: "telegram", telegram: { chatId: "x" } }),
      'channels[0].webhook.telegram.chatId must be a chat id, such as "-1001234567890", or a channel, such as "@channel"; this channel is left out.',
      'channels[0].webhook.telegram.chatId 应为聊天 ID，例如 "-1001234567890"，或公开名称，例如 "@channel"；已略过这个渠道。',
    ],
    [
      webhook({ preset: "bark" }),
      'channels[0].webhook.bark is missing; write { "deviceKey": "…" }, or the key as the path of url; this channel is left out.',
      'channels[0].webhook.bark 缺失；请写 { "deviceKey": "…" }，或把 key 写成 url 的路径；已略过这个渠道。',
    ],
  ])("%s", (text, en, zh) => {
    const withoutPlace = (lines: readonly string[]) =>
      lines.map((line) => line.replace(/^config\.json:1:\d+: (?:a[:：] ?)?/, ""));
    expect(withoutPlace(linesOf(text, {}))).toEqual([en]);
    expect(withoutPlace(linesOf(text, CHINESE_LOCALE))).toEqual([zh]);
  });
});

it("the configuration's own language comes first", () => {
  expect(linesOf('{"language": "en", "enabeld": 1}', CHINESE_LOCALE)).toEqual([
    expect.stringContaining("is not a known key"),
  ]);
  expect(linesOf('{"language": "zh-CN", "enabeld": 1}', {})).toEqual([expect.stringContaining("不是已知的键")]);
  // One that cannot be used counts as none.
  expect(linesOf('{"language": "klingon"}', CHINESE_LOCALE)).toEqual([
    'config.json:1:14: language 应为以下之一："auto"、"en"、"zh-CN"；默认值继续生效。',
  ]);
});

it.each<[ConfigMessage, string, string]>([
  [{ id: "isFolder" }, "is a directory; put a JSON file in its place", "是文件夹，请换成 JSON 文件"],
  [{ id: "isNoRegularFile" }, "is not a regular file; put a JSON file in its place", "不是普通文件，请换成 JSON 文件"],
  [{ id: "isTooLarge" }, "is over 1 MiB; make it smaller", "超过 1 MiB，请改小"],
  [{ id: "isNoUtf8" }, "is not UTF-8 text; save it as UTF-8", "不是 UTF-8 文本，请存为 UTF-8"],
  [{ id: "isBrokenLink" }, "is a link to a file that does not exist", "是链接，指向的文件不存在"],
  [{ id: "isCircularLink" }, "is a link that leads back to itself", "是指向自身的链接"],
  [{ id: "isForbidden" }, "may not be read; check its permissions", "没有读取权限，请检查权限"],
  [{ id: "isUnreadable" }, "cannot be read", "无法读取"],
  [{ id: "isUnreadableFor", values: { code: "EIO" } }, "cannot be read (EIO)", "无法读取（EIO）"],
])("a file that is refused: %o", async (what, en, zh) => {
  const lines = async (env: Readonly<Record<string, string>>) => {
    const read = async () => ({ kind: "refused", what }) as const;
    const { warnings } = await loadConfig({ path: "/x/config.json", env, registry: CHANNELS, read });
    return warnings.map(({ text }) => text);
  };
  expect(await lines({})).toEqual([
    `config.json: the file ${en}; nothing in the file counts, the defaults are in force.`,
  ]);
  expect(await lines(CHINESE_LOCALE)).toEqual([`config.json：这个文件${zh}；文件内容都不生效，使用默认设置。`]);
});

it.each<[ConfigMessage, string, string]>([
  [
    { id: "jsonEscape" },
    "a backslash in a text is written twice, so a plain dollar is \\\\$",
    "文本里的反斜杠要写两次，所以普通的美元符号写作 \\\\$",
  ],
  [{ id: "mustBe", values: { form: { id: "formWord", values: { word: '"x"' } } } }, 'must be "x"', '应为固定值 "x"'],
  [
    { id: "formBounded", values: { form: { id: "formNumber" }, bound: { id: "boundBelow", values: { value: 3 } } } },
    "a number below 3",
    "数字（小于 3）",
  ],
  [{ id: "ownWords", values: { words: "{key} as it is" } }, "{key} as it is", "{key} as it is"],
])("%o", (message, en, zh) => {
  expect([messageText(configMessages, message, "en"), messageText(configMessages, message, "zh-CN")]).toEqual([en, zh]);
});
