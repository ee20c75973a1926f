import { describe, it } from "vitest";
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
  if (program === undefined) {
    describe(name, tests);
  } else if (process.env.CI) {
    describe(name, () => {
      it(`needs ${program}`, () => {
        throw new Error(`${program} is missing: run \`npm run setup\``);
      });
    });
  } else {
    describe.skip(`${name} (skipped: ${program} is missing, see \`npm run setup\`)`, tests);
  }
}
