/**
 * Looks for the programs of the system that the tests use, and installs what is missing where it may: as root, with
 * apt-get. It says first what it installs, and leaves no service running. Elsewhere it says in one line what is missing
 * and how to get it. It never fails: the test suite says what it skips, and under CI fails instead
 * (rig/describe-with.ts).
 *
 * Plain JavaScript for any Node from 18 on: it runs before anything is known about this machine.
 *
 * `--quiet`: no word when nothing is missing.
 * `--for-demo`: only tmux, which the demo uses where it is there.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const forDemo = process.argv.includes("--for-demo");
const quiet = forDemo || process.argv.includes("--quiet");

/** Debian's scripts ask this program whether they may start a service. */
const POLICY = "/usr/sbin/policy-rc.d";

/** Programs, the Debian packages that bring them, what goes without them, and services that would start at the next boot. */
const ALL_PARTS = [
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
  {
    program: "sshd",
    packages: ["openssh-server", "openssh-client"],
    use: "the tests over ssh",
    services: ["ssh.service", "ssh.socket"],
  },
  { program: "chromium", packages: ["chromium"], use: "the tests of the viewer" },
];
const PARTS = ALL_PARTS.filter(({ program }) => !forDemo || program === "tmux");

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

/**
 * Installs packages, and keeps their services from starting: now, and at the next boot.
 * @param {string[]} packages
 * @param {string[]} services
 */
function install(packages, services) {
  // While apt-get runs this process hears no signal; so it ends only after the policy is gone again.
  let stopped;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => (stopped = signal));
  const ownsPolicy = writePolicy();
  try {
    // An index that is only partly fresh may still know the package, so a failed update does not end the attempt.
    aptGet(["update", "-q"]);
    aptGet(["install", "-y", "-q", "-o", "DPkg::Lock::Timeout=120", "--no-install-recommends", ...packages]);
  } finally {
    if (ownsPolicy) rmSync(POLICY, { force: true });
  }
  if (services.length > 0 && isInstalled("systemctl")) {
    spawnSync("systemctl", ["disable", ...services], { stdio: "ignore", timeout: 60_000 });
  }
  setImmediate(() => {
    if (stopped !== undefined) process.kill(process.pid, stopped);
  });
}

/** @returns whether it is ours; one that the administrator has written stays. */
function writePolicy() {
  try {
    writeFileSync(
      POLICY,
      "#!/bin/sh\n# Written by pi-notify's scripts/setup.mjs while apt-get runs: start no service.\nexit 101\n",
      {
        mode: 0o755,
        flag: "wx",
      },
    );
    return true;
  } catch {
    return false;
  }
}

const isMissing = ({ program }) => !isInstalled(program);

const missing = PARTS.filter(isMissing);
const wanted = [...new Set(missing.flatMap(({ packages }) => packages))];
if (wanted.length > 0 && process.getuid?.() === 0 && isInstalled("apt-get")) {
  console.error("setup: installs with apt-get, and starts no service:");
  for (const { program, packages, use } of missing)
    console.error(`setup:   ${program} (${packages.join(", ")}) for ${use}`);
  install(
    wanted,
    missing.flatMap(({ services = [] }) => services),
  );
}

for (const { program, packages, use } of PARTS.filter(isMissing)) {
  const without = forDemo ? "the demo goes without; to get it" : `needed for ${use}`;
  console.error(`setup: ${program} is missing (${without}): ${installCommand(packages)}`);
}
if (!quiet && !PARTS.some(isMissing))
  console.error(`setup: ${PARTS.map(({ program }) => program).join(", ")}: all there`);
