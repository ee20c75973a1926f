import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { CHANNELS } from "../../src/channels/registry.ts";
import { type Config, DEFAULT_CONFIG } from "../../src/config/config.ts";
import { type ParsedConfig, parseConfig } from "../../src/config/parse-config.ts";
import { DEFAULT_EVENTS } from "../../src/notices/event-table.ts";

function parse(source: string | object, env: Record<string, string | undefined> = {}): ParsedConfig {
  const text = typeof source === "string" ? source : JSON.stringify(source);
  return parseConfig(text, { file: "config.json", env, channels: CHANNELS });
}

function lines(source: string | object, env?: Record<string, string | undefined>): string[] {
  return parse(source, env).warnings.map(({ text }) => text);
}

function ids({ config }: { config: Config }): string[] {
  return config.channels.map(({ id }) => id);
}

const GOOD = { id: "good", type: "bell" };
const hook = (webhook: object, more: object = {}) => ({ id: "hook", type: "webhook", webhook, ...more });

describe("a file that is right", () => {
  test("an empty object is the defaults, and so is a file of comments and an object", () => {
    expect(parse("{}")).toMatchObject({ config: DEFAULT_CONFIG, warnings: [], pending: [] });
    expect(parse("// x\n/* y */ {\n// z\n}\n")).toMatchObject({ config: DEFAULT_CONFIG, warnings: [], pending: [] });
  });

  test("every key, with comments and trailing commas", () => {
    const { config, warnings } = parse(
      `{
        "$schema": "./\${not}/expanded.json", "version": 1, "enabled": false, "language": "zh-CN",
        "content": { "fullPath": true, "host": false, }, // a comment
        "titles": { "agent-error": "$WHO failed" },
        "prompts": { "notify": "always", "graceMs": 0 }, "herdr": { "enabled": false },
        "attention": { "childProcesses": "notify", "backgroundWork": "hold", "backgroundWorkMaxMs": 5 },
        "trace": { "keep": 7 },
        "channels": [
          { "id": "t", "type": "osc", "delayMs": 1000, "osc": { "protocol": "osc99" } },
          /* another */
          { "id": "h", "type": "webhook", "enabled": false, "events": ["agent-error", "agent-error"], "modes": ["json"],
            "webhook": { "url": "https://\${HOST:-localhost}/x", "headers": { "X-$A": "\\\\$A" }, "timeoutMs": 100 } },
        ],
      }`,
      { WHO: "Pi" },
    );
    expect(warnings).toEqual([]);
    expect(config).toEqual({
      enabled: false,
      language: "zh-CN",
      content: { ...DEFAULT_CONFIG.content, fullPath: true, host: false },
      titles: { "agent-error": "Pi failed" },
      prompts: { notify: "always", graceMs: 0 },
      herdr: { enabled: false },
      attention: { childProcesses: "notify", backgroundWork: "hold", backgroundWorkMaxMs: 5 },
      trace: { keep: 7 },
      channels: [
        {
          id: "t",
          type: "osc",
          enabled: true,
          events: DEFAULT_EVENTS,
          modes: ["tui"],
          delayMs: 1000,
          withdraw: true,
          config: {
            protocol: "osc99",
            fallback: "osc9",
            termPrograms: {},
            tmux: "passthrough",
            tmuxPermission: "check",
          },
        },
        {
          id: "h",
          type: "webhook",
          enabled: false,
          events: ["agent-error"],
          modes: ["json"],
          delayMs: 0,
          withdraw: false,
          config: { url: "https://localhost/x", headers: { "X-$A": "$A" }, timeoutMs: 100 },
        },
      ],
    });
  });

  test("no channels leave the built-in ones", () => {
    expect(parse({ channels: [] })).toMatchObject({
      config: DEFAULT_CONFIG,
      warnings: [],
      pending: [],
    });
  });
});

