/**
 * Bundles the extension into dist/: one file that Pi loads, and hashed chunks that it imports when they are needed.
 * Beside them the program of the package's `bin`, of which Pi loads nothing.
 * Runs as the package's `prepare` script on any Node >= 18: after `npm ci` in a checkout, before `npm pack`,
 * and in the clone that `pi install git:…` makes. That clone has no dev dependencies, so there the pinned
 * esbuild comes from the registry for this one run.
 *
 * A build that fails leaves the last good dist/ as it was. The same sources give the same bytes.
 *
 * `--meta FILE`: also writes esbuild's account of what went where: the metafiles of the entry, of the late code and of the
 * program.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, posix, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** What Pi loads; the package's `pi` manifest names the file. */
const ENTRY = { source: "src/extension.ts", file: "extension.js" };
/** Built by build-api.mjs, build-kit.mjs and build-visualizer.mjs, and no part of what Pi loads. */
const BUILT_ELSEWHERE = ["api", "testing", "visualizer.html"];
/** The package's `bin`. */
const PROGRAM = { source: "src/cli.ts", file: "cli.js" };
/** Packages that are not in the bundle. `ws` comes with the other. */
const OPTIONAL = ["@statelyai/inspect", "ws"];
/** What the file of late code is called that every session may need; each command is a chunk like any other. */
const LAZY = "lazy";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const metaOption = process.argv.indexOf("--meta");

mkdirSync(dist, { recursive: true });
const fresh = mkdtempSync(join(dist, ".build-"));
process.on("exit", () => rmSync(fresh, { recursive: true, force: true }));
const accounts = bundle(fresh);
writeFileSync(join(fresh, "THIRD-PARTY-LICENSES.txt"), thirdPartyLicenses(accounts));
putInPlace(fresh);
if (metaOption !== -1) writeFileSync(resolve(process.argv[metaOption + 1]), JSON.stringify(accounts));

/**
 * Late code first, then entry and program, each in a run of its own: one run for all would move what entry and late
 * code share into a chunk, which Pi would then have to load at its start as well. The entry imports late code by the
 * names in the package's `imports`; esbuild's aliases put the built files in their place.
 * @param {string} folder where the files go
 * @returns the metafiles of all
 */
function bundle(folder) {
  const parts = lateParts();
  const late = esbuild(
    folder,
    parts.map(({ name, source }) => `${name.startsWith("#commands/") ? "chunk" : LAZY}=${source}`),
    [
      "--splitting",
      "--chunk-names=chunk-[hash]",
      // A name of its own for each content: after an update `/reload` must not meet the modules that Node has cached.
      "--entry-names=[name]-[hash]",
      // Only `PI_NOTIFY_INSPECT` needs them, and says so where they are missing.
      ...OPTIONAL.map((name) => `--external:${name}`),
      // CommonJS dependencies in an ES module still call require for Node's own modules.
      '--banner:js=import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
    ],
  );
  const built = new Map(
    Object.entries(late.outputs).map(([path, { entryPoint }]) => [entryPoint, `./${basename(path)}`]),
  );
  const toLateCode = parts.flatMap(({ name, source }) => [
    `--alias:${name}=${built.get(source)}`,
    `--external:${built.get(source)}`,
  ]);
  // Chinese sentences as they are: escaped, each character would take six bytes of what Pi's start reads.
  const entry = esbuild(folder, [ENTRY.source], ["--charset=utf8", ...toLateCode]);
  const program = esbuild(
    folder,
    [PROGRAM.source],
    ["--charset=utf8", "--splitting", "--chunk-names=cli-[hash]", ...toLateCode],
  );
  chmodSync(join(folder, PROGRAM.file), 0o755);
  return [entry, late, program];
}

/** The package's `imports` with their sources, one for each folder where the name ends in `*`. */
function lateParts() {
  return Object.entries(manifest.imports).flatMap(([name, source]) => {
    const [before, after] = source.split("*");
    if (after === undefined) return [{ name, source: posix.normalize(source) }];
    return readdirSync(join(root, before))
      .filter((word) => existsSync(join(root, before + word + after)))
      .sort()
      .map((word) => ({ name: name.replace("*", word), source: posix.normalize(before + word + after) }));
  });
}

/**
 * Runs esbuild; in a clone without dev dependencies npm fetches the very version that is pinned.
 * @param {string} folder
 * @param {string[]} entryPoints
 * @param {string[]} more
 */
function esbuild(folder, entryPoints, more) {
  const meta = join(folder, "meta.json");
  const options = [
    ...entryPoints,
    "--bundle",
    "--format=esm",
    "--platform=node",
    "--target=node22.19",
    // jsonc-parser's CommonJS form requires its parts in a way that no bundler sees.
    "--main-fields=module,main",
    "--minify",
    `--outdir=${folder}`,
    `--metafile=${meta}`,
    "--log-level=warning",
    `--define:PI_NOTIFY_VERSION=${JSON.stringify(manifest.version)}`,
    ...more,
  ];
  const installed = join(root, "node_modules", ".bin", "esbuild");
  const [command, args] = existsSync(installed)
    ? [installed, options]
    : ["npm", ["exec", "--yes", `--package=esbuild@${manifest.devDependencies.esbuild}`, "--", "esbuild", ...options]];
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (error !== undefined || status !== 0) fail(error?.message ?? `esbuild ended with ${status}`);
  const account = JSON.parse(readFileSync(meta, "utf8"));
  rmSync(meta);
  return account;
}

/** @param {string} why */
function fail(why) {
  console.error(`pi-notify: the bundle could not be built (${why})`);
  process.exit(1);
}

/**
 * Moves the new files into dist/, the entry and the program after the chunks that they import, and then drops what is
 * left of an older build: a Pi that loads the extension meanwhile, or a run of the program, finds a complete build.
 * @param {string} folder
 */
function putInPlace(folder) {
  const isEntry = (name) => name === ENTRY.file || name === PROGRAM.file;
  const names = readdirSync(folder).sort((a, b) => Number(isEntry(a)) - Number(isEntry(b)));
  for (const name of names) renameSync(join(folder, name), join(dist, name));
  for (const name of readdirSync(dist)) {
    if (![...names, ...BUILT_ELSEWHERE].includes(name) && !name.startsWith(".build-"))
      rmSync(join(dist, name), { recursive: true, force: true });
  }
}

/**
 * The licence texts of everything that went into the bundle.
 * @param {{ inputs: object }[]} metafiles
 */
function thirdPartyLicenses(metafiles) {
  const folders = new Set();
  for (const path of metafiles.flatMap(({ inputs }) => Object.keys(inputs))) {
    const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
    if (folder !== undefined) folders.add(folder);
  }
  return [...folders].sort().map(licenseOf).join("\n");
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? "" : readFileSync(join(root, folder, file), "utf8");
  return `${name} ${version} (${license})\n\n${text}\n`;
}
