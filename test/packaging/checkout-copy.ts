import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BIN_FOLDER } from "../../rig/clean-environment.ts";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

/** What a clone of the repository would not hold. */
const NOT_COPIED = new Set([".git", "node_modules", "dist", "coverage", ".stryker-tmp"]);

/** Copies the sources of a checkout as they stand now, committed or not, to a folder that is not there yet. */
export function copySources(to: string, from = REPOSITORY): void {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => !NOT_COPIED.has(basename(path)) && !path.endsWith(".tgz"),
  });
}

/**
 * A checkout after `npm ci`, as far as building and loading go: the sources, the dependencies and the tools of the
 * build, built.
 * esbuild names its chunks by the places of their parts too, so the dependencies are copied and not linked.
 */
export function makeBuiltCheckout(at: string): void {
  copySources(at);
  const tools = ["esbuild", "@esbuild", "elkjs"].map((name) => `node_modules/${name}`);
  for (const path of [...runtimeDependencies(), ...tools]) {
    cpSync(join(REPOSITORY, path), join(at, path), { recursive: true });
  }
  mkdirSync(join(at, "node_modules", ".bin"));
  symlinkSync(join("..", "esbuild", "bin", "esbuild"), join(at, "node_modules", ".bin", "esbuild"));
  // `npm pack` builds what other extensions import, too, whose declarations need no other package.
  symlinkSync(realpathSync(join(BIN_FOLDER, "tsc")), join(at, "node_modules", ".bin", "tsc"));
  build(at);
}

/** Runs the build of the viewer. @throws Error with what it said, when it fails. */
export function buildVisualizer(checkout: string): void {
  execFileSync(join(BIN_FOLDER, "node"), [join(checkout, "scripts", "build-visualizer.mjs")], { stdio: "pipe" });
}

/** Runs the build of what Pi loads. @throws Error with what it said, when it fails. */
export function build(checkout: string, ...args: readonly string[]): void {
  execFileSync(join(BIN_FOLDER, "node"), [join(checkout, "scripts", "build.mjs"), ...args], { stdio: "pipe" });
}

/** The text of every file of the bundle that Pi loads, by name. */
export function readDist(checkout: string): Map<string, string> {
  const folder = join(checkout, "dist");
  const names = readdirSync(folder, { withFileTypes: true })
    // The viewer is a page and nothing that Pi loads.
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".html"))
    .map(({ name }) => name)
    .sort();
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** A line a file of a built dist/: its name and a digest of its bytes. */
export function digestDist(checkout: string): string[] {
  const digest = (text: string) => createHash("sha256").update(text).digest("hex");
  return [...readDist(checkout)].map(([name, text]) => `${name} ${digest(text)}`);
}

/** Where npm puts what the package needs when it runs, from the lock file. */
function runtimeDependencies(): string[] {
  const lock: { packages: Record<string, object> } = JSON.parse(
    readFileSync(join(REPOSITORY, "package-lock.json"), "utf8"),
  );
  const otherwiseNeeded = ["dev", "devOptional", "optional", "peer"];
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== "" && !otherwiseNeeded.some((flag) => flag in entry))
    .map(([path]) => path);
}
