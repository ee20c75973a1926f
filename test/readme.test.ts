import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { configKeys } from "../scripts/config-schema.ts";
import { desktopSchema } from "../src/channels/desktop/desktop.schema.ts";
import { ntfySchema } from "../src/channels/ntfy/ntfy.schema.ts";
import { oscSchema } from "../src/channels/osc/osc.schema.ts";
import { CHANNELS } from "../src/channels/registry.ts";
import { PLACEHOLDERS } from "../src/channels/webhook/placeholders.ts";
import { PRESET_NAMES } from "../src/channels/webhook/presets/registry.ts";
import { webhookSchema } from "../src/channels/webhook/webhook.schema.ts";
import { DEFAULT_CONFIG } from "../src/config/config.ts";
import { CONFIG_VERSION } from "../src/config/config-schema.ts";
import { parseConfig } from "../src/config/parse-config.ts";
import { EVENT_IDS, EVENT_TABLE } from "../src/notices/event-table.ts";

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));
const MANIFEST = JSON.parse(readRepositoryFile("package.json"));
/** Documents whose links must lead somewhere. */
const DOCUMENTS = ["README.md", "README.zh-CN.md", "CONTRIBUTING.md", "CHANGELOG.md"];

describe.each([
  { file: "README.md", on: "on", off: "off" },
  { file: "README.zh-CN.md", on: "开", off: "关" },
])("$file", ({ file, on, off }) => {
  const text = readRepositoryFile(file);

  it("has one example of a config file, and that gives no warning", () => {
    const [example = "", ...others] = codeBlocks(text, "jsonc");
    expect(others).toEqual([]);
    const env = Object.fromEntries(
      [...example.matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => [
        name,
        name.endsWith("_TOPIC") ? "topic" : "https://a.example/b",
      ]),
    );
    const { config, warnings } = parseConfig(example, { file: "config.json", env, channels: CHANNELS });
    expect(warnings).toEqual([]);
    expect(config.channels.map(({ type }) => type)).toEqual(["osc", "bell", "webhook", "ntfy", "webhook"]);
    expect(config.channels.filter(({ unusable }) => unusable)).toEqual([]);
  });

  it("names every channel type and no other", () => {
    expect(firstCells(tableAfter(text, 3, 0))).toEqual(CHANNELS.map(({ type }) => type));
  });

  it("names every preset and placeholder and no other", () => {
    const webhook = tableAfter(text, 3, 0).find(([type]) => type === "`webhook`")?.[1] ?? "";
    expect(codeSpans(webhook).sort()).toEqual([...PRESET_NAMES].sort());
    expect(new Set([...text.matchAll(/`\{\{(\w+)\}\}`/g)].map(([, name]) => name))).toEqual(new Set(PLACEHOLDERS));
  });

  it("names every config key and no other", () => {
    expect(keyRows(text).map(({ key }) => key)).toEqual(schemaKeys());
  });

  it("gives the defaults that are in force", () => {
    const given = keyRows(text).filter(({ fallback }) => fallback !== "");
    expect(Object.fromEntries(given.map(({ key, fallback }) => [key, JSON.parse(fallback)]))).toEqual(defaults());
  });

  it("sorts every event into those that are raised, with their default, and those that are not yet", () => {
    const rows = tableAfter(text, 3, 1);
    const raised = firstCells(rows);
    for (const [event = "", , word] of rows) {
      const id = EVENT_IDS.find((known) => `\`${known}\`` === event);
      expect(id && EVENT_TABLE[id].onByDefault, event).toBe({ [on]: true, [off]: false }[word ?? ""]);
    }
    const source = globSync("src/**/*.ts", { cwd: REPOSITORY })
      .filter((path) => !path.endsWith("event-table.ts"))
      .map(readRepositoryFile)
      .join("\n");
    expect(raised).toEqual(EVENT_IDS.filter((id) => source.includes(`"${id}"`)));
    const notYet = EVENT_IDS.filter((id) => !raised.includes(id));
    for (const id of notYet) expect(text).toContain(`\`${id}\``);
  });

  it("gives a reason for every dependency, and for no other package", () => {
    const rows = text
      .slice(text.lastIndexOf("\n## "))
      .split("\n")
      .filter(isTableRow)
      .map(cellsOf)
      .filter(([name = ""]) => name.startsWith("`"));
    const names = rows.flatMap(([name = ""]) => codeSpans(name));
    const declared = [...Object.keys(MANIFEST.dependencies), ...Object.keys(MANIFEST.devDependencies)];
    expect(names.sort()).toEqual(declared.sort());
    for (const [name, reason = ""] of rows) expect(reason, name).not.toBe("");
  });

  it("gives versions that are those of package.json", () => {
    expect(text).toContain(`${MANIFEST.name}-${MANIFEST.version}.tgz`);
    expect(text).toContain(`Pi ${MANIFEST.devDependencies["@earendil-works/pi-coding-agent"]}`);
    expect(`>=${/Node (22\.\d+)/.exec(text)?.[1]}.0`).toBe(MANIFEST.engines.node);
    expect(text).toContain(MANIFEST.dependencies["dotenv-expand"]);
  });

  it("tells nobody to install what is not ours or not there", () => {
    const installed = codeBlocks(text, "sh").flatMap((block) => [...block.matchAll(/^pi install "?([^\s"]+)/gm)]);
    expect(installed.map(([, source]) => source)).toEqual([
      "$PWD",
      "git:git://git.example.com/you/pi-notify.git",
      `npm:${MANIFEST.name}@file:$PWD/${MANIFEST.name}-${MANIFEST.version}.tgz`,
    ]);
  });

  it("runs only scripts that there are", () => {
    for (const [, script = ""] of text.matchAll(/\bnpm run ([\w-]+)/g)) expect(MANIFEST.scripts).toHaveProperty(script);
  });
});