describe("a file that is no JSON object leaves the defaults and says so in one line", () => {
  const effect = "; nothing in the file counts, the defaults are in force.";
  test.each([
    ["", "config.json:1:1: the file is empty; write {} for the defaults"],
    [" \n ", "the file is empty; write {} for the defaults"],
    ['{\n  "a": 1\n  "b": 2 }', "config.json:3:3: expected a comma"],
    ['{\r\n"a": tru }', "config.json:2:6: this is not a JSON value; write texts in double quotes"],
    ['{\r"a" 1}', "config.json:2:5: expected a colon after the key"],
    ['{"a": 1', "config.json:1:8: expected a closing }"],
    ['{"a": [1', "config.json:1:9: expected a closing ]"],
    ['{"a": }', "config.json:1:7: expected a value"],
    ["{a: 1}", "config.json:1:2:"],
    ['{"a": "x\n"}', "config.json:1:7: this text has no closing double quote on its line"],
    ['{"a": "\\$X"}', "config.json:1:7: a backslash in a text is written twice, so a plain dollar is \\\\$"],
    ['{"a": "\\u12"}', "config.json:1:7: expected four hexadecimal digits"],
    ['{"a": "\t"}', "config.json:1:7: a control character cannot stand in a text"],
    ["{} /* x", "config.json:1:4: this comment has no end"],
    ["{} {}", "config.json:1:4: expected nothing more after the closing bracket"],
    ["[]", "config.json:1:1: the file must hold an object: { … }"],
    ['\n "x"', "config.json:2:2: the file must hold an object: { … }"],
    ["null", "config.json:1:1: the file must hold an object: { … }"],
    [`{"a":${"[".repeat(100_000)}`, "config.json:1:85: this is nested more than 80 levels deep"],
    [`{"channels":[${"1,".repeat(100_000)}]}`, "the file holds too much to be a configuration"],
    [`{"channels":[${'{"a":'.repeat(100_000)}`, "this is nested more than 80 levels deep"],
  ])("case %#", (text, start) => {
    const { config, warnings } = parse(text);
    expect(config).toBe(DEFAULT_CONFIG);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.text).toContain(start);
    expect(warnings[0]?.text.endsWith(effect)).toBe(true);
  });

  test("brackets in texts and comments are no nesting", () => {
    const brackets = "[{".repeat(200);
    expect(parse(`{"titles":{"agent-error":"${brackets}"} /* ${brackets} */}`).warnings).toEqual([]);
  });
});

describe("a bad key takes its default alone", () => {
  test.each<[string, string]>([
    [
      '{"enabled": "false"}',
      "config.json:1:13: enabled must be true or false; write false without quotes; the default stays in force.",
    ],
    ['{"enabled": "off"}', "enabled must be true or false, not a text;"],
    ['{"enabled": null}', "enabled must be true or false, not null;"],
    ['{"enabled": 0}', "enabled must be true or false, not a number;"],
    ['{"language": "zh-cn"}', 'language must be "auto", "en" or "zh-CN" (did you mean "zh-CN"?);'],
    ['{"language": true}', 'language must be "auto", "en" or "zh-CN", not true;'],
    ['{"content": []}', "content must be an object, not a list;"],
    ['{"content": {"host": 1}}', "config.json:1:22: content.host must be true or false, not a number;"],
    ['{"titles": {"agent-error": 5}}', "titles.agent-error must be a text, not a number;"],
    ['{"titles": {"agent-error": " "}}', "titles.agent-error must not be empty;"],
    [
      '{"titles": {"agent-error": "$NO"}}',
      "titles.agent-error needs the environment variable NO, which is not set; set it or write ${NO:-default}",
    ],
    ['{"prompts": null}', "prompts must be an object, not null;"],
    ['{"prompts": {"notify": "allways"}}', 'prompts.notify must be "during-run" or "always" (did you mean "always"?);'],
    [
      '{"prompts": {"graceMs": "5"}}',
      "prompts.graceMs must be a whole number from 0 to 86400000; write it without quotes;",
    ],
    ['{"prompts": {"graceMs": 1.5}}', "prompts.graceMs must be a whole number from 0 to 86400000;"],
    ['{"prompts": {"graceMs": -1}}', "prompts.graceMs must be a whole number from 0 to 86400000;"],
    ['{"channels": null}', "channels must be a list, not null;"],
    ['{"channels": {}}', "channels must be a list, not an object;"],
    ['{"version": 0}', "version must be a whole number from 1;"],
    ['{"version": "1"}', "version must be a whole number from 1; write it without quotes;"],
    ['{"$schema": 1}', "$schema must be a text, not a number;"],
  ])("%s", (text, expected) => {
    const { config, warnings } = parse(text);
    expect(config).toEqual(DEFAULT_CONFIG);
    expect(warnings.map((warning) => warning.text)).toEqual([expect.stringContaining(expected)]);
    expect(warnings[0]?.text).toContain("the default stays in force.");
  });

  test("what stands beside it counts", () => {
    const { config, warnings } = parse({
      enabled: "no",
      language: "en",
      content: { host: "x", session: false },
      prompts: { notify: 1, graceMs: 7 },
      channels: [GOOD],
    });
    expect(config).toMatchObject({
      enabled: true,
      language: "en",
      content: { host: true, session: false },
      prompts: { notify: "during-run", graceMs: 7 },
      channels: [{ id: "good" }],
    });
    expect(warnings).toHaveLength(3);
  });
});

