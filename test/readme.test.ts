import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { COMMAND_DOCUMENTS, withCommandRows } from "../scripts/command-rows.ts";
import { detectionRows, TERMINAL_DOCUMENTS, withTerminalRows } from "../scripts/terminal-rows.ts";
import { TERMINALS } from "../src/channels/osc/terminals.ts";
import { CHANNELS } from "../src/channels/registry.ts";
import { PRESET_NAMES } from "../src/channels/webhook/presets/registry.ts";
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

  it("names every preset and no other", () => {
    const webhook = tableAfter(text, 3, 0).find(([type]) => type === "`webhook`")?.[1] ?? "";
    expect(codeSpans(webhook).sort()).toEqual([...PRESET_NAMES].sort());
  });

  it("leads to the page of all keys in its own language", () => {
    const page = file.replace("README", "docs/configuration");
    expect(text).toContain(`[${page}](${page})`);
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

it.each(COMMAND_DOCUMENTS)("%s lists the commands that there are", (file, language) => {
  const text = readRepositoryFile(file);
  expect(text).toBe(withCommandRows(text, language));
});

it.each(TERMINAL_DOCUMENTS)("%s has the table that the code asks", (file, language) => {
  const text = readRepositoryFile(file);
  expect(text).toBe(withTerminalRows(text, language));
});

it.each(TERMINAL_DOCUMENTS)("%s: every link leads to a file", (file) => {
  const targets = [...readRepositoryFile(file).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = ""]) => target);
  expect(targets.filter((target) => !existsSync(join(REPOSITORY, "docs", target)))).toEqual([]);
});

it("no name of a terminal's row is left in English in the Chinese table", () => {
  const names = Object.values(TERMINALS).map(({ name }) => name);
  const words = names.reduce((text, name) => text.replaceAll(`| ${name} |`, ""), detectionRows("zh-CN"));
  expect(words.replaceAll(/`[^`]*`|tmux/g, "")).not.toMatch(/[a-z]/i);
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
