import { describe, expect, it } from "vitest";
import { CHANNELS } from "../../src/channels/registry.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { DEFAULT_EVENTS } from "../../src/notices/event-table.ts";

function parse(config: object, env: Record<string, string> = {}) {
  const parsed = parseConfig(JSON.stringify(config), { file: "config.json", env, channels: CHANNELS });
  const warnings = parsed.warnings.map(({ text }) => text.replace(/^config\.json:\d+:\d+: phone: /, ""));
  // Beside the built-in ones, which a file that names only a phone keeps.
  return { channels: parsed.config.channels.filter(({ type }) => type === "ntfy"), warnings };
}

const phone = (ntfy: object, more: object = {}) => ({ channels: [{ id: "phone", type: "ntfy", ntfy, ...more }] });

describe("an ntfy channel in the file", () => {
  it("is read as @xzzpig/pi-notify 1 wrote it, every key of it", () => {
    const ntfy = {
      serverUrl: "https://push.example.com/ntfy/",
      topic: "${PI_NOTIFY_TOPIC}",
      token: "${PI_NOTIFY_TOKEN}",
      priority: 3,
      timeoutMs: 5000,
      icon: "https://a.example/pi.png",
      eventOptions: {
        "agent-error": { priority: 5, icon: "https://a.example/error.png" },
        "permission-required": { priority: 4, icon: null },
      },
    };
    const config = { version: 1, enabled: true, ...phone(ntfy, { enabled: true, events: DEFAULT_EVENTS }) };
    const { channels, warnings } = parse(config, { PI_NOTIFY_TOPIC: "mine", PI_NOTIFY_TOKEN: "tk_$abc" });
    expect(warnings).toEqual([]);
    expect(channels).toMatchObject([
      { id: "phone", enabled: true, events: DEFAULT_EVENTS, config: { ...ntfy, topic: "mine", token: "tk_$abc" } },
    ]);
  });

  it("may leave its token to chance", () => {
    const { channels, warnings } = parse(phone({ topic: "t", token: "${NTFY_TOKEN:-}" }));
    expect(warnings).toEqual([]);
    expect(channels).toMatchObject([{ config: { token: "" } }]);
  });

  it("is switched off where a variable is not set", () => {
    const { channels, warnings } = parse(phone({ topic: "${NTFY_TOPIC}" }));
    expect(warnings).toEqual([
      expect.stringMatching(/^channels\[0\]\.ntfy\.topic needs .*variable that is not set; .*switched off/),
    ]);
    expect(channels).toMatchObject([{ unusable: "not-configured" }]);
  });

  it.each<[string, object, string]>([
    [
      "no part of its own",
      { channels: [{ id: "phone", type: "ntfy" }] },
      "channels[0].ntfy.topic is missing; write a text",
    ],
    [
      "a topic that a variable made bad",
      phone({ topic: "${T}" }),
      "channels[0].ntfy.topic must be 1 to 64 letters, digits, underscores or hyphens",
    ],
    [
      "two kinds of credential",
      phone({ topic: "t", token: "hunter2", username: "a", password: "hunter2" }),
      "channels[0].ntfy has both token and username or password; keep one",
    ],
    [
      "too little time",
      phone({ topic: "t", timeoutMs: 0 }),
      "channels[0].ntfy.timeoutMs must be a whole number from 1 to 60000",
    ],
    [
      "a priority in words",
      phone({ topic: "t", priority: "high" }),
      "channels[0].ntfy.priority must be a whole number from 1 to 5, not a text",
    ],
  ])("is left out for %s", (_name, config, problem) => {
    const { channels, warnings } = parse(config, { T: "hunter2 hunter2" });
    expect(channels).toEqual([]);
    expect(warnings).toEqual([`${problem}; this channel is left out.`]);
  });

  it("loses only an event or option that does not exist", () => {
    const eventOptions = { "agent-eror": { priority: 1 }, "agent-error": { priorty: 1, priority: 2 } };
    const { channels, warnings } = parse(phone({ topic: "t", eventOptions }));
    expect(channels).toMatchObject([{ config: { eventOptions: { "agent-error": { priority: 2 } } } }]);
    expect(warnings).toEqual([
      'channels[0].ntfy.eventOptions.agent-eror is not a known key (did you mean "agent-error"?); it is ignored.',
      'channels[0].ntfy.eventOptions.agent-error.priorty is not a known key (did you mean "priority"?); it is ignored.',
    ]);
  });

  const plain = { serverUrl: "http://ntfy.example/hunter2", topic: "hunter2" };
  it.each([
    ["token", { ...plain, token: "hunter2" }],
    ["password", { ...plain, username: "hunter2", password: "hunter2" }],
  ])("is warned of once, at its %s, when that travels over plain http, and works", (key, ntfy) => {
    const { channels, warnings } = parse(phone(ntfy));
    expect(channels).toHaveLength(1);
    const why = "travels unencrypted over http, where others can read it; use an https serverUrl.";
    expect(warnings).toEqual([`channels[0].ntfy.${key} ${why}`]);
  });

  it("is not warned of when it is off, or has nothing to hide, or stays on this machine", () => {
    expect(parse(phone({ ...plain, token: "a" }, { enabled: false })).warnings).toEqual([]);
    expect(parse(phone(plain)).warnings).toEqual([]);
    expect(parse(phone({ ...plain, serverUrl: "http://localhost:8080", token: "a" })).warnings).toEqual([]);
  });
});
