import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build as esbuild, type Metafile } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { BIN_FOLDER } from "../../rig/clean-environment.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { COMMANDS } from "../../src/commands/commands.ts";
import { build, digestDist, makeBuiltCheckout, readDist } from "./checkout-copy.ts";

const scratch = makeScratchFolder();
const checkout = join(scratch.path, "pi-notify");
let dist: Map<string, string>;
let entry: Metafile;
let late: Metafile;
let program: Metafile;

beforeAll(() => {
  makeBuiltCheckout(checkout);
  dist = readDist(checkout);
  const meta = join(scratch.path, "meta.json");
  build(checkout, "--meta", meta);
  [entry, late, program] = JSON.parse(readFileSync(meta, "utf8"));
  return () => scratch[Symbol.asyncDispose]();
});

describe("the build", () => {
  it("gives the same bytes again, and in another folder", () => {
    const before = digestDist(checkout);
    build(checkout);
    expect(digestDist(checkout)).toEqual(before);
    const elsewhere = join(scratch.path, "deeper", "elsewhere");
    cpSync(checkout, elsewhere, { recursive: true, verbatimSymlinks: true });
    rmSync(join(elsewhere, "dist"), { recursive: true });
    build(elsewhere);
    expect(digestDist(elsewhere)).toEqual(before);
  });

  it("that fails keeps the last good bundle, and one that succeeds drops what is old", () => {
    const broken = join(scratch.path, "broken");
    makeBuiltCheckout(broken);
    writeFileSync(join(broken, "dist", "chunk-OLD.js"), "");
    const before = digestDist(broken);
    writeFileSync(join(broken, "src", "lazy.ts"), "export * from './nowhere.ts';");
    expect(() => build(broken)).toThrow(/nowhere/);
    expect(digestDist(broken)).toEqual(before);
    writeFileSync(join(broken, "src", "lazy.ts"), "export const loadConfig = 1;");
    build(broken);
    const names = [...readDist(broken).keys()];
    expect([...new Set(names.map((name) => name.replace(/-[A-Z0-9]{8}\.js$/, "-HASH.js")))]).toEqual([
      "THIRD-PARTY-LICENSES.txt",
      "chunk-HASH.js",
      "cli-HASH.js",
      "cli.js",
      "extension.js",
      "lazy-HASH.js",
    ]);
    rmSync(join(broken, "dist"), { recursive: true });
    build(broken);
    expect(names).toEqual([...readDist(broken).keys()]);
  });
});

describe("a build that breaks off while it puts the new files in place", () => {
  it("has not replaced an entry before all the chunks that it imports are there", () => {
    const halfway = join(scratch.path, "halfway");
    makeBuiltCheckout(halfway);
    const distFolder = join(halfway, "dist");
    const entries = ["extension.js", "cli.js"];
    const chunk = readdirSync(distFolder).find((name) => /^lazy-[A-Z0-9]{8}\.js$/.test(name)) ?? "";
    expect(readFileSync(join(distFolder, "extension.js"), "utf8")).toContain(chunk);
    for (const name of entries) writeFileSync(join(distFolder, name), "old");
    // No file can be renamed over a folder, so the build breaks off at this chunk.
    rmSync(join(distFolder, chunk));
    mkdirSync(join(distFolder, chunk));
    expect(() => build(halfway)).toThrow(chunk);
    const replaced = entries.filter((name) => readFileSync(join(distFolder, name), "utf8") !== "old");
    expect(replaced).toEqual([]);
  });
});

describe("what Pi loads at its start", () => {
  it("is one small file that needs nothing but Node, and imports the rest late", async () => {
    const { inputs } = await importsOf(join(checkout, "dist", "extension.js"));
    const imports = Object.values(inputs).flatMap((input) => input.imports);
    const early = imports.filter(({ kind }) => kind !== "dynamic-import");
    expect(early.map(({ path }) => path).filter((path) => !path.startsWith("node:"))).toEqual([]);
    const lateOnes = new Set(imports.filter(({ kind }) => kind === "dynamic-import").map(({ path }) => path));
    const sources = ["src/lazy.ts", ...COMMANDS.map(({ name }) => `src/commands/${name}/command.ts`)];
    expect([...lateOnes].sort()).toEqual(sources.map((source) => `./${basename(builtFileOf(source))}`).sort());
    expect(basename(builtFileOf("src/lazy.ts"))).toMatch(/^lazy-[A-Z0-9]{8}\.js$/);
    expect(dist.get("extension.js")?.length).toBeLessThan(34_000);
  });

  it("holds our own code only", () => {
    expect(Object.keys(entry.inputs).filter((path) => !path.startsWith("src/"))).toEqual([]);
  });
});

