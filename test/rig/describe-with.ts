import { describe, it } from "vitest";
import { findProgram } from "./system-parts.ts";

/**
 * `describe` for tests that need a program of the system.
 * Where the program is missing the suite is skipped under a name that says so; under `CI` it fails instead,
 * because a run that proves nothing must not look green (issue 2).
 */
export function describeWith(program: "tmux" | "git", name: string, tests: () => void): void {
  if (findProgram(program) !== undefined) {
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
