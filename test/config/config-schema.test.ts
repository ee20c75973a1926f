import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse as parseJsonc } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { configKeys, configSchema } from "../../scripts/config-schema.ts";
import { CHANNEL_KEY_NOTES } from "../../src/channels/key-notes.ts";
import { CHANNELS } from "../../src/channels/registry.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { COMMON_CHANNEL_KEYS, DOCUMENT_KEYS } from "../../src/config/schema/document-keys.ts";
import { OLDER_FORMAT } from "./older-format.ts";

const SHIPPED = JSON.parse(readRepositoryFile("config/config.schema.json"));

/** Strict: a keyword that the standard does not know, or a type that cannot be, is an error of the schema. */
const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
ajv.addVocabulary(["allowComments", "allowTrailingCommas"]);
const validate = ajv.compile(SHIPPED);

function readRepositoryFile(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
}

function faultsOf(value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const channel = (more: object) => ({ channels: [{ id: "c", ...more }] });
const hook = (webhook: object) => channel({ type: "webhook", webhook });

test("the shipped schema is what `npm run schema` writes now", () => {
  expect(`${JSON.stringify(configSchema(), null, 2)}\n`).toBe(readRepositoryFile("config/config.schema.json"));
});

test("it is shipped, with the example", () => {
  expect(JSON.parse(readRepositoryFile("package.json")).files).toContain("config");
});

test("it says which JSON Schema it is written in, and is valid there", () => {
  expect(SHIPPED.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
  expect(ajv.validateSchema(SHIPPED)).toBe(true);
});

describe("right", () => {
  test.each(["README.md", "README.zh-CN.md"])("the example in %s", (file) => {
    const example = /^```jsonc\n(.*?)^```/ms.exec(readRepositoryFile(file))?.[1] ?? "";
    expect(faultsOf(parseJsonc(example))).toEqual([]);
  });

  test("the shipped example, which also loads without a warning", () => {
    const example = readRepositoryFile("config/config.example.jsonc");
    expect(faultsOf(parseJsonc(example))).toEqual([]);
    const env = { SLACK_WEBHOOK_URL: "https://hooks.slack.com/services/x", PUSH_TOKEN: "t", NTFY_TOPIC: "my-topic" };
    const { config, warnings } = parseConfig(example, { file: "config.jsonc", env, channels: CHANNELS });
    expect(warnings).toEqual([]);
    expect(new Set(config.channels.map(({ type }) => type))).toEqual(new Set(CHANNELS.map(({ type }) => type)));
  });

  test.each<[string, unknown]>([
    ["nothing at all", {}],
    ["an overlay that changes one thing of a channel", channel({ webhook: { timeoutMs: 100 } })],
    ["an overlay without channels", { titles: { "agent-error": "Broken" }, content: { host: false } }],
    ["a variable as address", hook({ url: "${HOOK_URL}" })],
    ["a variable inside the address", hook({ url: "https://$HOST/x" })],
    ["a variable with a default as address", hook({ url: "${HOOK_URL:-https://a.example}" })],
    [
      "a variable as id, type, event, mode and protocol",
      {
        channels: [{ id: "$ID", type: "$TYPE", events: ["$EVENT"], modes: ["$MODE"], osc: { protocol: "${P}" } }],
      },
    ],
    ["a variable as language and title", { language: "$LANGUAGE", titles: { "agent-error": "$TITLE" } }],
    [
      "variables wherever ntfy takes a text",
      channel({
        type: "ntfy",
        ntfy: { serverUrl: "$SERVER", topic: "${TOPIC}", token: "$T", tags: ["$A"], icon: "$I" },
      }),
    ],
    ["no icon", channel({ ntfy: { icon: null, eventOptions: { "agent-error": { icon: null, priority: 1 } } } })],
    ["any JSON as template", hook({ url: "http://h/", template: [null, 1, { a: "{{title}}" }] })],
    ["an address in capitals", hook({ url: "HTTPS://H/" })],
    ["comments for people", { $schema: "x", $comment: "y" }],
  ])("%s", (_what, value) => {
    expect(faultsOf(value)).toEqual([]);
  });

  test("every key of the file, each at its default", () => {
    const defaults = configKeys().filter(({ fallback }) => fallback !== undefined);
    expect(defaults.length).toBeGreaterThan(15);
    for (const { path, fallback } of defaults) {
      const keys = path.split(".").filter((key) => key !== "channels");
      const inner = keys.reduceRight<unknown>((value, key) => ({ [key]: value }), fallback) as object;
      expect(faultsOf(path.startsWith("channels.") ? channel(inner) : inner), path).toEqual([]);
    }
  });
});

describe("wrong", () => {
  test.each<[unknown, RegExp]>([
    [[], / must be object/],
    [{ enabeld: true }, / must NOT have additional properties/],
    [{ enabled: "true" }, /\/enabled must be boolean/],
    [{ version: 2 }, /\/version must be equal to constant/],
    [{ language: "de" }, /\/language must be equal to one of/],
    [{ language: "costs $5" }, /\/language must be equal to one of/],
    [{ content: { fullpath: true } }, /\/content must NOT have additional/],
    [{ titles: { "agent-eror": "x" } }, /\/titles must NOT have additional/],
    [{ titles: { "agent-error": " " } }, /\/titles\/agent-error must match pattern/],
    [{ prompts: { graceMs: "150" } }, /\/prompts\/graceMs must be integer/],
    [{ prompts: { graceMs: "${GRACE}" } }, /\/prompts\/graceMs must be integer/],
    [{ prompts: { graceMs: 2 ** 31 } }, /\/prompts\/graceMs must be <=/],
    [{ herdr: true }, /\/herdr must be object/],
    [{ channels: {} }, /\/channels must be array/],
    [{ channels: Array.from({ length: 51 }, (_, n) => ({ id: `b${n}` })) }, /\/channels must NOT have more than 50/],
    [{ channels: [{ type: "bell" }] }, /\/channels\/0 must have required property 'id'/],
    [channel({ id: "a\u0007b" }), /\/channels\/0\/id must match pattern/],
    [channel({ type: "pigeon" }), /\/channels\/0\/type must be equal to one of/],
    [channel({ delayMs: -1 }), /\/channels\/0\/delayMs must be >=/],
    [channel({ events: ["nope"] }), /\/channels\/0\/events\/0 must be equal to one of/],
    [channel({ type: "bell", modes: ["print"] }), /\/channels\/0\/modes\/0 must be equal to one of/],
    [channel({ type: "bell", osc: {} }), /\/channels\/0\/osc boolean schema is false/],
    [channel({ type: "webhook" }), /\/channels\/0 must have required property 'webhook'/],
    [hook({}), /\/channels\/0\/webhook must have required property 'url'/],
    [hook({ url: "ftp://h/" }), /\/channels\/0\/webhook\/url must match pattern/],
    [hook({ url: 5 }), /\/channels\/0\/webhook\/url must be string/],
    [hook({ url: "http://h/", preset: "slak" }), /\/channels\/0\/webhook\/preset must be equal/],
    [hook({ url: "http://h/", timeoutMs: 60_001 }), /\/channels\/0\/webhook\/timeoutMs must be <=/],
    [hook({ url: "http://h/", headers: { A: 1 } }), /\/channels\/0\/webhook\/headers\/A must be string/],
    [channel({ type: "ntfy" }), /\/channels\/0 must have required property 'ntfy'/],
    [channel({ type: "ntfy", ntfy: {} }), /\/channels\/0\/ntfy must have required property 'topic'/],
    [channel({ type: "ntfy", ntfy: { topic: "a b" } }), /\/ntfy\/topic must match pattern/],
    [channel({ type: "ntfy", ntfy: { topic: "t", serverUrl: "ntfy.sh" } }), /\/ntfy\/serverUrl must match pattern/],
    [channel({ type: "ntfy", ntfy: { topic: "t", priority: "${P}" } }), /\/ntfy\/priority must be integer/],
    [channel({ type: "ntfy", ntfy: { topic: "t", eventOptions: { nope: {} } } }), /\/eventOptions must NOT have/],
    [channel({ type: "osc", osc: { protocol: "osc8" } }), /\/channels\/0\/osc\/protocol must be equal/],
    [channel({ type: "osc", osc: { termPrograms: { x: "osc8" } } }), /\/termPrograms\/x must be equal/],
  ])("case %#", (value, expected) => {
    expect(faultsOf(value)).toContainEqual(expect.stringMatching(expected));
    // An editor and the loader agree.
    const text = JSON.stringify(value);
    expect(parseConfig(text, { file: "config.json", env: {}, channels: CHANNELS }).warnings.length).toBeGreaterThan(0);
  });
});

describe("what an editor shows", () => {
  test.each(configKeys().map((key) => [key.path, key] as const))(
    "%s has a note in both languages",
    (_path, { note, schema }) => {
      expect(schema.description).toBe(note?.en);
      expect(note?.en).toMatch(/^[A-Za-z].*\.$/);
      expect(note?.zh).toMatch(/\p{Script=Han}.*。$/u);
    },
  );

  test("and no note is left of a key that is gone", () => {
    const known = configKeys().map(({ path }) => path);
    const noted = [
      ...Object.keys(DOCUMENT_KEYS),
      ...Object.keys(COMMON_CHANNEL_KEYS).map((key) => `channels.${key}`),
      ...Object.entries(CHANNEL_KEY_NOTES).flatMap(([type, notes]) =>
        Object.keys(notes).map((key) => `channels.${type}.${key}`),
      ),
    ];
    const pattern = (key: string) => new RegExp(`^${key.replaceAll(/[.$]/g, "\\$&").replaceAll("*", "[^.]+")}$`);
    expect(noted.filter((key) => !known.some((path) => path === key || pattern(key).test(path)))).toEqual([]);
  });
});

test("a file written for @xzzpig/pi-notify, version 1, is right here too", () => {
  const types = CHANNELS.map(({ type }) => type);
  const channels = OLDER_FORMAT.file.channels.filter(({ type }) => types.includes(type));
  expect(faultsOf({ ...OLDER_FORMAT.file, channels })).toEqual([]);
});
