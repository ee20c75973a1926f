import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { withGeneratedPart } from "../../scripts/generated-part.ts";
import { folderOf, importCircles, wrongImports } from "../../scripts/structure/check-imports.ts";
import { drawMap } from "../../scripts/structure/draw-map.ts";
import { IMPORT_RULES } from "../../scripts/structure/import-rules.ts";
import { importsIn, readImports, sourceFiles } from "../../scripts/structure/read-imports.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FILES = sourceFiles(ROOT);
const IMPORTS = readImports(ROOT, FILES);

describe("the repository", () => {
  test("imports only what the table allows", () => {
    expect(wrongImports(IMPORTS, IMPORT_RULES)).toEqual([]);
  });

  test("has no circle of imports", () => {
    expect(importCircles(IMPORTS)).toEqual([]);
  });

  test("has a rule for each folder of src, and no rule without a folder", () => {
    const folders = new Set(FILES.map((file) => folderOf(file, IMPORT_RULES)));
    expect(Object.keys(IMPORT_RULES).filter((folder) => !folders.has(folder))).toEqual([]);
    expect(
      FILES.filter(
        (file) => file.startsWith("src/") && !Object.hasOwn(IMPORT_RULES, folderOf(file, IMPORT_RULES) ?? ""),
      ),
    ).toEqual([]);
  });

  test("allows nothing that no file uses, so that the table says what is there", () => {
    const used = new Set(
      IMPORTS.map(
        ({ file, target, isPackage }) =>
          `${folderOf(file, IMPORT_RULES)} > ${isPackage ? target : folderOf(target, IMPORT_RULES)}`,
      ),
    );
    const unused = Object.entries(IMPORT_RULES).flatMap(([from, { folders }]) =>
      folders.filter((to) => to !== "*" && !used.has(`${from} > ${to}`)).map((to) => `${from} > ${to}`),
    );
    expect(unused).toEqual([]);
  });
});

test("the map in CONTRIBUTING is drawn from the table", () => {
  const document = readFileSync(new URL("../../CONTRIBUTING.md", import.meta.url), "utf8");
  expect(withGeneratedPart(document, "map", drawMap(IMPORT_RULES))).toBe(document);
});

describe("a wrong import is named, with those that are allowed", () => {
  test.each([
    ["src/actors/attempt-delivery.ts", "../commands/status/status.ts", "actors may not import commands"],
    ["src/config/load-config.ts", "../runtime/session-runtime.ts", "config may not import runtime"],
    ["src/ports/tmux-client.ts", "../trace/story.ts", "ports may not import trace"],
    ["src/channels/bell/bell.channel.ts", "../../live/live-server.ts", "channels may not import live"],
    ["src/notices/outcome.ts", "../pi/typing.ts", "notices may not import pi"],
    ["visualizer/view/viewer.ts", "../../src/testing/kit.ts", "visualizer/view may not import testing"],
    ["src/pi/typing.ts", "../../test/document-parts.ts", "pi may not import test"],
    ["demo/demo.ts", "../test/document-parts.ts", "demo may not import test"],
  ])("%s imports %s", (file, specifier, sentence) => {
    const planted = importsIn(file, `import { something } from "${specifier}";\n`);
    const [told = "", ...more] = wrongImports(planted, IMPORT_RULES);
    expect(more).toEqual([]);
    expect(told).toContain(`${file}:1: ${sentence}`);
    expect(told).toContain("Allowed: ");
  });

  test("a machine imports no package but xstate, and only src/extension.ts imports Pi", () => {
    const machine = importsIn("src/machines/run.machine.ts", 'import { readFile } from "node:fs/promises";\n');
    expect(wrongImports(machine, IMPORT_RULES)).toEqual([
      "src/machines/run.machine.ts:1: machines may not import the package node:fs/promises. Allowed: xstate.",
    ]);
    const pi = 'import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";\n';
    expect(wrongImports(importsIn("src/extension.ts", pi), IMPORT_RULES)).toEqual([]);
    expect(wrongImports(importsIn("src/pi/typing.ts", pi), IMPORT_RULES)).toHaveLength(1);
  });
});

test("reads each form of import", () => {
  const text = [
    'import { a,\n  b } from "./a.ts";',
    'import "./b.ts";',
    'export * from "./c.ts";',
    'import type { D } from "./d.ts";',
    'const e = await import("./e.ts");',
    'let f: typeof import("./f.ts");',
    'const text = "no import";',
  ].join("\n");
  expect(
    importsIn("src/x/y.ts", text).map(({ target, line, isType, isDynamic }) => [target, line, isType, isDynamic]),
  ).toEqual([
    ["src/x/a.ts", 1, false, false],
    ["src/x/b.ts", 3, false, false],
    ["src/x/c.ts", 4, false, false],
    ["src/x/d.ts", 5, true, false],
    ["src/x/e.ts", 6, false, true],
    ["src/x/f.ts", 7, true, true],
  ]);
});

test("finds a circle of imports, and none where two files import a third", () => {
  const files = {
    "src/a/a.ts": ["./b.ts"],
    "src/a/b.ts": ["./c.ts", "./d.ts"],
    "src/a/c.ts": ["./a.ts"],
    "src/a/d.ts": [],
  };
  const imports = Object.entries(files).flatMap(([file, targets]) =>
    importsIn(file, targets.map((target) => `import "${target}";`).join("\n")),
  );
  expect(importCircles(imports)).toEqual([["src/a/a.ts", "src/a/b.ts", "src/a/c.ts"]]);
});
