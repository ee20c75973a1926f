import { describe, expect, test } from "vitest";
import { CHANNELS } from "../../src/channels/registry.ts";
import { DEFAULT_CONFIG } from "../../src/config/config.ts";
import { formatKeyPath } from "../../src/config/file/key-path.ts";
import { type ParsedConfig, parseConfig } from "../../src/config/parse-config.ts";

const ENV = { HOST: "good.example", SECRET: "s3cr3t", OTHER: "other.example" };

interface Files {
  readonly global?: object | string;
  readonly project: object | string;
  readonly approved?: boolean;
}

function parse({ global, project, approved = true }: Files): ParsedConfig {
  const text = (source: object | string) => (typeof source === "string" ? source : JSON.stringify(source));
  return parseConfig(global === undefined ? undefined : text(global), {
    file: "config.json",
    env: ENV,
    channels: CHANNELS,
    project: { file: "pi-notify.json", text: text(project), isApproved: approved },
  });
}

const lines = ({ warnings }: ParsedConfig) => warnings.map(({ text }) => text);
const waits = ({ pending }: ParsedConfig) => pending.map(({ path }) => formatKeyPath(path));
const channel = ({ config }: ParsedConfig, id: string) => config.channels.find((candidate) => candidate.id === id);

const HOOK = {
  id: "hook",
  type: "webhook",
  events: ["agent-error"],
  delayMs: 5,
  webhook: {
    url: "https://$HOST/a",
    template: { text: "{{title}}", more: "x" },
    headers: { Authorization: "Bearer $SECRET", "X-Team": "a" },
    secret: "$SECRET",
    timeoutMs: 700,
  },
};
const BELL = { id: "bell", type: "bell" };
const GLOBAL = { language: "zh-CN", content: { host: false }, titles: { "agent-error": "E" }, channels: [HOOK, BELL] };

describe("an approved project file changes the global one", () => {
  test("key by key, and leaves the rest", () => {
    const parsed = parse({
      global: GLOBAL,
      project: {
        content: { fullPath: true },
        titles: { "agent-completed": "$HOST done" },
        prompts: { notify: "always" },
      },
    });
    expect(lines(parsed)).toEqual([]);
    expect(parsed.config).toMatchObject({
      enabled: true,
      language: "zh-CN",
      content: { ...DEFAULT_CONFIG.content, host: false, fullPath: true },
      titles: { "agent-error": "E", "agent-completed": "good.example done" },
      prompts: { notify: "always", graceMs: 150 },
      channels: [{ id: "hook" }, { id: "bell" }],
    });
  });

  test("with comments and trailing commas", () => {
    expect(parse({ project: '// x\n{ "enabled": false, }' }).config.enabled).toBe(false);
  });

  test("channels by id: objects key by key, lists and templates as a whole; a new id adds one", () => {
    const parsed = parse({
      global: GLOBAL,
      project: {
        channels: [
          { id: "new", type: "bell" },
          { id: "hook", events: ["agent-completed"], webhook: { headers: { "X-Team": "b" }, template: { t: 1 } } },
        ],
      },
    });
    expect(lines(parsed)).toEqual([]);
    expect(parsed.config.channels.map(({ id }) => id)).toEqual(["hook", "bell", "new"]);
    expect(channel(parsed, "hook")).toMatchObject({
      events: ["agent-completed"],
      delayMs: 5,
      config: {
        url: "https://good.example/a",
        template: { t: 1 },
        headers: { Authorization: "Bearer s3cr3t", "X-Team": "b" },
        secret: "s3cr3t",
        timeoutMs: 700,
      },
    });
    expect(channel(parsed, "hook")?.config).not.toHaveProperty("template.text");
  });

  test("the default channels too, where the global file names none", () => {
    for (const global of [undefined, {}, { enabled: true }]) {
      const parsed = parse({
        ...(global && { global }),
        project: { channels: [{ id: "terminal", osc: { protocol: "osc99" } }] },
      });
      expect(lines(parsed)).toEqual([]);
      expect(parsed.config.channels).toEqual([
        {
          ...DEFAULT_CONFIG.channels[0],
          config: { ...(DEFAULT_CONFIG.channels[0]?.config as object), protocol: "osc99" },
        },
        DEFAULT_CONFIG.channels[1],
      ]);
    }
  });

  test("another type drops what belonged to the old one; id, enabled and events stay", () => {
    const parsed = parse({
      global: { channels: [{ ...HOOK, enabled: false }] },
      project: { channels: [{ id: "hook", type: "bell" }] },
    });
    expect(lines(parsed)).toEqual([]);
    expect(parsed.config.channels.filter(({ id }) => id === "hook")).toEqual([
      {
        id: "hook",
        type: "bell",
        enabled: false,
        events: ["agent-error"],
        modes: ["tui"],
        delayMs: 0,
        withdraw: false,
        config: {},
      },
    ]);
  });

  test("a template in place of a preset, and a preset in place of a template", () => {
    const preset = { ...HOOK, webhook: { url: "https://h/", preset: "slack" } };
    const both = [
      parse({ global: { channels: [preset] }, project: { channels: [{ id: "hook", webhook: { template: 1 } }] } }),
      parse({ global: GLOBAL, project: { channels: [{ id: "hook", webhook: { preset: "slack" } }] } }),
    ];
    expect(both.map(lines)).toEqual([[], []]);
    expect(both.map((parsed) => channel(parsed, "hook")?.config)).toEqual([
      { url: "https://h/", template: 1, timeoutMs: 5000 },
      expect.not.objectContaining({ template: expect.anything() }),
    ]);
  });
});

