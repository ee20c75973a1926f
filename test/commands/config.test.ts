import { describe, expect, test } from "vitest";
import { CHANNELS } from "../../src/channels/registry.ts";
import { ESCAPE_MARK } from "../../src/channels/webhook/escaped-text.ts";
import { configLines } from "../../src/commands/config/config.ts";
import type { ProjectState } from "../../src/config/load-config.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import type { Language } from "../../src/notices/event-table.ts";

const SECRET = "s3cr3tMARKER";
const ENV = { S: SECRET, HOOK: `https://hooks.example.com/${SECRET}?k=${SECRET}`, OSC: "osc9" };

function linesFor(
  global: object | undefined,
  project?: object,
  { isApproved = true, env = ENV as Record<string, string>, language = "en" as Language } = {},
): string[] {
  const parsed = parseConfig(global && JSON.stringify(global), {
    ...{ file: "config.json", env, channels: CHANNELS, platform: "linux" },
    ...(project && { project: { file: "pi-notify.json", text: JSON.stringify(project), isApproved } }),
  });
  const state: ProjectState = { kind: "in-force", approval: "notify" };
  const files = {
    path: "/home/me/.pi/agent/config.json",
    homeDir: "/home/me",
    global: "read",
    project: state,
  } as const;
  return configLines(parsed.config, { ...files, origins: parsed.origins, warnings: [] }, language);
}

const channel = (more: object) => ({ channels: [{ id: "c", ...more }] });
const hook = (more: object) => channel({ type: "webhook", webhook: { url: "https://a.example", ...more } });
const ntfy = (more: object) => channel({ type: "ntfy", ntfy: { topic: "t", ...more } });

test("without a file: every key at its default, and the built-in channels", () => {
  expect(linesFor(undefined)).toEqual([
    "Global file: ~/.pi/agent/config.json, counts",
    "Project file: .pi/pi-notify.json, counts, approved with /notify trust",
    "In force, with where it comes from; /reload reads the files again:",
    "enabled: true (default)",
    "language: auto (default)",
    ...["project", "session", "host", "location"].map((key) => `content.${key}: true (default)`),
    ...["duration", "promptTitle", "fullPath", "details"].map((key) => `content.${key}: false (default)`),
    "prompts.notify: during-run (default)",
    "prompts.graceMs: 150 (default)",
    "herdr.enabled: true (default)",
    "attention.childProcesses: silent (default)",
    "attention.backgroundWork: ignore (default)",
    "attention.backgroundWorkMaxMs: 600000 (default)",
    "trace.keep: 200 (default)",
    "channel terminal",
    "  type: osc (default)",
    "  enabled: true (default)",
    expect.stringMatching(/^ {2}events: agent-completed, agent-error, .* \(default\)$/),
    "  modes: tui (default)",
    "  delayMs: 0 (default)",
    "  withdraw: true (default)",
    "  osc.protocol: auto (default)",
    "  osc.fallback: osc9 (default)",
    "  osc.termPrograms: none (default)",
    "  osc.tmux: passthrough (default)",
    "  osc.tmuxPermission: check (default)",
    "channel bell",
    "  type: bell (default)",
    "  enabled: true (default)",
    expect.stringMatching(/^ {2}events: .* \(default\)$/),
    "  modes: tui (default)",
    "  delayMs: 0 (default)",
  ]);
});

