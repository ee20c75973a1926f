/**
 * npm's `prepare`: builds everything, as `npm run build` does; before `npm pack` and `npm publish`, for which `prepack`
 * has just built the rest and insists on it, only what Pi loads. In an unpacked tarball everything is built already.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
if (!existsSync(join(root, "src"))) process.exit(0);
const isPrepacked = ["pack", "publish"].includes(process.env.npm_command ?? "");
// The npm that runs this: on Windows, `npm` is no program that can be started by its name.
const args = isPrepacked ? ["scripts/build.mjs"] : [process.env.npm_execpath ?? fail("run me by npm"), "run", "build"];
const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
if (error !== undefined) fail(error.message);
process.exit(status ?? 1);

/**
 * @param {string} why
 * @returns {never}
 */
function fail(why) {
  console.error(`pi-notify: could not be built (${why})`);
  process.exit(1);
}
