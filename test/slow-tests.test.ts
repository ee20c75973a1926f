import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path/posix";
import { describe, expect, it } from "vitest";
import { isSlow, SLOW_TESTS } from "./slow-tests.ts";

/** What starts programs, servers, terminals or browsers. */
const STARTERS: readonly string[] = [
  "node:child_process",
  "node:cluster",
  "node:dgram",
  "node:http",
  "node:http2",
  "node:https",
  "node:net",
  "node:tls",
  "@homebridge/dbus-native",
  "@lydell/node-pty",
  "playwright-core",
  "src/adapters/programs/program-runner.ts",
];

const IMPORT = /^(?:import|export)\s(?!type\b)[^"';]*?from\s*"([^"]+)"|^import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;

/** The modules that a file imports: packages by name, files by their path from the root. */
function importsOf(file: string, source: string): readonly string[] {
  return [...source.matchAll(IMPORT)].map(([, from, bare, dynamic]) => {
    const module = from ?? bare ?? dynamic ?? "";
    if (module.startsWith(".")) return join(dirname(file), module);
    return isBuiltin(module) && !module.startsWith("node:") ? `node:${module}` : module;
  });
}

/** How a test reaches something that starts programs or servers, through `test` and `rig`; undefined when it does not. */
function wayToStarter(
  file: string,
  read: (file: string) => string = (path) => readFileSync(path, "utf8"),
  seen = new Set<string>(),
): string | undefined {
  seen.add(file);
  for (const module of importsOf(file, read(file))) {
    if (STARTERS.includes(module)) return `${file} → ${module}`;
    if (!/^(?:test|rig)\/.*\.ts$/.test(module) || seen.has(module)) continue;
    const way = wayToStarter(module, read, seen);
    if (way !== undefined) return `${file} → ${way}`;
  }
  return undefined;
}

const files = globSync("test/**/*.test.ts").map((file) => file.replaceAll("\\", "/"));
const fast = files.filter((file) => !isSlow(file));

describe("the fast tests", () => {
  it("are most of the test files that start nothing", () => {
    expect(fast.length).toBeGreaterThan(90);
  });

  it.each(fast)("%s starts no program, server, terminal or browser", (file) => {
    expect(wayToStarter(file)).toBeUndefined();
  });
});

describe("the list of slow tests", () => {
  const listed = SLOW_TESTS.flatMap(({ folder, files: names }) =>
    names === undefined ? [`${folder}/`] : names.map((name) => `${folder}/${name}.test.ts`),
  );
  it.each(listed)("%s exists", (path) => {
    expect(files.some((file) => (path.endsWith("/") ? file.startsWith(path) : file === path))).toBe(true);
  });

  it("names no test twice", () => {
    expect(new Set(listed).size).toBe(listed.length);
  });
});

describe("looking for what a test starts", () => {
  const sources: Readonly<Record<string, string>> = {
    "test/a.test.ts": 'import { b } from "../rig/b.ts";',
    "rig/b.ts": 'import "./c.ts";\nimport { readFileSync } from "node:fs";',
    "rig/c.ts": 'import {\n  spawn,\n} from "node:child_process";',
    "test/bare.test.ts": 'import { createServer } from "http";',
    "test/later.test.ts": `const { chromium } = await import(${JSON.stringify("playwright-core")});`,
    "test/type.test.ts": 'import type { Server } from "node:http";\nimport { b } from "./b.ts";',
    "test/b.ts": 'import { startServer } from "../src/live/live-server.ts";\nimport "./type.test.ts";',
  };
  it.each([
    ["test/a.test.ts", "test/a.test.ts → rig/b.ts → rig/c.ts → node:child_process"],
    ["test/bare.test.ts", "test/bare.test.ts → node:http"],
    ["test/later.test.ts", "test/later.test.ts → playwright-core"],
    ["test/type.test.ts", undefined],
  ])("%s", (file, way) => {
    expect(wayToStarter(file, (path) => sources[path] ?? "")).toBe(way);
  });
});