describe("version", () => {
  test("a newer file is read as what we know, and that is told", () => {
    const { config, warnings } = parse({ version: 2, enabled: false });
    expect(config.enabled).toBe(false);
    expect(warnings).toEqual([
      {
        text: "config.json:1:12: version is for a newer pi-notify; this one knows version 1: update it, or write 1; the file is read as version 1.",
        file: "config.json",
        line: 1,
        column: 12,
      },
    ]);
  });
});

describe("unknown keys are ignored with a line", () => {
  test.each<[object, string]>([
    [{ enabeld: false }, 'config.json:1:2: enabeld is not a known key (did you mean "enabled"?); it is ignored.'],
    [{ hedgehog: {} }, "config.json:1:2: hedgehog is not a known key; it is ignored."],
    [{ herdr: { enabeld: true } }, 'herdr.enabeld is not a known key (did you mean "enabled"?);'],
    [
      { attention: { backgroundwork: "hold" } },
      'attention.backgroundwork is not a known key (did you mean "backgroundWork"?);',
    ],
    [{ attention: { minRunMs: 1 } }, "attention.minRunMs is not a known key"],
    [{ content: { fullpath: true } }, 'content.fullpath is not a known key (did you mean "fullPath"?);'],
    [{ titles: { "agent-eror": "x" } }, 'titles.agent-eror is not a known key (did you mean "agent-error"?);'],
    [{ prompts: { grace: 1 } }, "prompts.grace is not a known key"],
    [{ "a\u001b]0;x\u0007\nb\u202e": 1 }, '["a b"] is not a known key;'],
    [{ ["x".repeat(5000)]: 1 }, `["${"x".repeat(39)}…"] is not a known key;`],
    [{ channels: [{ ...GOOD, event: [] }] }, 'channels[0].event is not a known key (did you mean "events"?);'],
    [
      { channels: [{ ...GOOD, withdraw: false }] },
      'channels[0].withdraw is not supported by channels of type "bell"; it is ignored.',
    ],
    [{ channels: [{ ...GOOD, bell: { loud: true } }] }, "channels[0].bell.loud is not a known key; it is ignored."],
    [
      { channels: [{ ...GOOD, osc: {} }] },
      'channels[0].osc belongs to channels of type "osc"; this one is "bell"; it is ignored.',
    ],
    [
      { channels: [hook({ url: "http://h/", timeoutms: 1 })] },
      'channels[0].webhook.timeoutms is not a known key (did you mean "timeoutMs"?);',
    ],
  ])("case %#", (source, expected) => {
    const { config, warnings } = parse(source);
    expect(warnings.map(({ text }) => text)).toEqual([expect.stringContaining(expected)]);
    const hasOwn = JSON.stringify(source).includes('"type":"bell"');
    const added = "channels" in source && !hasOwn ? 1 : 0;
    expect(config.channels.length).toBe(hasOwn ? 1 : DEFAULT_CONFIG.channels.length + added);
  });

  test("a user's own keys are not unknown", () => {
    const template = { text: "{{title}}", nested: [{ any: 1 }, null] };
    const headers = { "X-Any": "a" };
    const { config, warnings } = parse({
      channels: [
        hook({ url: "http://h/", template, headers }),
        { id: "t", type: "osc", osc: { termPrograms: { x: "osc9" } } },
      ],
    });
    expect(warnings).toEqual([]);
    expect(config.channels.map((channel) => channel.config)).toMatchObject([
      { template, headers },
      { termPrograms: { x: "osc9" } },
    ]);
  });
});

