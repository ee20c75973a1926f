import { it } from "vitest";
import { registryProblem } from "./npm-settings.ts";

/**
 * `it` for tests that install from npm's registry. Where it is out of reach they are skipped, and say why; under `CI`
 * they fail instead.
 */
export function itWithRegistry(name: string, test: () => Promise<void>): void {
  it(name, async (context) => {
    const problem = registryProblem();
    if (problem === false) return test();
    if (process.env.CI) throw new Error(`the npm registry is out of reach: ${problem}`);
    context.skip(`the npm registry is out of reach: ${problem}`);
  });
}