describe("what is loaded late", () => {
  it("holds the production code of its dependencies, and undici apart from the rest", () => {
    const inputs = Object.keys(late.inputs);
    expect(inputs.filter((path) => /node_modules.*development/.test(path))).toEqual([]);
    expect(inputs.filter((path) => path.startsWith("visualizer/"))).toEqual([]);
    const packagesOf = (paths: readonly string[]) =>
      new Set(paths.map((path) => /node_modules\/([^/]+)/.exec(path)?.[1]).filter((name) => name !== undefined));
    expect([...packagesOf(inputs)].sort()).toEqual([
      "diff",
      "dotenv-expand",
      "jsonc-parser",
      "leven",
      "undici",
      "uqr",
      "xstate",
      "zod",
    ]);
    const withUndici = Object.entries(late.outputs).filter(([, output]) =>
      packagesOf(Object.keys(output.inputs)).has("undici"),
    );
    expect(withUndici.length).toBeGreaterThan(0);
    for (const [, output] of withUndici) expect([...packagesOf(Object.keys(output.inputs))]).toEqual(["undici"]);
    const lazy = Object.values(late.outputs).find((output) => output.entryPoint === "src/lazy.ts");
    const early = lazy?.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path) ?? [];
    expect(early.filter((path) => withUndici.some(([file]) => file.endsWith(path)))).toEqual([]);
  });
});

