/**
 * Builds `pi-notify-xstate/api` into dist/api: the JavaScript and the declarations that TypeScript makes of one file.
 * Runs after the bundle that Pi loads (`prepare`), and once more before `npm pack` (`prepack`).
 *
 * `--if-possible`: without TypeScript, as in the clone that `pi install git:…` makes, nobody imports it: no word.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FILES = ["api.d.ts", "api.js"];

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
const place = join(dist, "api");
const tsc = join(root, "node_modules", ".bin", "tsc");

if (!existsSync(tsc) && process.argv.includes("--if-possible")) process.exit(0);

mkdirSync(dist, { recursive: true });
const fresh = mkdtempSync(join(dist, ".build-"));
process.on("exit", () => rmSync(fresh, { recursive: true, force: true }));
const api = join(fresh, "api");
const { status, error } = spawnSync(tsc, ["-p", "tsconfig.api.json", "--outDir", api], {
  cwd: root,
  stdio: ["ignore", "inherit", "inherit"],
});
if (error !== undefined || status !== 0) fail(error?.message ?? `tsc ended with ${status}`);
for (const name of readdirSync(api)) {
  const text = readFileSync(join(api, name), "utf8");
  if (!FILES.includes(name) || /^\s*(?:import|export)\b.*\bfrom\b/m.test(text)) fail(`${name} needs another file`);
}
rmSync(place, { recursive: true, force: true });
renameSync(api, place);

/** @param {string} why */
function fail(why) {
  console.error(`pi-notify: the API could not be built (${why})`);
  process.exit(1);
}