describe("another host gets no inherited credentials", () => {
  const inherited = { headers: { Authorization: "Bearer s3cr3t", "X-Team": "a" }, secret: "s3cr3t" };
  const config = (webhook: object, global: object = HOOK) => {
    const parsed = parse({ global: { channels: [global] }, project: { channels: [{ id: "hook", webhook }] } });
    expect(lines(parsed)).toEqual([]);
    return channel(parsed, "hook")?.config;
  };

  test.each<[string, object]>([
    ["another path", { url: "https://good.example/b" }],
    ["the same, written out", { url: "https://GOOD.example:443/a?x=1" }],
    ["another time limit", { timeoutMs: 1 }],
  ])("%s is the same host", (_what, webhook) => {
    expect(config(webhook)).toMatchObject(inherited);
  });

  test.each<[string, string, string]>([
    ["another name", "https://$OTHER/a", "https://other.example/a"],
    ["another port", "https://good.example:8443/a", "https://good.example:8443/a"],
    ["no encryption", "http://good.example/a", "http://good.example/a"],
    ["a name that only begins alike", "https://good.example.evil/a", "https://good.example.evil/a"],
  ])("%s", (_what, url, expanded) => {
    expect(config({ url })).toEqual({
      url: expanded,
      template: { text: "{{title}}", more: "x" },
      timeoutMs: 700,
    });
  });

  test("what it brings itself is sent", () => {
    expect(
      config({ url: "https://other.example/", secret: "own-secret-of-24-bytes!!", headers: { A: "b" } }),
    ).toMatchObject({
      headers: { A: "b" },
      secret: "own-secret-of-24-bytes!!",
    });
  });

  test("a template with a variable in it stays behind, too", () => {
    const withVariable = { ...HOOK, webhook: { url: "https://h/", template: { key: "$SECRET" } } };
    expect(config({ url: "https://other.example/" }, withVariable)).toEqual({
      url: "https://other.example/",
      timeoutMs: 5000,
    });
  });

  test("an address that cannot be known counts as another", () => {
    const parsed = parse({
      global: { channels: [{ ...HOOK, webhook: { ...HOOK.webhook, url: "$NOT_SET" } }] },
      project: { channels: [{ id: "hook", webhook: { url: "https://other.example/" } }] },
    });
    for (const key of ["headers", "secret"]) expect(channel(parsed, "hook")?.config).not.toHaveProperty(key);
    expect(channel(parsed, "hook")?.config).toMatchObject({ url: "https://other.example/" });
  });
});

