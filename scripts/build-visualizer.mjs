/**
 * Builds the viewer into dist/visualizer.html: one file that needs no network. The charts are laid out here, from the
 * machines, so that the page opens at once and carries no layout library. The same sources give the same bytes.
 *
 * In the clone that `pi install git:…` makes there are no dev dependencies; there the pinned esbuild and elkjs come
 * from the registry for this one run, as esbuild does for the bundle.
 *
 * `--if-possible`: a viewer that can not be built keeps nobody from the extension; the old one stays.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
const { version, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const isOptional = process.argv.includes("--if-possible");
const TOOLS = ["esbuild", "elkjs"];

const tools = toolFolder();
if (tools === undefined) process.exit(buildWithFetchedTools());

mkdirSync(dist, { recursive: true });
const fresh = mkdtempSync(join(dist, ".build-"));
process.on("exit", () => rmSync(fresh, { recursive: true, force: true }));
const page = assemble({ charts: layOutCharts(), script: bundlePage(), style: minifiedStyle() });
writeFileSync(join(fresh, "visualizer.html"), page);
renameSync(join(fresh, "visualizer.html"), join(dist, "visualizer.html"));

/** The node_modules with the tools: ours, or that of npm exec, which puts its programs on the path. */
function toolFolder() {
  const folders = [join(root, "node_modules"), ...(process.env.PATH ?? "").split(delimiter).map((bin) => dirname(bin))];
  return folders.find((folder) => TOOLS.every((name) => existsSync(join(folder, name, "package.json"))));
}

function buildWithFetchedTools() {
  if (process.env.PI_NOTIFY_FETCHED_TOOLS !== undefined) fail("npm did not bring esbuild and elkjs");
  const packages = TOOLS.map((name) => `--package=${name}@${devDependencies[name]}`);
  const again = [process.execPath, ...process.argv.slice(1)];
  const { status, error } = spawnSync("npm", ["exec", "--yes", ...packages, "--", ...again], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PI_NOTIFY_FETCHED_TOOLS: "1" },
  });
  if (error !== undefined || status !== 0) fail(error?.message ?? `npm ended with ${status}`);
  return 0;
}

/** The charts of the production machines as JSON. */
function layOutCharts() {
  const program = join(fresh, "print-charts.cjs");
  esbuild(["visualizer/charts/print-charts.ts", "--bundle", "--platform=node", "--format=cjs", `--outfile=${program}`]);
  return run(process.execPath, [program]);
}

function bundlePage() {
  return esbuild([
    "visualizer/main.ts",
    "--bundle",
    "--format=esm",
    "--platform=browser",
    "--target=es2022",
    "--minify",
    "--legal-comments=none",
    // What the oracle and the test driver ask of Node is not in the page; whatever else is fails the build.
    `--define:PI_NOTIFY_VERSION=${JSON.stringify(version)}`,
  ]);
}

function minifiedStyle() {
  return esbuild(["visualizer/style.css", "--minify"]);
}

/**
 * Puts everything into the frame. The page may run this one script and use this one style sheet, and talk to servers
 * on this machine alone.
 * @param {{ charts: string, script: string, style: string }} parts
 */
function assemble({ charts, script, style }) {
  const policy = [
    "default-src 'none'",
    `script-src '${digest(inScript(script))}'`,
    `style-src '${digest(style)}'`,
    "connect-src http://127.0.0.1:*",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const data = charts.replaceAll("<", "\\u003c");
  const places = {
    "default-src 'none'": policy,
    "<!-- style -->": `<style>${style}</style>`,
    "<!-- charts and script -->": `<script type="application/json" id="chart-data">${data}</script>
<script type="module">${inScript(script)}</script>`,
  };
  let page = readFileSync(join(root, "visualizer", "page.html"), "utf8");
  for (const [place, text] of Object.entries(places)) {
    if (page.split(place).length !== 2) fail(`visualizer/page.html has not one ${place}`);
    page = page.replace(place, () => text);
  }
  return page;
}

/** What would end the script element too early stands in strings only. @param {string} code */
function inScript(code) {
  return code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

/** @param {string} text */
function digest(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** @param {string[]} options */
function esbuild(options) {
  return run(join(tools, ".bin", "esbuild"), [...options, "--log-level=warning"]);
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  const { status, error, stdout } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    // Where npm exec put them, if that is not our own.
    env: { ...process.env, NODE_PATH: tools },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error !== undefined || status !== 0) fail(error?.message ?? `${command} ended with ${status}`);
  return stdout;
}

/** @param {string} why */
function fail(why) {
  console.error(`pi-notify: the viewer could not be built (${why})`);
  process.exit(isOptional ? 0 : 1);
}
