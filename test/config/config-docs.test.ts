import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse as parseJsonc } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { configKeys, configSchema } from "../../scripts/config-schema.ts";
import { CONFIG_PAGES, tableNames, withTables } from "../../scripts/config-tables.ts";
import { desktopSchema } from "../../src/channels/desktop/desktop.schema.ts";
import { ntfySchema } from "../../src/channels/ntfy/ntfy.schema.ts";
import { oscSchema } from "../../src/channels/osc/osc.schema.ts";
import { CHANNELS } from "../../src/channels/registry.ts";
import { PLACEHOLDERS } from "../../src/channels/webhook/placeholders.ts";
import { PRESET_NAMES } from "../../src/channels/webhook/presets/registry.ts";
import { webhookSchema } from "../../src/channels/webhook/webhook.schema.ts";
import { DEFAULT_CONFIG } from "../../src/config/config.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { ALLOWLIST } from "../../src/config/project/allowlist.ts";
import { CONFIG_VERSION } from "../../src/config/schema/config-schema.ts";
import { EVENT_IDS } from "../../src/notices/event-table.ts";

const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false });
ajv.addVocabulary(["allowComments", "allowTrailingCommas"]);
const validate = ajv.compile(configSchema());

const ENV = { NTFY_TOPIC: "topic", PUSH_TOKEN: "t", TELEGRAM_TOKEN: "1:a" };

describe.each(CONFIG_PAGES)("$file", ({ file, language }) => {
  const url = new URL(`../../${file}`, import.meta.url);
  const page = readFileSync(url, "utf8");

  it("has the tables that `npm run docs` writes now", () => {
    expect(withTables(page, language)).toBe(page);
  });

  it("has a table of each part of the file, once", () => {
    expect([...page.matchAll(/<!-- keys: (\S+) -->/g)].map(([, name]) => name)).toEqual(tableNames());
  });

  it("names every key, and in the tables no other", () => {
    const told = [...page.matchAll(/^\| `([^`]+)` \|[^|]*\|[^|]*\| [^|]+ \|$/gm)].map(([, key = ""]) => key);
    const all = configKeys().map(({ path }) => path.replace(/^channels\./, ""));
    const leaves = all.filter((path) => path === "channels" || !all.some((other) => other.startsWith(`${path}.`)));
    const events = new RegExp(`\\.(?:${EVENT_IDS.join("|")})(?=\\.|$)`);
    expect(new Set(told)).toEqual(new Set(leaves.map((path) => path.replace(events, ".<event>"))));
  });

  const examples = [...page.matchAll(/^```jsonc\n(.*?)^```/gms)].map(([, example = ""]) => example);
  it.each(examples)("example %#: right for an editor and for the loader", (example) => {
    expect(validate(parseJsonc(example)), JSON.stringify(validate.errors)).toBe(true);
    // The project's file changes a channel that is there.
    const isOverlay = !example.includes('"type"');
    const text = isOverlay
      ? JSON.stringify({ channels: [{ id: "phone", type: "ntfy", ntfy: { topic: "t" } }] })
      : example;
    const project = isOverlay ? { project: { file: "pi-notify.json", text: example, isApproved: false } } : {};
    const { config, warnings, pending } = parseConfig(text, { file: "c", env: ENV, channels: CHANNELS, ...project });
    expect(warnings).toEqual([]);
    expect(pending).toEqual([]);
    expect(config.channels.filter(({ unusable }) => unusable)).toEqual([]);
  });

  it("has an example of every channel type", () => {
    const types = new Set([...examples.join("\n").matchAll(/"type": "(\w+)"/g)].map(([, type]) => type));
    expect(types).toEqual(new Set(CHANNELS.map(({ type }) => type)));
  });

  it("lists every preset and every placeholder, and no other", () => {
    const [, presets = ""] = page.split(/^### .*$/m);
    expect([...presets.matchAll(/^\| `(\w+)` \|/gm)].slice(0, PRESET_NAMES.length).map(([, name]) => name)).toEqual(
      PRESET_NAMES,
    );
    expect(new Set([...page.matchAll(/`\{\{(\w+)\}\}`/g)].map(([, name]) => name))).toEqual(new Set(PLACEHOLDERS));
  });

  it("names what counts in a project's file without approval", () => {
    const list = /(?:^- .*\n)+/m.exec(page)?.[0] ?? "";
    const named = new Set([...list.matchAll(/`([\w.]+)`/g)].map(([, key]) => key));
    for (const pattern of Object.keys(ALLOWLIST)) {
      const [first = "", ...more] = pattern.split(".").filter((key) => key !== "*" && key !== "channels");
      if (["$schema", "$comment", "version", "id"].includes(first)) continue;
      expect(named, pattern).toContain(more.at(-1) ?? first);
    }
  });

  it("has links that lead somewhere", () => {
    const targets = [...page.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = ""]) => target);
    expect(targets.length).toBeGreaterThan(2);
    expect(targets.filter((target) => !existsSync(fileURLToPath(new URL(target, url))))).toEqual([]);
  });
});

it("the pages have the same headings, examples and tables", () => {
  const [english, chinese] = CONFIG_PAGES.map(({ file }) => {
    const page = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    const rows = page.split("\n").filter((line) => line.startsWith("|"));
    return {
      headings: page.split("\n").flatMap((line) => /^#+(?= )/.exec(line)?.[0] ?? []),
      tables: rows.map((row) => row.split("|").length),
      examples: page.match(/^```jsonc$/gm)?.length,
    };
  });
  expect(chinese).toEqual(english);
});

it("a page that names a table that there is not is no page", () => {
  expect(() => withTables("<!-- keys: pigeon -->\n<!-- /keys -->", "en")).toThrow("pigeon");
});

it("the defaults in the tables are those in force", () => {
  const given = configKeys().filter(({ fallback }) => fallback !== undefined);
  expect(Object.fromEntries(given.map(({ path, fallback }) => [path, fallback]))).toEqual(defaultsInForce());
});

/** What a key has that the file leaves out, as far as it is one plain value. */
function defaultsInForce(): Record<string, unknown> {
  const { enabled, language, content, herdr, prompts, attention, titles, trace } = DEFAULT_CONFIG;
  const [plain] = parseConfig('{"channels":[{"id":"b","type":"bell"}]}', {
    file: "config.json",
    env: {},
    channels: CHANNELS,
  }).config.channels;
  const ntfy = ntfySchema.parse({ topic: "t" });
  const under = (prefix: string, values: object) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}.${key}`, value]));
  return {
    ...{ version: CONFIG_VERSION, enabled, language, titles },
    ...under("content", content),
    ...under("herdr", herdr),
    ...under("prompts", prompts),
    ...under("attention", attention),
    ...under("trace", trace),
    "channels.enabled": plain?.enabled,
    "channels.delayMs": plain?.delayMs,
    ...under("channels.osc", oscSchema.parse({})),
    ...under("channels.desktop", desktopSchema.parse({})),
    "channels.ntfy.serverUrl": ntfy.serverUrl,
    "channels.ntfy.timeoutMs": ntfy.timeoutMs,
    "channels.webhook.timeoutMs": webhookSchema.parse({ url: "https://a.example" }).timeoutMs,
  };
}