describe("a value", () => {
  test.each<[string, object, string]>([
    ["a switch", { enabled: false }, "enabled: false (config.json)"],
    ["one of a few words", { language: "zh-CN" }, "language: zh-CN (config.json)"],
    ["a number", { prompts: { graceMs: 7 } }, "prompts.graceMs: 7 (config.json)"],
    ["a title", { titles: { "agent-error": "Oh\u202eno\n" } }, 'titles.agent-error: "Ohno" (config.json)'],
    ["a list of words", channel({ type: "bell", events: ["agent-error"] }), "  events: agent-error (config.json)"],
    ["an empty list", channel({ type: "bell", events: [] }), "  events: none (config.json)"],
    [
      "a word from a variable",
      channel({ type: "osc", osc: { protocol: "$OSC" } }),
      "  osc.protocol: osc9 (config.json)",
    ],
    [
      "words by any name",
      channel({ type: "osc", osc: { termPrograms: { X: "osc9" } } }),
      "  osc.termPrograms: set (config.json)",
    ],
    ["an address", hook({ url: "HTTPS://a.example:8/x?y" }), "  webhook.url: https://a.example:8 (config.json)"],
    ["an address from a variable", hook({ url: "$HOOK" }), "  webhook.url: https://hooks.example.com (config.json)"],
    ["the default address", ntfy({}), "  ntfy.serverUrl: https://ntfy.sh (default)"],
    ["an address that may be none", ntfy({ icon: null }), "  ntfy.icon: null (config.json)"],
    ["an icon", ntfy({ icon: `https://i.example/${SECRET}` }), "  ntfy.icon: https://i.example (config.json)"],
    [
      "an icon by event",
      ntfy({ eventOptions: { "agent-error": { icon: `http://i.example/${SECRET}`, priority: 5 } } }),
      "  ntfy.eventOptions.agent-error.icon: http://i.example (config.json)",
    ],
    ["an address of another kind", ntfy({ click: `mailto:${SECRET}@a.example` }), "  ntfy.click: set (config.json)"],
    [
      "an address with a user",
      ntfy({ click: `https://${SECRET}@a.example/` }),
      "  ntfy.click: https://a.example (config.json)",
    ],
    ["a topic", ntfy({ topic: SECRET }), "  ntfy.topic: set (config.json)"],
    ["a list of texts", ntfy({ tags: [SECRET] }), "  ntfy.tags: set (config.json)"],
    ["a template", hook({ template: { a: SECRET } }), "  webhook.template: set (config.json)"],
    [
      "a template with a variable, escaped",
      hook({ template: "{{title}} $S" }),
      "  webhook.template: set (config.json)",
    ],
    ["a template that is a number", hook({ template: 5 }), "  webhook.template: set (config.json)"],
    ["headers", hook({ headers: { [SECRET]: SECRET } }), "  webhook.headers: set (config.json)"],
    [
      "a number where a text may stand too",
      hook({ preset: "telegram", telegram: { chatId: 42 } }),
      "  webhook.telegram.chatId: set (config.json)",
    ],
  ])("%s", (_what, file, expected) => {
    const lines = linesFor(file);
    expect(lines).toContain(expected);
    expect(lines.join("\n")).not.toContain(SECRET);
    expect(lines.join("\n")).not.toContain(ESCAPE_MARK);
  });
});