describe("an unapproved project file", () => {
  test("changes the keys of the allowlist", () => {
    const parsed = parse({
      approved: false,
      global: GLOBAL,
      project: {
        $schema: "x",
        version: 1,
        enabled: false,
        language: "en",
        content: { project: false },
        channels: [
          { id: "hook", type: "webhook", enabled: false, delayMs: 9, events: [] },
          { id: "bell", delayMs: 1 },
        ],
      },
    });
    expect(lines(parsed)).toEqual([]);
    expect(waits(parsed)).toEqual([]);
    expect(parsed.config).toMatchObject({
      enabled: false,
      language: "en",
      content: { project: false, host: false },
      titles: { "agent-error": "E" },
      channels: [
        { id: "hook", enabled: false, delayMs: 9, events: [] },
        { id: "bell", delayMs: 1 },
      ],
    });
  });

  test("and the rest waits, each key named as in that file", () => {
    const parsed = parse({
      approved: false,
      global: GLOBAL,
      project: {
        language: "$LANG",
        enabled: true,
        content: { fullPath: true, promptTitle: false, duration: false },
        titles: { "agent-error": "costs $5", "agent-completed": "ok" },
        prompts: { notify: "always", graceMs: 7 },
        herdr: { enabled: false },
        trace: { keep: 0 },
        channels: [
          { id: "other", type: "bell" },
          { id: "hook", delayMs: 9, modes: ["json"], webhook: { timeoutMs: 1 }, events: ["context-compacted"] },
          { id: "bell", type: "osc", delayMs: 9 },
          { id: "$HOST", delayMs: 9 },
          { id: "bell2" },
        ],
      },
    });
    expect(lines(parsed)).toEqual([]);
    expect(waits(parsed)).toEqual([
      "language",
      "content.fullPath",
      "titles",
      "prompts",
      "herdr",
      "trace",
      "channels[0]",
      "channels[1].modes",
      "channels[1].webhook",
      "channels[1].events",
      "channels[2]",
      "channels[3]",
      "channels[4]",
    ]);
    const global = parse({ global: GLOBAL, project: {} }).config;
    expect(parsed.config).toEqual({
      ...global,
      channels: global.channels.map((entry) => (entry.id === "hook" ? { ...entry, delayMs: 9 } : entry)),
    });
  });

  test("whatever is wrong with it is told all the same", () => {
    const parsed = parse({
      approved: false,
      global: GLOBAL,
      project: `{ "langauge": "en", "enabled": "no", "constructor": 1,
        "channels": [{ "id": "hook", "delaMs": 1, "osc": {} }, 5] }`,
    });
    expect(lines(parsed)).toEqual([
      'pi-notify.json:1:3: langauge 不是已知的键（是想写 "language" 吗？）；已忽略。',
      "pi-notify.json:1:32: enabled 应为布尔值（true 或 false），不能是文本；原有的设置继续生效。",
      'pi-notify.json:1:38: constructor 不能用：键不能叫 "constructor"；已忽略。',
      'pi-notify.json:2:38: channels[0].delaMs 不是已知的键（是想写 "delayMs" 吗？）；已忽略。',
      'pi-notify.json:2:51: channels[0].osc 属于类型为 "osc" 的渠道；这个渠道的类型是 "webhook"；已忽略。',
      "pi-notify.json:2:64: channels[1] 应为对象；已略过这个渠道。",
    ]);
    const inEnglish = parse({
      approved: false,
      global: { ...GLOBAL, language: "en" },
      project: `{ "langauge": "en", "enabled": "no", "constructor": 1,
        "channels": [{ "id": "hook", "delaMs": 1, "osc": {} }, 5] }`,
    });
    expect(lines(inEnglish)).toEqual([
      'pi-notify.json:1:3: langauge is not a known key (did you mean "language"?); it is ignored.',
      "pi-notify.json:1:32: enabled must be true or false, not a text; what was in force before stays in force.",
      'pi-notify.json:1:38: constructor is refused: no key may be called "constructor"; it is ignored.',
      'pi-notify.json:2:38: channels[0].delaMs is not a known key (did you mean "delayMs"?); it is ignored.',
      'pi-notify.json:2:51: channels[0].osc belongs to channels of type "osc"; this one is "webhook"; it is ignored.',
      "pi-notify.json:2:64: channels[1] must be an object; this channel is left out.",
    ]);
    expect(parsed.config).toEqual(parse({ global: GLOBAL, project: {} }).config);
  });
});