describe("keys that stand twice or may not stand", () => {
  test("the last of equal keys counts", () => {
    const { config, warnings } = parse('{"enabled": true,\n "enabled": false}');
    expect(config.enabled).toBe(false);
    expect(warnings.map(({ text }) => text)).toEqual([
      "config.json:2:2: enabled is repeated here; keep one of them; the last one counts.",
    ]);
  });

  test.each(["__proto__", "constructor", "prototype"])("%s is refused everywhere", (key) => {
    const text = `{ "${key}": {"enabled": false}, "content": {"${key}": 1}, "channels": [
      {"id": "a", "type": "webhook", "webhook": {"url": "http://h/", "template": {"x": [{"${key}": 1}]}}},
      {"id": "b", "type": "bell"}]}`;
    const { config, warnings } = parse(text);
    expect(warnings.map((warning) => warning.text)).toEqual([
      `config.json:1:3: ${key} is refused: no key may be called "${key}"; it is ignored.`,
      expect.stringContaining(`content.${key} is refused`),
      expect.stringMatching(
        /^config\.json:2:90: a: channels\[0\]\.webhook\.template\.x\[0\]\..* this channel is left out\.$/,
      ),
    ]);
    expect(ids({ config })).toEqual(["b"]);
    expect(config.enabled).toBe(true);
    expect(Object.getPrototypeOf(config.content)).toBe(Object.prototype);
  });
});

test("more than 50 channels are too many: the rest is left out with one line", () => {
  const channels = Array.from({ length: 60 }, (_, index) => ({ id: `b${index}`, type: "bell" }));
  expect(parse({ channels }).config.channels).toHaveLength(50);
  expect(lines({ channels })).toEqual([
    expect.stringContaining("channels has too many entries (60); write at most 50;"),
  ]);
});