describe("where it comes from", () => {
  test.each<[string, object | undefined, object, string]>([
    ["both: the upper one counts", { enabled: true }, { enabled: false }, "enabled: false (pi-notify.json)"],
    [
      "one of an object",
      { content: { host: false } },
      { content: { project: false } },
      "content.host: false (config.json)",
    ],
    ["a wrong value", { enabled: true }, { enabled: "no" }, "enabled: true (config.json)"],
    ["a key of a channel", hook({ timeoutMs: 7 }), channel({ delayMs: 5 }), "  delayMs: 5 (pi-notify.json)"],
    ["its other key", hook({ timeoutMs: 7 }), channel({ delayMs: 5 }), "  webhook.timeoutMs: 7 (config.json)"],
    [
      "merged key by key",
      hook({ headers: { a: "1" } }),
      channel({ webhook: { headers: { b: "2" } } }),
      "  webhook.headers: set (config.json and pi-notify.json)",
    ],
    [
      "replaced",
      hook({ template: "a" }),
      channel({ webhook: { template: "b" } }),
      "  webhook.template: set (pi-notify.json)",
    ],
    ["a new channel", hook({}), { channels: [{ id: "n", type: "bell" }] }, "  type: bell (pi-notify.json)"],
    [
      "a default channel, changed",
      undefined,
      { channels: [{ id: "terminal", osc: { fallback: "osc777" } }] },
      "  osc.fallback: osc777 (pi-notify.json)",
    ],
    [
      "what stays of it",
      undefined,
      { channels: [{ id: "terminal", osc: { fallback: "osc777" } }] },
      "  osc.protocol: auto (default)",
    ],
    ["spoilt by the project", hook({ timeoutMs: 7 }), channel({ delayMs: -1 }), "  delayMs: 0 (default)"],
    ["its rest", hook({ timeoutMs: 7 }), channel({ delayMs: -1 }), "  webhook.timeoutMs: 7 (config.json)"],
  ])("%s", (_what, global, project, expected) => {
    expect(linesFor(global, project)).toContain(expected);
  });

  test("an unapproved file counts with the keys of the allowlist only", () => {
    const lines = linesFor(hook({}), channel({ delayMs: 5, webhook: { url: "https://evil.example" } }), {
      isApproved: false,
    });
    expect(lines).toContain("  delayMs: 5 (pi-notify.json)");
    expect(lines).toContain("  webhook.url: https://a.example (config.json)");
  });
});

test("a channel whose variable is not set says so, and nothing of its own part", () => {
  const lines = linesFor(hook({ url: `https://${SECRET}.example/$NOT_SET`, secret: SECRET }));
  expect(lines).toContain("channel c (switched off: a variable that it needs is not set)");
  expect(lines.filter((line) => line.includes("webhook."))).toEqual([]);
});

test("in Chinese", () => {
  const files = [
    { titles: { "agent-error": "出错" }, channels: [{ id: "c", type: "webhook", webhook: { url: "$GONE" } }] },
    { enabled: false, channels: [{ id: "c", events: [] }] },
  ] as const;
  const lines = linesFor(...files, { language: "zh-CN" });
  expect(lines).toEqual(
    expect.arrayContaining([
      "全局文件：~/.pi/agent/config.json，生效",
      "项目文件：.pi/pi-notify.json，生效，已用 /notify trust 批准",
      "生效的值及其来源如下；/reload 会重新读取文件：",
      "enabled：false（pi-notify.json）",
      "language：auto（默认）",
      'titles.agent-error："出错"（config.json）',
      "渠道 c（已关闭：缺少它需要的变量）",
      "  events：无（pi-notify.json）",
    ]),
  );
  const both = [hook({ headers: { a: "1" } }), hook({ headers: { b: "2" } })] as const;
  expect(linesFor(...both, { language: "zh-CN" })).toContain(
    "  webhook.headers：已设置（config.json 和 pi-notify.json）",
  );
  expect(
    linesFor({ channels: [{ id: "b", type: "bell", delayMs: "soon" }] }, undefined, { language: "zh-CN" }).at(-1),
  ).toBe("没有配置任何渠道。");
});

test("no channel", () => {
  expect(linesFor({ channels: [{ id: "b", type: "bell", delayMs: "soon" }] }).at(-1)).toBe("No channel is configured.");
});

test.each([
  ["/home/me/.pi/c.json", "~/.pi/c.json"],
  ["/home/meg/c.json", "/home/meg/c.json"],
  ["/srv/\u001b[31mc.json", "/srv/\ufffd[31mc.json"],
])("the global file at %j", (path, shown) => {
  const { config, origins } = parseConfig(undefined, { file: "config.json", env: {}, channels: CHANNELS });
  const files = {
    path,
    homeDir: "/home/me",
    global: "absent",
    project: { kind: "absent" },
    origins,
    warnings: [],
  } as const;
  expect(configLines(config, files, "en").slice(0, 2)).toEqual([
    `Global file: ${shown}, not there`,
    "Project file: .pi/pi-notify.json, not there",
  ]);
});
