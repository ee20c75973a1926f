import { it } from "vitest";
import { registryProblem } from "./npm-settings.ts";

/** An npm that fetches a hundred packages on a busy machine, milliseconds. */
const INSTALL_LIMIT_MS = 180_000;

/**
 * `it` for tests that install from npm's registry. Where it is out of reach they are skipped, and say why; under `CI`
 * they fail instead.
 */
export function itWithRegistry(name: string, test: () => Promise<void>): void {
  it(
    name,
    async (context) => {
      const problem = registryProblem();
      if (problem === false) return test();
      if (process.env.CI) throw new Error(`the npm registry is out of reach: ${problem}`);
      context.skip(`the npm registry is out of reach: ${problem}`);
    },
    INSTALL_LIMIT_MS,
  );
}
