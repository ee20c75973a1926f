import { readFileSync } from "node:fs";
import { Stryker } from "@stryker-mutator/core";
import type { ChosenPart } from "./chosen-parts.ts";
import type { MutationReport } from "./read-report.ts";

type Options = ConstructorParameters<typeof Stryker>[0];

/**
 * Mutates a part, one change at a time in a copy of the repository, and runs the part's tests against each change.
 * Takes minutes.
 *
 * @param reuse keeps the verdict of the last run where neither the mutant nor its tests have changed
 */
export async function runStryker({ part, file }: ChosenPart, { reuse = false } = {}): Promise<MutationReport> {
  const { folder, files = ["*.ts"], tests } = part;
  const name = folder.replaceAll("/", "-");
  const report = `.stryker-tmp/${name}-report.json`;
  // Read by ./vitest.config.ts in the runner's process.
  process.env.MUTATION_TESTS = tests.join(",");
  await new Stryker({
    // `*.keys.ts` holds prose about the configuration's keys, which no test repeats.
    mutate: [...(file === undefined ? files.map((pattern) => `${folder}/${pattern}`) : [file]), "!**/*.keys.ts"],
    testRunner: "vitest",
    // Understood by the runner, unknown to the types of the core.
    ...{ vitest: { configFile: "test/mutation/vitest.config.ts" } },
    coverageAnalysis: "perTest",
    concurrency: 1,
    // More than a test needs on a busy machine. Stryker counts the rounds of loops and ends most endless ones sooner.
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 30,
    incremental: reuse,
    incrementalFile: `.stryker-tmp/${name}.json`,
    ignorePatterns: ["/demo", "/docs", "/dist", "/test/real-pi", "/test/packaging"],
    // Stryker would rewrite the file with TypeScript's old API, which version 7 does not have. Nothing reads the file.
    tsconfigFile: ".no-tsconfig.json",
    reporters: ["progress-append-only", "json"],
    jsonReporter: { fileName: report },
    logLevel: "warn" as Options["logLevel"],
    warnings: { unknownOptions: true, preprocessorErrors: true, unserializableOptions: true, slow: false },
    allowConsoleColors: false,
  }).runMutationTest();
  const { files: mutated }: MutationReport = JSON.parse(readFileSync(report, "utf8"));
  // With `reuse`, Stryker adds the last verdicts on the part's other files.
  const wanted = file?.replace(/:[\d-]+$/, "");
  return { files: Object.fromEntries(Object.entries(mutated).filter(([path]) => (wanted ?? path) === path)) };
}
