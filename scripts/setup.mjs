/**
 * Looks for the programs of the system that tests and demo use, and installs what is missing where it may:
 * as root, with apt-get. Elsewhere it says in one line what is missing and how to get it. It never fails: the test
 * suite says what it skips, and under CI fails instead (rig/describe-with.ts).
 *
 * Plain JavaScript for any Node from 18 on: it runs before anything is known about this machine.
 *
 * `--quiet`: no word when nothing is missing.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const quiet = process.argv.includes("--quiet");

/** Programs, the Debian packages that bring them, and what goes without them. */
const PARTS = [
  { program: "tmux", packages: ["tmux"], use: "the real-Pi tests and the tmux part of the demo" },
  { program: "screen", packages: ["screen"], use: "the tests through GNU screen" },
  { program: "git", packages: ["git"], use: "the packaging tests" },
  // kitty draws with OpenGL, in software where there is no graphics card.
  { program: "kitty", packages: ["kitty", "libgl1", "libegl1", "libgl1-mesa-dri"], use: "the tests on a real desktop" },
  { program: "xterm", packages: ["xterm"], use: "the tests on a real desktop" },
  { program: "foot", packages: ["foot", "foot-terminfo"], use: "the tests on a real desktop" },
  { program: "sway", packages: ["sway"], use: "the tests on a real desktop" },
  { program: "Xvfb", packages: ["xvfb"], use: "the tests on a real desktop" },
  { program: "openbox", packages: ["openbox"], use: "the tests on a real desktop" },
  { program: "xev", packages: ["x11-utils"], use: "the tests on a real desktop" },
  { program: "xprop", packages: ["x11-utils"], use: "the tests on a real desktop" },
  { program: "dbus-daemon", packages: ["dbus"], use: "the tests on a real desktop" },
  { program: "notify-send", packages: ["libnotify-bin"], use: "the tests on a real desktop" },
  { program: "sshd", packages: ["openssh-server", "openssh-client"], use: "the tests over ssh" },
  { program: "chromium", packages: ["chromium"], use: "the tests of the viewer" },
];

/** @param {string} program */
function isInstalled(program) {
  // Where servers live is on the PATH of root only.
  return [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"].some((folder) => {
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

const wanted = [...new Set(PARTS.filter(isMissing).flatMap(({ packages }) => packages))];
if (wanted.length > 0 && process.getuid?.() === 0 && isInstalled("apt-get")) {
  console.error(`setup: installing ${wanted.join(", ")} …`);
  // An index that is only partly fresh may still know the package, so a failed update does not end the attempt.
  aptGet(["update", "-q"]);
  aptGet(["install", "-y", "-q", "-o", "DPkg::Lock::Timeout=120", "--no-install-recommends", ...wanted]);
}

for (const { program, packages, use } of PARTS.filter(isMissing)) {
  console.error(`setup: ${program} is missing (needed for ${use}): ${installCommand(packages)}`);
}
if (!quiet && !PARTS.some(isMissing))
  console.error(`setup: ${PARTS.map(({ program }) => program).join(", ")}: all there`);
