import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import type { MutatedPart } from "./mutated-parts.ts";
import { oneLine, shortened } from "./source-text.ts";

/** One change to the source and what the tests said to it. */
export interface Mutant {
  /** From the root of the repository, with slashes. */
  readonly file: string;
  readonly lineNumber: number;
  /** The source line in which the change begins, trimmed. */
  readonly line: string;
  /** What was changed, and into what: on one line, long ones shortened. */
  readonly from: string;
  readonly to: string;
  readonly verdict: Verdict;
}

/** `broken`: no test could even begin, which says nothing of the tests. */
export type Verdict = "killed" | "survived" | "timeout" | "no coverage" | "broken";

const VERDICTS: Readonly<Record<string, Verdict>> = {
  Killed: "killed",
  Survived: "survived",
  Timeout: "timeout",
  NoCoverage: "no coverage",
};

type Options = ConstructorParameters<typeof Stryker>[0];

export interface MutateOptions {
  /** Mutate this file of the part only, or `FILE:12-34`, these lines of it. */
  readonly file?: string;
  /** Keep the verdict of the last run where neither the mutant nor its tests have changed. */
  readonly reuse?: boolean;
}

/** Mutates a part, each change alone in a copy of the repository, and runs the part's tests against it. Takes minutes. */
export async function mutate(part: MutatedPart, { file, reuse = false }: MutateOptions = {}): Promise<Mutant[]> {
  const sources = sourceLines(part.folder);
  // Read by ./vitest.config.ts in the runner's process.
  process.env.MUTATION_TESTS = part.tests.join(",");
  const results = await new Stryker({
    // What a key means is said in `*.keys.ts`, for people: prose that no test repeats.
    mutate: [...(file === undefined ? filesOf(part) : [file]), "!**/*.keys.ts"],
    testRunner: "vitest",
    // Understood by the runner, unknown to the types of the core.
    ...{ vitest: { configFile: "test/mutation/vitest.config.ts" } },
    coverageAnalysis: "perTest",
    concurrency: 1,
    // Above what a busy machine needs for a test; most endless loops are ended sooner, by the count of their rounds.
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 30,
    incremental: reuse,
    incrementalFile: `.stryker-tmp/${part.folder.replaceAll("/", "-")}.json`,
    ignorePatterns: ["/demo", "/docs", "/dist", "/test/real-pi", "/test/packaging"],
    // Stryker would rewrite it through TypeScript's old programming interface, which version 7 has not; nothing reads it.
    tsconfigFile: ".no-tsconfig.json",
    reporters: ["progress-append-only"],
    logLevel: "warn" as Options["logLevel"],
    warnings: { unknownOptions: true, preprocessorErrors: true, unserializableOptions: true, slow: false },
    allowConsoleColors: false,
  }).runMutationTest();

  const mutants = results.map(({ fileName, location: { start, end }, replacement = "", status }) => {
    const path = relative("", fileName).replaceAll("\\", "/");
    const lines = sources.get(path) ?? [];
    const touched = lines.slice(start.line - 1, end.line);
    const last = touched.pop() ?? "";
    const from = [...touched, last.slice(0, end.column - 1)].join("\n").slice(start.column - 1);
    return {
      file: path,
      lineNumber: start.line,
      line: (lines[start.line - 1] ?? "").trim(),
      from: shortened(oneLine(from)),
      to: shortened(oneLine(replacement)),
      verdict: VERDICTS[status] ?? "broken",
    };
  });
  // With `reuse` the last verdicts on the part's other files come along.
  return file === undefined ? mutants : mutants.filter((mutant) => mutant.file === file.replace(/:[\d-]+$/, ""));
}

function filesOf({ folder, files = ["*.ts"] }: MutatedPart): readonly string[] {
  return files.map((name) => `${folder}/${name}`);
}

/** The lines of each file as they are now: somebody may write on while the mutants run. */
function sourceLines(folder: string): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return new Map(
    files.map((name) => {
      const path = join(folder, name);
      return [path.replaceAll("\\", "/"), readFileSync(path, "utf8").split("\n")];
    }),
  );
}
