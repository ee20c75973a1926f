/**
 * Looks for the programs of the system that tests and demo use, and installs what is missing where it may:
 * as root, with apt-get. Elsewhere it says in one line what is missing and how to get it. It never fails: the test
 * suite says what it skips, and under CI fails instead (test/rig/describe-with.ts).
 *
 * Plain JavaScript for any Node from 18 on: it runs before anything is known about this machine.
 *
 * `--quiet`: no word when nothing is missing.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const quiet = process.argv.includes("--quiet");

/** Programs, the same-named Debian packages, and what goes without them. */
const PARTS = [
  { program: "tmux", use: "the real-Pi tests and the tmux part of the demo" },
  { program: "git", use: "the packaging tests" },
];

/** @param {string} program */
function isInstalled(program) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    if (folder === "") return false;
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** @param {string[]} packages */
function installCommand(packages) {
  const names = packages.join(" ");
  if (process.platform === "darwin") return `brew install ${names}`;
  if (isInstalled("apt-get")) return `sudo apt-get install -y --no-install-recommends ${names}`;
  if (isInstalled("dnf")) return `sudo dnf install ${names}`;
  if (isInstalled("pacman")) return `sudo pacman -S ${names}`;
  if (isInstalled("apk")) return `sudo apk add ${names}`;
  return `install ${names} with your system's package manager`;
}

/**
 * Runs apt-get and keeps its chatter, unless it fails.
 * @param {string[]} args
 */
function aptGet(args) {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, encoding: "utf8", timeout: 300_000 };
  const result = spawnSync("apt-get", args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  if (result.status === 0) return true;
  console.error(
    `apt-get ${args.join(" ")} failed:\n${result.stdout ?? ""}${result.stderr ?? result.error ?? ""}`.trim(),
  );
  return false;
}

const isMissing = ({ program }) => !isInstalled(program);

const wanted = PARTS.filter(isMissing).map(({ program }) => program);
if (wanted.length > 0 && process.getuid?.() === 0 && isInstalled("apt-get")) {
  console.error(`setup: installing ${wanted.join(", ")} …`);
  // An index that is only partly fresh may still know the package, so a failed update does not end the attempt.
  aptGet(["update", "-q"]);
  aptGet(["install", "-y", "-q", "-o", "DPkg::Lock::Timeout=120", "--no-install-recommends", ...wanted]);
}

for (const { program, use } of PARTS.filter(isMissing)) {
  console.error(`setup: ${program} is missing (needed for ${use}): ${installCommand([program])}`);
}
if (!quiet && !PARTS.some(isMissing))
  console.error(`setup: ${PARTS.map(({ program }) => program).join(", ")}: all there`);
