import { describe, expect, test, vi } from "vitest";
import { CHANNELS } from "../../src/channels/registry.ts";
import { DEFAULT_CONFIG } from "../../src/config/config.ts";
import { expandText } from "../../src/config/environment/expand-environment.ts";
import { parseConfig } from "../../src/config/parse-config.ts";

const seen = vi.hoisted(() => ({ longest: 0 }));
vi.mock("dotenv-expand", async (original) => {
  const library = await original<typeof import("dotenv-expand")>();
  const expand: typeof library.expand = (options) => {
    for (const text of Object.values(options?.parsed ?? {})) seen.longest = Math.max(seen.longest, text.length);
    return library.expand(options);
  };
  return { ...library, expand };
});

function parse(source: object | string, env: Record<string, string> = {}) {
  const text = typeof source === "string" ? source : JSON.stringify(source);
  const { config, warnings } = parseConfig(text, { file: "config.json", env, platform: "linux", channels: CHANNELS });
  return { channels: config.channels, config, lines: warnings.map(({ text: line }) => line) };
}

const phone = (ntfy: object = {}, more: object = {}) => ({
  id: "phone",
  type: "ntfy",
  ntfy: { topic: "t", ...ntfy },
  ...more,
});

describe("the built-in channels are one set (R25)", () => {
  const builtIn = DEFAULT_CONFIG.channels.map(({ id }) => id);

  test.each<[string, readonly object[], readonly string[]]>([
    ["only a phone adds to them", [phone()], [...builtIn, "phone"]],
    ["nothing leaves them", [], builtIn],
    ["a bell has exactly what it names", [phone(), { id: "b", type: "bell" }], ["phone", "b"]],
    ["an osc that is off has exactly that", [{ id: "terminal", type: "osc", enabled: false }], ["terminal"]],
    ["a built-in one by its id alone has exactly that", [{ id: "terminal" }], ["terminal"]],
    ["a phone by the name of a built-in one takes its place", [phone({}, { id: "bell" })], ["terminal", "bell"]],
  ])("a file that names %s", (_what, channels, ids) => {
    const { channels: made, lines } = parse({ channels });
    expect(lines).toEqual([]);
    expect(made.map(({ id }) => id)).toEqual(ids);
  });
});

describe("a number above its limit is taken as the limit, with one line", () => {
  test.each([60_001, 90_000, 1e300])("timeoutMs: %d", (timeoutMs) => {
    const { channels, lines } = parse({ channels: [phone({ timeoutMs })] });
    expect(channels.at(-1)?.config).toMatchObject({ timeoutMs: 60_000 });
    expect(lines).toEqual([
      expect.stringMatching(/: phone: channels\[0\]\.ntfy\.timeoutMs is above its limit; 60000 is used\.$/),
    ]);
  });

  test("a number too large for JavaScript, and Infinity", () => {
    for (const number of ["1e999", "Infinity"]) {
      const { channels, lines } = parse(`{"channels": [{"id": "b", "type": "bell", "delayMs": ${number}}]}`);
      expect(channels).toMatchObject([{ id: "b", delayMs: 86_400_000 }]);
      expect(lines).toEqual([expect.stringContaining("channels[0].delayMs is above its limit; 86400000 is used.")]);
    }
  });

  test("outside the channels too", () => {
    const { config, lines } = parse({ trace: { keep: 5_000 }, prompts: { graceMs: 1e99 } });
    expect(config).toMatchObject({ trace: { keep: 1_000 }, prompts: { graceMs: 86_400_000 } });
    expect(lines).toHaveLength(2);
  });
});

test("NaN costs its own channel, not the file", () => {
  const { channels, lines } = parse(`{"channels": [
    {"id": "a", "type": "bell", "delayMs": NaN}, {"id": "NaN", "type": "bell"}]}`);
  expect(channels.map(({ id }) => id)).toEqual(["NaN"]);
  expect(lines).toEqual([
    expect.stringMatching(/^config\.json:2:44: a: channels\[0\]\.delayMs must be a whole number/),
  ]);
});