describe("what is wrong in a project file", () => {
  test.each<[string, string, string]>([
    [
      "{",
      "pi-notify.json:1:2: expected a closing }; nothing in the file counts.",
      "pi-notify.json:1:2: 缺少右花括号 }；文件内容都不生效。",
    ],
    [
      "[]",
      "pi-notify.json:1:1: the file must hold an object: { … }; nothing in the file counts.",
      "pi-notify.json:1:1: 文件内容应为一个对象：{ … }；文件内容都不生效。",
    ],
  ])("%s leaves the global file as it is", (project, english, chinese) => {
    const parsed = parse({ global: GLOBAL, project });
    expect(lines(parsed)).toEqual([chinese]);
    expect(lines(parse({ global: { ...GLOBAL, language: "en" }, project }))).toEqual([english]);
    expect(parsed.config).toEqual(parse({ global: GLOBAL, project: {} }).config);
  });

  test("is told with the place in its own file, and the channel stays what it was", () => {
    const global = `{ "channels": [\n { "id": "", "type": "bell" },\n ${JSON.stringify(HOOK)} ] }`;
    const project = `{\n"channels": [\n{ "id": "x", "type": "bell" },\n  { "id": "hook",\n "webhook": { "url": "ftp://x" } } ] }`;
    const parsed = parse({ global, project });
    expect(lines(parsed)).toEqual([
      expect.stringMatching(
        /^config\.json:2:10: channels\[0\]\.id must be 1 to 64 characters.*; this channel is left out\.$/,
      ),
      "pi-notify.json:5:22: hook: channels[1].webhook.url must be a whole http:// or https:// address; the channel stays as it was.",
    ]);
    expect(channel(parsed, "hook")?.config).toMatchObject({ url: "https://good.example/a" });
  });

  test("a variable that is not set switches its channel off, which is named", () => {
    const parsed = parse({ global: GLOBAL, project: { channels: [{ id: "hook", webhook: { secret: "${NOPE}" } }] } });
    expect(channel(parsed, "hook")).toMatchObject({ unusable: "not-configured" });
    expect(lines(parsed)).toEqual([
      expect.stringMatching(
        /^pi-notify\.json:1:\d+: hook：channels\[0\]\.webhook\.secret 需要一个没有设置的环境变量；.*已停用这个渠道。$/,
      ),
    ]);
  });

  test("a global channel may be completed by it", () => {
    const parsed = parse({
      global: { channels: [{ id: "hook", type: "webhook" }] },
      project: { channels: [{ id: "hook", webhook: { url: "https://h/" } }] },
    });
    expect(lines(parsed)).toEqual([]);
    expect(channel(parsed, "hook")?.config).toMatchObject({ url: "https://h/" });
  });

  test("what is wrong in the global channel is told once, in its own file", () => {
    const parsed = parse({
      global: { channels: [{ id: "hook", type: "webhook", webhook: { url: "nowhere" } }] },
      project: { channels: [{ id: "hook", delayMs: 1 }] },
    });
    expect(lines(parsed)).toEqual([
      expect.stringMatching(/^config\.json:1:.*whole http.*; this channel is left out\.$/),
    ]);
  });

  test("the same id twice: the first counts", () => {
    const parsed = parse({
      global: GLOBAL,
      project: {
        channels: [
          { id: "bell", delayMs: 1 },
          { id: "bell", delayMs: 2 },
        ],
      },
    });
    expect(channel(parsed, "bell")?.delayMs).toBe(1);
    expect(lines(parsed)).toEqual([
      expect.stringMatching(/channels\[1\]\.id 已被 channels\[0\] 使用；请换一个；已忽略。$/),
    ]);
  });

  test.each(["__proto__", "constructor", "prototype"])("%s in a channel leaves that entry out", (key) => {
    const project = `{"channels": [{"id": "hook", "webhook": {"headers": {"${key}": "x"}}}, {"id": "bell", "delayMs": 3}]}`;
    const parsed = parse({ global: GLOBAL, project });
    expect(lines(parsed)).toEqual([
      expect.stringMatching(/^pi-notify\.json:1:\d+: hook：channels\[0\]\.webhook\.headers\./),
    ]);
    expect(channel(parsed, "hook")).toEqual(channel(parse({ global: GLOBAL, project: {} }), "hook"));
    expect(channel(parsed, "bell")?.delayMs).toBe(3);
  });

  test("more channels than allowed: the rest is left out with one line", () => {
    const bells = (prefix: string) =>
      Array.from({ length: 30 }, (_, index) => ({ id: `${prefix}${index}`, type: "bell" }));
    const parsed = parse({ global: { channels: bells("a") }, project: { channels: bells("b") } });
    expect(parsed.config.channels).toHaveLength(50);
    expect(lines(parsed)).toEqual([
      expect.stringContaining("channels makes too many channels (60 in place of 30); at most 50 are allowed;"),
    ]);
  });
});