describe("a bad channel is left out alone", () => {
  test.each<[unknown, string]>([
    ["x", "channels[0] must be an object;"],
    [null, "channels[0] must be an object;"],
    [[], "channels[0] must be an object;"],
    [{ id: "x" }, 'channels[0].type is missing; write one of "osc", "bell", "desktop", "webhook", "ntfy";'],
    [
      { id: "x", type: "webhok" },
      'channels[0].type must be one of "osc", "bell", "desktop", "webhook", "ntfy" (did you mean "webhook"?);',
    ],
    [{ id: "x", type: "pigeon" }, 'channels[0].type must be one of "osc", "bell", "desktop", "webhook", "ntfy";'],
    [{ id: "x", type: null }, "channels[0].type must be one of"],
    [{ id: "x", type: "$NO" }, "channels[0].type must be one of"],
    [{ type: "bell" }, "channels[0].id is missing; write a text;"],
    [{ id: null, type: "bell" }, "channels[0].id must be a text, not null;"],
    [{ id: 5, type: "bell" }, "channels[0].id must be a text, not a number;"],
    [{ id: "", type: "bell" }, "channels[0].id must be 1 to 64 characters on one line, none of them invisible;"],
    [{ id: " \t", type: "bell" }, "channels[0].id must be 1 to 64 characters"],
    [{ id: "a\u200bb", type: "bell" }, "channels[0].id must be 1 to 64 characters"],
    [{ id: "a\u0007", type: "bell" }, "channels[0].id must be 1 to 64 characters"],
    [{ id: "x".repeat(65), type: "bell" }, "channels[0].id must be 1 to 64 characters"],
    [{ id: "$NO", type: "bell" }, "channels[0].id needs the environment variable NO"],
    [{ ...GOOD, enabled: "false" }, "channels[0].enabled must be true or false; write false without quotes;"],
    [{ ...GOOD, enabled: null }, "channels[0].enabled must be true or false, not null;"],
    [{ ...GOOD, delayMs: -1 }, "channels[0].delayMs must be a whole number from 0 to 86400000;"],
    [{ ...GOOD, delayMs: 0.5 }, "channels[0].delayMs must be a whole number from 0 to 86400000;"],
    [{ ...GOOD, events: "agent-error" }, "channels[0].events must be a list, not a text;"],
    [{ ...GOOD, events: null }, "channels[0].events must be a list, not null;"],
    [
      { ...GOOD, modes: ["gui"] },
      'channels[0].modes[0] must be "tui", "rpc", "json" or "print" (did you mean "tui"?);',
    ],
    [
      { ...GOOD, modes: ["tui", "print"] },
      'channels[0].modes[1] must not be "print": type "bell" works in "tui" only;',
    ],
    [
      { ...GOOD, type: "osc", modes: ["rpc"] },
      'channels[0].modes[0] must not be "rpc": type "osc" works in "tui" only;',
    ],
    [{ ...GOOD, bell: null }, "channels[0].bell must be an object, not null;"],
    [{ ...GOOD, bell: [] }, "channels[0].bell must be an object, not a list;"],
    [
      { id: "t", type: "osc", osc: { protocol: "osc8" } },
      'channels[0].osc.protocol must be "auto", "osc9", "osc99" or "osc777" (did you mean "osc9"?);',
    ],
    [{ id: "h", type: "webhook" }, "channels[0].webhook.url is missing; write a text;"],
    [hook({ url: null }), "channels[0].webhook.url must be a text, not null;"],
    [hook({ url: "ftp://h/" }), "channels[0].webhook.url must be a whole http:// or https:// address;"],
    [hook({ url: "$EMPTY" }), "channels[0].webhook.url must be a whole http:// or https:// address;"],
    [
      hook({ url: "http://h/", timeoutMs: "$N" }),
      "channels[0].webhook.timeoutMs must be a whole number from 1 to 60000; no variable can stand here, write the value itself, without quotes;",
    ],
    [hook({ url: "http://h/", headers: { A: 1 } }), "channels[0].webhook.headers.A must be a text, not a number;"],
    [hook({ url: "http://h/", preset: "slak" }), '(did you mean "slack"?);'],
    [
      hook({ url: "http://h/", template: "{{titel}}" }),
      "channels[0].webhook.template has an unknown placeholder {{titel}};",
    ],
    [hook({ url: "http://h/${A" }), "channels[0].webhook.url has a `${` that no variable name"],
    [hook({ url: "http://h/" }, { enabled: false, delayMs: "5" }), "channels[0].delayMs must be a whole number"],
  ])("case %#", (channel, expected) => {
    const { config, warnings } = parse({ channels: [channel, { id: "last", type: "bell" }] }, { EMPTY: "", N: "5" });
    expect(ids({ config })).toEqual(["last"]);
    expect(warnings.map(({ text }) => text)).toEqual([expect.stringContaining(expected)]);
    expect(warnings[0]?.text.endsWith("; this channel is left out.")).toBe(true);
    expect(warnings[0]?.text).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
  });

  test("each error of it has its line, at its place", () => {
    const text = `{"channels": [
  {"id": "a\\u0007", "type": "bell",
   "delayMs": -1},
]}`;
    expect(parse(text).warnings.map(({ line, column }) => [line, column])).toEqual([
      [2, 10],
      [3, 15],
    ]);
  });

  test("the second of two equal ids is left out; that of a channel that was left out is free", () => {
    const { config, warnings } = parse({
      channels: [
        { id: "a", type: "bell", delayMs: null },
        { id: "a", type: "bell" },
        { id: "a", type: "osc" },
      ],
    });
    expect(config.channels.map(({ id, type }) => [id, type])).toEqual([["a", "bell"]]);
    expect(warnings.map(({ text }) => text)).toEqual([
      expect.stringContaining("channels[0].delayMs"),
      expect.stringContaining(
        "channels[2].id is already used by channels[1]; choose another; this channel is left out.",
      ),
    ]);
  });

  test("one of a type that tells here, and broken, leaves none, not the built-in ones", () => {
    expect(parse({ channels: [{ id: "x", type: "bell", delayMs: "soon" }] }).config.channels).toEqual([]);
  });
});