test.each(["my phone", "手机", " phone ", "phone (home)"])("the id %j is taken", (id) => {
  const { channels, lines } = parse({ channels: [phone({}, { id })] });
  expect(lines).toEqual([]);
  expect(channels.at(-1)?.id).toBe(id.trim());
});

test("advice on a variable in place of a number works: the value itself", () => {
  const { lines } = parse({ channels: [phone({ timeoutMs: "${T}" })] }, { T: "5000" });
  expect(lines).toEqual([
    expect.stringContaining("no variable can stand here, write the value itself, without quotes"),
  ]);
  expect(parse({ channels: [phone({ timeoutMs: 5000 })] }).lines).toEqual([]);
});

test.each(["F$LU6i2yKMBGW6bS", "${hunter2}x", "$a$b"])("what follows a dollar in %j is not said", (password) => {
  const { lines } = parse({ channels: [phone({ username: "u", password })] });
  expect(lines).toEqual([expect.stringMatching(/phone: channels\[0\]\.ntfy\.password needs an environment variable/)]);
  expect(lines.join()).not.toMatch(/LU6i2yKMBGW6bS|hunter2|\$a|\$b/);
});

test.each(["v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", " whsec_MfKQ", "whsec_MfKQ ", '"whsec_MfKQ"', "'s'"])(
  "the secret %j is a mistake",
  (secret) => {
    const hook = { id: "h", type: "webhook", webhook: { url: "https://h.example/", secret } };
    const { lines } = parse({ channels: [hook] });
    expect(lines).toEqual([expect.stringContaining("has quotes, blanks or v1, around it; write the secret alone")]);
  },
);

test("the library never sees a text of the file, however long and however many references it has", () => {
  seen.longest = 0;
  const text = `${"x{}\\: ".repeat(1_500)}$A\${B:-${"d: ".repeat(3_000)}}`.repeat(49);
  const { kind } = expandText(text, { A: "one" });
  expect(kind).toBe("expanded");
  expect(seen.longest).toBeGreaterThan(0);
  expect(seen.longest).toBeLessThan(5_000);
});

describe("each key of the documentation of @xzzpig/pi-notify loads without a line", () => {
  const env = { PI_NOTIFY_TOPIC: "t", PI_NOTIFY_TOKEN: "tk" };
  const osc = (part: object) => ({ channels: [{ id: "terminal", type: "osc", osc: part }] });
  test.each<[string, object]>([
    ["$schema", { $schema: "https://elsewhere.example/config.schema.json" }],
    ["version", { version: 1 }],
    ["enabled", { enabled: false }],
    ["herdr.enabled", { herdr: { enabled: false } }],
    ["channels[].enabled", { channels: [phone({}, { enabled: false })] }],
    ["channels[].events", { channels: [phone({}, { events: ["context-compacted", "agent-error"] })] }],
    ["osc.fallback", osc({ fallback: "osc777" })],
    ["osc.termPrograms", osc({ termPrograms: { MyTerminal: "osc777" } })],
    ["ntfy.serverUrl", { channels: [phone({ serverUrl: "https://ntfy.example/prefix" })] }],
    ["ntfy.topic and token", { channels: [phone({ topic: "${PI_NOTIFY_TOPIC}", token: "${PI_NOTIFY_TOKEN}" })] }],
    ["ntfy.priority", { channels: [phone({ priority: 5 })] }],
    ["ntfy.timeoutMs", { channels: [phone({ timeoutMs: 5000 })] }],
    ["ntfy.icon", { channels: [phone({ icon: null })] }],
    ["ntfy.eventOptions", { channels: [phone({ eventOptions: { "agent-error": { priority: 5, icon: null } } })] }],
  ])("%s", (_key, file) => {
    expect(parse(file, env).lines).toEqual([]);
  });
});