it("the READMEs have the same headings, tables and commands", () => {
  const shape = (file: string) => {
    const text = readRepositoryFile(file);
    const headings = text.split("\n").flatMap((line) => /^#+(?= )/.exec(line)?.[0] ?? []);
    const tables = text
      .split("\n")
      .filter(isTableRow)
      .map((row) => cellsOf(row).length);
    const commands = codeBlocks(text, "sh").flatMap((block) => block.split("\n").map((line) => line.split("#")[0]));
    return { headings, tables, commands };
  };
  expect(shape("README.zh-CN.md")).toEqual(shape("README.md"));
});

it.each(DOCUMENTS)("%s: every link into the repository leads to a file", (file) => {
  const targets = [...readRepositoryFile(file).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = ""]) => target);
  expect(targets.filter((target) => !existsSync(join(REPOSITORY, target)))).toEqual([]);
});

it("CONTRIBUTING.md: every path in it is there", () => {
  const paths = codeSpans(readRepositoryFile("CONTRIBUTING.md")).filter((span) => /^(?:src|test)\//.test(span));
  const known = paths.filter((path) => !path.includes("NAME"));
  expect(known.length).toBeGreaterThan(10);
  expect(known.filter((path) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
});

it("CHANGELOG.md has this version, in the form that Pi reads", () => {
  expect(readRepositoryFile("CHANGELOG.md")).toMatch(
    new RegExp(`^## \\[${MANIFEST.version.replaceAll(".", "\\.")}\\]`, "m"),
  );
});

function readRepositoryFile(path: string): string {
  return readFileSync(join(REPOSITORY, path), "utf8");
}

function codeBlocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, code = ""]) => code);
}

function codeSpans(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
}

function isTableRow(line: string): boolean {
  return line.startsWith("|") && !/^\|[-|]+$/.test(line);
}

function cellsOf(row: string): string[] {
  return row
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}

/** The rows below the head of the first table after the heading of this level, counted from 0. */
function tableAfter(text: string, level: number, heading: number): string[][] {
  const [, ...sections] = text.split(new RegExp(`^${"#".repeat(level)} .*$`, "m"));
  return tableIn(sections[heading] ?? "");
}

function tableIn(section: string): string[][] {
  const table = /(?:^\|.*\n)+/m.exec(section)?.[0] ?? "";
  return table.trimEnd().split("\n").filter(isTableRow).slice(1).map(cellsOf);
}

function firstCells(rows: readonly string[][]): string[] {
  return rows.flatMap(([first = ""]) => codeSpans(first));
}

interface KeyRow {
  /** With `channels.` before what every channel has. */
  readonly key: string;
  /** JSON, or empty. */
  readonly fallback: string;
}

/** The table of all keys; bold rows begin the part of every channel and of each type. */
function keyRows(text: string): KeyRow[] {
  let inChannel = false;
  return tableIn(text.slice(text.indexOf("<details>"))).flatMap(([keys = "", fallback = ""]) => {
    inChannel ||= keys.startsWith("**");
    if (keys.startsWith("**")) return [];
    return codeSpans(keys).map((key) => ({
      key: inChannel ? `channels.${key}` : key,
      fallback: codeSpans(fallback)[0] ?? "",
    }));
  });
}

/** For editors and people, without effect. */
const UNTOLD = new Set(["$schema", "$comment"]);
/** What may be said by event is told once for all of them. */
const EVENTS: ReadonlySet<string> = new Set(EVENT_IDS);

function schemaKeys(): string[] {
  const told = configKeys()
    .map(({ path }) => path)
    .filter((path) => !UNTOLD.has(path) && !path.split(".").some((key) => EVENTS.has(key)))
    // What stands deeper in a channel is told with the key that it stands under.
    .filter((path) => !/^channels(?:\.[^.]+){3}/.test(path));
  // A key with keys of its own is told by those.
  return told.filter((path) => !told.some((other) => other.startsWith(`${path}.`) && path !== "channels"));
}

/** What a key has that the file leaves out, as far as it is one plain value. */
function defaults(): Record<string, unknown> {
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
