import { describe, expect, it } from "vitest";
import { PRESET_NAMES, type PresetName } from "../../../src/channels/webhook/presets/registry.ts";
import { bodyOf, type Json, message, SENT_TEXT } from "./preset-cases.ts";

const MENTIONS = [
  "@everyone",
  "@here",
  "@all",
  "@channel",
  "@durov",
  "(@durov)",
  "<!everyone>",
  "<!channel>",
  "<!here|here>",
  "<!subteam^S1>",
  "<@U0123>",
  "<@!123456789012345678>",
  "<@&123456789012345678>",
  "<@all>",
  "< @all>",
  "<\t@zhangsan>",
  "< \t@zhangsan>",
  '<at user_id="all">所有人</at>',
  "<at id=all></at>",
  "<AT>Ada</AT>",
  "< at>ada@example.com</ at>",
  "<  at>Ada<  /  at>",
  "[Ada](tg://user?id=1)",
  '<a href="tg://user?id=1">Ada</a>',
  "\\<@123456789012345678>",
];

interface Mentioning {
  /** Everything in a text that the service would read as a call to somebody. */
  readonly inText?: RegExp;
  /** Whether the body around the text calls somebody, or lets the text do so. */
  readonly inBody?: (body: Json) => boolean;
}

/** How each service is called upon to mention people; an empty one has no mentions. */
const MENTIONING: Readonly<Record<PresetName, Mentioning>> = {
  slack: { inText: /<[!@]/, inBody: ({ link_names, parse }) => link_names !== undefined || parse !== undefined },
  discord: {
    inText: /(?<!\\)(?:\\\\)*<@/,
    inBody: ({ allowed_mentions }) => JSON.stringify(allowed_mentions) !== '{"parse":[]}',
  },
  teams: { inText: /<\s*\/?\s*at\b/i, inBody: (body) => JSON.stringify(body).includes('"msteams"') },
  telegram: {
    inText: /(?<!\w)@\w{2,}/,
    inBody: ({ parse_mode, entities }) =>
      parse_mode !== undefined || [...(entities ?? [])].some(({ type }) => String(type) !== "bold"),
  },
  feishu: { inText: /<\s*\/?\s*at\b/i, inBody: (body) => JSON.stringify(body).includes('"tag":"at"') },
  dingtalk: { inBody: ({ at }) => JSON.stringify(at) !== '{"atMobiles":[],"atUserIds":[],"isAtAll":false}' },
  wecom: { inText: /<\s*@/, inBody: ({ text }) => Object.keys(text ?? {}).join() !== "content" },
  bark: {},
  gotify: {},
  pushover: {},
};

describe.each(PRESET_NAMES)("%s", (name) => {
  const { inText = /$^/, inBody = () => false } = MENTIONING[name];

  it.each(MENTIONS)("%s mentions nobody", (mention) => {
    for (const text of [mention, `a ${mention} b`, `${mention}${mention}`, `${"x".repeat(1990)} ${mention}`]) {
      const body = bodyOf(name, message(text, text, mention));
      expect(SENT_TEXT[name](body)).not.toMatch(inText);
      expect(inBody(body)).toBe(false);
    }
  });
});

it.each<[PresetName, object]>([
  ["slack", { text: "<!channel>", link_names: 1 }],
  ["discord", { content: "a\\\\<@1>" }],
  ["teams", { attachments: [{ content: { msteams: { entities: [] } } }] }],
  ["telegram", { text: "@durov", parse_mode: "HTML" }],
  ["feishu", { content: { post: { zh_cn: { title: "<at id=all>", content: [[{ tag: "at" }]] } } } }],
  ["dingtalk", { text: { content: "a" }, at: { isAtAll: true } }],
  ["wecom", { text: { content: "<@all>", mentioned_list: ["@all"] } }],
])("%s would be caught with %j", (name, mentioning) => {
  const { inText, inBody } = MENTIONING[name];
  if (inText) expect(name === "teams" ? "<at>a</at>" : SENT_TEXT[name](mentioning as Json)).toMatch(inText);
  expect(inBody?.(mentioning as Json)).toBe(true);
});

it("a push service is never asked to read markup", () => {
  expect(Object.keys(bodyOf("pushover", message("<b>a</b>", "b")))).not.toContain("html");
  expect(Object.keys(bodyOf("gotify", message("# a", "b")))).not.toContain("extras");
  expect(Object.keys(bodyOf("bark", message("# a", "b")))).not.toContain("markdown");
});
