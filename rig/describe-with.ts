import { describe, it } from "vitest";
import { canGiveOwnNameServer } from "./own-name-server.ts";
import { findProgram } from "./system-parts.ts";

/** What `scripts/setup.mjs` installs. */
type Program =
  | "tmux"
  | "screen"
  | "git"
  | "kitty"
  | "foot"
  | "sway"
  | "Xvfb"
  | "openbox"
  | "xprop"
  | "xterm"
  | "xev"
  | "dbus-daemon"
  | "notify-send"
  | "sshd"
  | "chromium";

/**
 * `describe` for tests that need programs of the system.
 * Where one is missing the suite is skipped under a name that says so; under `CI` it fails instead,
 * because a run that proves nothing must not look green.
 */
export function describeWith(programs: Program | readonly Program[], name: string, tests: () => void): void {
  const program = [programs].flat().find((candidate) => findProgram(candidate) === undefined);
  describeUnless(program && { needs: program, remedy: "run `npm run setup`" }, name, tests);
}

/** The same for tests of a program whose name server is ours: see `own-name-server.ts`. */
export function describeWithOwnNameServer(name: string, tests: () => void): void {
  const lack = { needs: "the right to give a child a name server", remedy: "run as root on Linux, with CAP_SYS_ADMIN" };
  describeUnless(canGiveOwnNameServer() ? undefined : lack, name, tests);
}

interface Lack {
  readonly needs: string;
  readonly remedy: string;
}

function describeUnless(lack: Lack | undefined, name: string, tests: () => void): void {
  if (lack === undefined) {
    describe(name, tests);
  } else if (process.env.CI) {
    describe(name, () => {
      it(`needs ${lack.needs}`, () => {
        throw new Error(`${lack.needs} is missing: ${lack.remedy}`);
      });
    });
  } else {
    describe.skip(`${name} (skipped: ${lack.needs} is missing, ${lack.remedy})`, tests);
  }
}