describe("what hardly anybody needs", () => {
  it.each([
    ["src/live/live-server.ts", "src/commands/visualize/command.ts"],
    ["src/inspector/connect-inspector.ts", "src/inspector/connect-inspector.ts"],
  ])("%s is loaded with %s and with nothing else", (source, door) => {
    const holders = Object.entries(late.outputs).filter(([, { inputs }]) => Object.hasOwn(inputs, source));
    expect(holders).toHaveLength(1);
    const doors = Object.values(late.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
    expect(doors).toContain("src/runtime/session-runtime.ts");
    expect(doors.filter((one) => loadedAtOnce(one).has(holders[0]?.[0] ?? ""))).toEqual([door]);
  });

  it("such as XState, comes with none of the commands but setup, which starts machines of its own", () => {
    const withXstate = Object.entries(late.outputs)
      .filter(([, { inputs }]) => Object.keys(inputs).some((path) => path.includes("node_modules/xstate/")))
      .map(([file]) => file);
    expect(withXstate.length).toBeGreaterThan(0);
    const loading = COMMANDS.filter(({ name }) => {
      const loaded = loadedAtOnce(`src/commands/${name}/command.ts`);
      return withXstate.some((file) => loaded.has(file));
    });
    expect(loading.map(({ name }) => name)).toEqual(["setup"]);
  });

  it("is not in the package at all where it is not ours: it is asked for when it is wanted", () => {
    const foreign = Object.values(late.outputs).flatMap(({ imports }) =>
      imports.filter(
        ({ path }) => !path.startsWith("node:") && !/^(?:.*\/)?(?:chunk|lazy)-[A-Z0-9]{8}\.js$/.test(path),
      ),
    );
    const named = foreign.filter(({ path }) => /^[@\w]/.test(path) && !builtinModules.includes(path));
    expect(named.map(({ path, kind }) => `${kind} ${path}`).sort()).toEqual([
      "dynamic-import @statelyai/inspect",
      "dynamic-import ws",
    ]);
  });
});

describe("the program", () => {
  it("is one small file that anybody may run, loads the rest when there is a file to read, and nothing of Pi's", () => {
    expect(dist.get("cli.js")).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(dist.get("cli.js")?.length).toBeLessThan(2_000);
    expect(statSync(join(checkout, "dist", "cli.js")).mode & 0o111).toBe(0o111);
    const packages = Object.keys(program.inputs).map((path) => /node_modules\/([^/]+)/.exec(path)?.[1]);
    expect(new Set(packages.filter((name) => name !== undefined))).toEqual(new Set(["zod"]));
  });

  it("runs from a link, as npm makes one", () => {
    const link = join(scratch.path, "pi-notify-xstate");
    symlinkSync(join(checkout, "dist", "cli.js"), link);
    const { status, stdout, stderr } = spawnSync(join(BIN_FOLDER, "node"), [link, "trace", "/no/such"], {
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: "pi-notify-xstate: /no/such cannot be read (ENOENT).\n",
    });
  });
});

describe("what Pi loads, early or late", () => {
  it("writes to no console: the two defaults below are used only by code that asks for a logger, the third is a terminal's name", () => {
    const uses = allMatches(/.{0,40}\bconsole\b.{0,40}/g).map((use) => use.replace(/\b[A-Za-z_$]{1,2}\b/g, "_"));
    const known = [
      /logger:console\.log\.bind\(console\),devTools:!1/,
      /typeof _!="function"&&\(_=console\.log\)/,
      /name:"Linux console"/,
    ];
    expect(uses.filter((use) => !known.some((pattern) => pattern.test(use)))).toEqual([]);
  });

  it("touches two standard streams, once each: the entry hands stdout to the terminal writer, and a late answer is taken from stdin", () => {
    // The script of a look-up prints in a process of its own.
    const uses = allMatches(/process\.(?:stdout|stderr|stdin)\b(?!\.write\(found\.map)/g);
    expect(uses.sort()).toEqual(["process.stdin", "process.stdout"]);
    expect(dist.get("extension.js")).not.toContain("process.stdin");
    expect(dist.get("extension.js")).toContain("process.stdout");
    expect(allMatches(/writeSync|_rawDebug|\/dev\/tty/g)).toEqual([]);
  });

  it("is told apart from the program by its names", () => {
    expect([...dist.keys()].filter(isOfProgram).length).toBeGreaterThan(1);
  });

  it("has no source maps and names no folder of the machine that built it", () => {
    const repository = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
    const telling = ["sourceMappingURL", "sourcesContent", scratch.path, repository, homedir()];
    const found = [...dist].flatMap(([name, code]) =>
      telling.filter((word) => code.includes(word)).map((w) => [name, w]),
    );
    expect(found).toEqual([]);
    expect([...dist.keys()].filter((name) => name.endsWith(".map"))).toEqual([]);
  });

  it("comes with the licence of every package in it", () => {
    const licences = dist.get("THIRD-PARTY-LICENSES.txt") ?? "";
    for (const name of ["dotenv-expand", "jsonc-parser", "leven", "undici", "xstate", "zod"]) {
      expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, "m"));
    }
  });
});

/** The built file that a source of late code has become. */
function builtFileOf(source: string): string {
  const [file] = Object.entries(late.outputs).find(([, { entryPoint }]) => entryPoint === source) ?? [];
  if (file === undefined) throw new Error(`${source} is no entry point`);
  return file;
}

/** The built files that an import of this source loads, without those that it may import later. */
function loadedAtOnce(entryPoint: string): ReadonlySet<string> {
  const loaded = new Set<string>();
  const load = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { path, kind } of late.outputs[file]?.imports ?? []) if (kind === "import-statement") load(path);
  };
  for (const [file, output] of Object.entries(late.outputs)) if (output.entryPoint === entryPoint) load(file);
  return loaded;
}

/** Whether Pi loads nothing of it. */
function isOfProgram(name: string): boolean {
  return /^cli[-.]/.test(name);
}

function allMatches(pattern: RegExp): string[] {
  const codes = [...dist].filter(([name]) => !isOfProgram(name)).map(([, code]) => code);
  return codes.flatMap((code) => [...code.matchAll(pattern)].map(([match]) => match));
}

/** What a built file imports, as esbuild reads it; nothing is followed. */
async function importsOf(file: string): Promise<Metafile> {
  const { metafile } = await esbuild({
    entryPoints: [file],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    plugins: [
      {
        name: "follow-nothing",
        setup({ onResolve }) {
          onResolve({ filter: /.*/ }, ({ kind, path }) =>
            kind === "entry-point" ? undefined : { path, external: true },
          );
        },
      },
    ],
  });
  return metafile;
}
