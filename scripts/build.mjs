/**
 * Bundles the extension into dist/: one file that Pi loads, and hashed chunks that it imports when they are needed.
 * Runs as the package's `prepare` script on any Node >= 18: after `npm ci` in a checkout, before `npm pack`,
 * and in the clone that `pi install git:…` makes. That clone has no dev dependencies, so there the pinned
 * esbuild comes from the registry for this one run.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

rmSync(dist, { recursive: true, force: true });
bundle();
writeFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), thirdPartyLicenses());
rmSync(join(dist, "meta.json"));

function bundle() {
  const options = [
    "src/extension.ts",
    "--bundle",
    "--splitting",
    "--format=esm",
    "--platform=node",
    "--target=node22.19",
    "--minify",
    "--outdir=dist",
    "--chunk-names=chunk-[hash]",
    "--metafile=dist/meta.json",
    "--log-level=warning",
    // CommonJS dependencies in an ES module still call require for Node's own modules.
    '--banner:js=import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
    `--define:PI_NOTIFY_VERSION=${JSON.stringify(JSON.stringify(manifest.version))}`,
  ];
  const installed = join(root, "node_modules", ".bin", "esbuild");
  const [command, args] = existsSync(installed)
    ? [installed, options]
    : ["npm", ["exec", "--yes", `--package=esbuild@${manifest.devDependencies.esbuild}`, "--", "esbuild", ...options]];
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (error !== undefined || status !== 0) {
    console.error(`pi-notify: the bundle could not be built (${error?.message ?? `esbuild ended with ${status}`})`);
    process.exit(1);
  }
}

/** The licence texts of everything that went into the bundle. */
function thirdPartyLicenses() {
  const { inputs } = JSON.parse(readFileSync(join(dist, "meta.json"), "utf8"));
  const folders = new Set();
  for (const path of Object.keys(inputs)) {
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