test("an unknown event is ignored alone", () => {
  const { config, warnings } = parse({
    channels: [{ ...GOOD, events: ["nope", "agent-error", 5, "agent-eror", "input-required"] }],
  });
  expect(config.channels[0]?.events).toEqual(["agent-error", "input-required"]);
  expect(warnings.map(({ text }) => text.replace(/must be .* or "integration-error"/, "…"))).toEqual([
    expect.stringMatching(/channels\[0\]\.events\[0\] …; this event is ignored\.$/),
    expect.stringMatching(/channels\[0\]\.events\[2\] …, not a number; this event is ignored\.$/),
    expect.stringMatching(/channels\[0\]\.events\[3\] … \(did you mean "agent-error"\?\); this event is ignored\.$/),
  ]);
});

describe("a variable that is not set", () => {
  const source = { channels: [hook({ url: "$URL", headers: { a: "${T1} ${T2}" }, timeoutMs: "bad" }), GOOD] };

  test("switches its channel off, keeps it, and is named", () => {
    const { config, warnings } = parse(source, { URL: "http://h/" });
    expect(config.channels).toEqual([
      {
        id: "hook",
        type: "webhook",
        enabled: true,
        events: DEFAULT_EVENTS,
        modes: ["tui", "rpc", "print"],
        delayMs: 0,
        withdraw: false,
        config: undefined,
        unusable: "not-configured",
      },
      expect.objectContaining({ id: "good" }),
    ]);
    expect(warnings.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /channels\[0\]\.webhook\.headers\.a needs an environment variable that is not set; export it before Pi starts .*; this channel is switched off\.$/,
      ),
    ]);
  });

  test("is no matter where a default stands, or the channel is off", () => {
    expect(lines({ channels: [hook({ url: "${URL:-http://h/}" })] })).toEqual([]);
    const off = parse({ channels: [hook({ url: "$URL" }, { enabled: false })] });
    expect(off.warnings).toEqual([]);
    expect(off.config.channels.at(-1)).toMatchObject({ enabled: false, unusable: "not-configured" });
  });

  test("a value with dollars arrives as it is", () => {
    const env = { T: "tk_$abc$$&${T}\\$x" };
    expect(
      parse({ channels: [hook({ url: "http://h/", headers: { a: "Bearer $T" } })] }, env).config.channels.at(-1)
        ?.config,
    ).toMatchObject({ headers: { a: `Bearer ${env.T}` } });
  });
});

describe("a channel whose own code throws costs itself only", () => {
  const refuse = (): never => {
    throw new Error("broken");
  };
  test.each([
    ["schema", { schema: z.unknown().check(z.refine(refuse)) }, "channels[0].bell cannot be checked"],
    ["escapeInserted", { escapeInserted: refuse }, "channels[0] cannot be checked"],
    ["warning", { warning: refuse }, undefined],
  ])("in its %s", (_point, faulty, warned) => {
    const registry = CHANNELS.map((channel) => (channel.type === "bell" ? { ...channel, ...faulty } : channel));
    const text = JSON.stringify({
      channels: [
        { ...GOOD, bell: { key: "$V" } },
        { id: "last", type: "osc" },
      ],
    });
    const loose = registry.map((channel) =>
      channel.type === "bell" && !("schema" in faulty) ? { ...channel, schema: z.looseObject({}) } : channel,
    );
    const { config, warnings } = parseConfig(text, { file: "config.json", env: { V: "v" }, channels: loose });
    expect(ids({ config })).toEqual(warned === undefined ? ["good", "last"] : ["last"]);
    expect(warnings.map((warning) => warning.text)).toEqual(
      warned === undefined ? [] : [expect.stringContaining(warned)],
    );
  });
});

test("an event that needs a variable does not shift the others", () => {
  const { config } = parse({ channels: [{ ...GOOD, events: ["$NO", "nope", "agent-error"] }] });
  expect(config.channels[0]).toMatchObject({ unusable: "not-configured", events: ["agent-error"] });
});

test("a file full of errors tells the first fifty and how many more", () => {
  const text = JSON.stringify(Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`unknown-${index}`, 1])));
  const told = lines(text);
  expect(told).toHaveLength(51);
  expect(told.at(-1)).toBe("config.json: 150 more like these.");
});

test("a position counts lines of every kind, and UTF-16 units", () => {
  expect(parse('{\r\n\r"a":\n{}, "😀":1, "b":1}').warnings.map(({ line, column }) => [line, column])).toEqual([
    [3, 1],
    [4, 5],
    [4, 13],
  ]);
});
