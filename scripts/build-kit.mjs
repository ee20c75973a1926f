/**
 * Builds `pi-notify-xstate/testing` into dist/testing: one readable file, and the declarations that it needs.
 * Runs after the bundle that Pi loads (`prepare`), and once more before `npm pack` (`prepack`).
 *
 * What is heavy and a dependency anyway is imported and not bundled, so that an author's own XState is the kit's, too.
 *
 * `--if-possible`: without TypeScript, as in the clone that `pi install git:…` makes, nobody tests anything: no word.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ENTRY = "src/testing/kit.ts";
const IMPORTED = ["xstate", "zod", "undici"];
/** Only somebody who sets `PI_NOTIFY_INSPECT` imports them, where they are installed. */
const OPTIONAL = ["@statelyai/inspect", "ws"];

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
const place = join(dist, "testing");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

if (!existsSync(programPath("tsc")) && process.argv.includes("--if-possible")) process.exit(0);

mkdirSync(dist, { recursive: true });
const fresh = mkdtempSync(join(dist, ".build-"));
process.on("exit", () => rmSync(fresh, { recursive: true, force: true }));
const kit = join(fresh, "kit");
run("esbuild", [
  ENTRY,
  "--bundle",
  "--format=esm",
  "--platform=node",
  "--target=node22.19",
  // jsonc-parser's CommonJS form requires its parts in a way that no bundler sees.
  "--main-fields=module,main",
  ...[...IMPORTED, ...OPTIONAL].map((name) => `--external:${name}`),
  '--banner:js=import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
  `--outdir=${kit}`,
  "--log-level=warning",
  `--define:PI_NOTIFY_VERSION=${JSON.stringify(version)}`,
]);
run("tsc", ["-p", "tsconfig.kit.json", "--outDir", join(fresh, "declarations")]);
copyDeclarations(join(fresh, "declarations"), join(kit, "types"));
rmSync(place, { recursive: true, force: true });
renameSync(kit, place);

/** @param {string} name */
function programPath(name) {
  return join(root, "node_modules", ".bin", name);
}

/**
 * @param {string} name
 * @param {string[]} args
 */
function run(name, args) {
  const { status, error } = spawnSync(programPath(name), args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (error !== undefined || status !== 0) fail(error?.message ?? `${name} ended with ${status}`);
}

/**
 * Copies what the entry's declarations name, directly or not, and nothing else.
 * They are made file by file (tsconfig.kit.json), which takes no time and needs no other package; what has to be
 * inferred from elsewhere would become `any`, so that is a fault.
 * @param {string} from
 * @param {string} to
 */
function copyDeclarations(from, to) {
  const waiting = [join(from, relative("src", ENTRY).replace(/\.ts$/, ".d.ts"))];
  const copied = new Set();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const name = relative(from, file);
    if (copied.has(name)) continue;
    copied.add(name);
    if (!existsSync(file)) fail(`a declaration of the kit names ${name}; add its folder to tsconfig.kit.json`);
    const text = readFileSync(file, "utf8");
    const untyped = /^(?!\s*(?:\/?\*)).*[:<|]\s*any\b.*$/m.exec(text);
    if (untyped !== null) fail(`${name} lacks a type: ${untyped[0].trim()}`);
    const folder = dirname(file);
    const rewritten = text.replace(/(from |import\()"(\.[^"]*)\.ts"/g, (_, before, path) => {
      waiting.push(join(folder, `${path}.d.ts`));
      return `${before}"${path}.js"`;
    });
    mkdirSync(dirname(join(to, name)), { recursive: true });
    writeFileSync(join(to, name), rewritten);
  }
}

/** @param {string} why */
function fail(why) {
  console.error(`pi-notify: the testing kit could not be built (${why})`);
  process.exit(1);
}