describe("an ntfy channel", () => {
  const phone = {
    id: "p",
    type: "ntfy",
    ntfy: { topic: "t", token: "$SECRET", priority: 2, icon: "https://i.example/a.png" },
  };
  const load = (ntfy: object, approved: boolean, own: object = phone) =>
    parse({ global: { channels: [own] }, project: { channels: [{ id: "p", ntfy }] }, approved });

  test("priorities and icons switched off need no approval, an icon of somebody's is not", () => {
    const harmless = { priority: 2, icon: null, eventOptions: { "agent-error": { priority: 1, icon: null } } };
    const parsed = load(harmless, false);
    expect([lines(parsed), waits(parsed)]).toEqual([[], []]);
    expect(channel(parsed, "p")?.config).toMatchObject({ topic: "t", token: "s3cr3t", ...harmless });
    const icons = load(
      { icon: "https://evil.example/x.png", eventOptions: { "agent-error": { icon: "https://evil.example/" } } },
      false,
    );
    expect(waits(icons)).toEqual(["channels[0].ntfy.icon", "channels[0].ntfy.eventOptions.agent-error.icon"]);
    expect(channel(icons, "p")?.config).toMatchObject({ icon: "https://i.example/a.png" });
  });

  test("another topic takes the token along, another server does not", () => {
    expect(channel(load({ topic: "u" }, true), "p")?.config).toMatchObject({ topic: "u", token: "s3cr3t" });
    const moved = channel(load({ serverUrl: "https://other.example" }, true), "p")?.config;
    expect(moved).toMatchObject({ topic: "t", priority: 2, serverUrl: "https://other.example" });
    expect(moved).not.toHaveProperty("token");
    expect(channel(load({ serverUrl: "https://ntfy.sh/" }, true), "p")?.config).toMatchObject({ token: "s3cr3t" });
    const basic = {
      ...phone,
      ntfy: { topic: "t", username: "u", password: "$SECRET", click: "https://c.example/$OTHER" },
    };
    expect(channel(load({ serverUrl: "http://ntfy.sh" }, true, basic), "p")?.config).toEqual({
      topic: "t",
      serverUrl: "http://ntfy.sh",
      timeoutMs: 5000,
    });
  });

  test("a token in place of a password, and a password in place of a token", () => {
    const basic = { ...phone, ntfy: { topic: "t", username: "u", password: "p" } };
    const parsed = [load({ token: "tk" }, true, basic), load({ username: "u", password: "p" }, true)];
    expect(parsed.map(lines)).toEqual([[], []]);
    expect(parsed.map((each) => channel(each, "p")?.config)).toEqual([
      { topic: "t", token: "tk", serverUrl: "https://ntfy.sh", timeoutMs: 5000 },
      expect.not.objectContaining({ token: expect.anything() }),
    ]);
  });

  test.each([{ username: "u" }, { password: "p" }])(
    "half of a password, %j, is no more to be used with the token",
    (half) => {
      expect(lines(load(half, true))).toEqual([
        expect.stringMatching(/ has a (username without a password|password without a username);/),
      ]);
    },
  );

  test("what should be known of it is told of the file that says it", () => {
    const parsed = load({ serverUrl: "http://other.example", token: "tk" }, true);
    expect(lines(parsed)).toEqual([
      expect.stringMatching(/^pi-notify\.json:1:\d+: p: channels\[0\]\.ntfy\.token travels unencrypted/),
    ]);
  });
});

describe("a webhook with a preset that has settings", () => {
  const pushover = { url: "https://api.pushover.net/1/messages.json", preset: "pushover" };
  const keys = { token: "a".repeat(30), user: "u".repeat(30) };
  const load = (webhook: object) => {
    const global = { channels: [{ id: "push", type: "webhook", webhook: { ...pushover, pushover: keys } }] };
    const parsed = parse({ global, project: { channels: [{ id: "push", webhook }] } });
    return { told: lines(parsed), config: channel(parsed, "push")?.config };
  };

  test("restated, or changed beside them, keeps them", () => {
    const kept = { preset: "pushover", pushover: keys };
    for (const webhook of [{ preset: "pushover" }, { timeoutMs: 9 }]) {
      expect(load(webhook)).toMatchObject({ told: [], config: kept });
    }
  });

  test("replaced by a template or by another preset leaves them behind", () => {
    expect(load({ template: "{{title}}" })).toEqual({
      told: [],
      config: { url: pushover.url, template: "{{title}}", timeoutMs: 5000 },
    });
    expect(load({ preset: "slack" })).toEqual({
      told: [],
      config: { url: pushover.url, preset: "slack", timeoutMs: 5000 },
    });
  });

  test("led to another host takes none of them along: without settings of its own it stays what it was", () => {
    const { told, config } = load({ url: "https://evil.example/1/messages.json" });
    expect(told).toEqual([
      expect.stringMatching(/^pi-notify\.json:1:\d+: push: channels\[0\]\.webhook\..*; the channel stays as it was\.$/),
    ]);
    expect(config).toMatchObject({ url: pushover.url, pushover: keys });
  });
});
