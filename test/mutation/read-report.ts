import type { Mutant, Verdict } from "./mutant.ts";
import { NamedPieces, type Position } from "./named-pieces.ts";

/** The part that we read of Stryker's JSON report. */
export interface MutationReport {
  /** By path from the root of the repository. */
  readonly files: Readonly<Record<string, MutatedFile>>;
}

interface MutatedFile {
  /** As it was when Stryker ran. */
  readonly source: string;
  readonly mutants: readonly {
    readonly mutatorName: string;
    readonly replacement?: string;
    readonly location: { readonly start: Position; readonly end: Position };
    readonly status: string;
  }[];
}

const VERDICTS: Readonly<Record<string, Verdict>> = {
  Killed: "killed",
  Survived: "survived",
  Timeout: "timeout",
  NoCoverage: "no coverage",
};

/** The mutants of a report, each with the named piece that it is in. */
export function mutantsIn({ files }: MutationReport): readonly Mutant[] {
  return Object.entries(files).flatMap(([path, { source, mutants }]) => {
    const pieces = new NamedPieces(source);
    return mutants.map(({ mutatorName, replacement = "", location: { start, end }, status }) => ({
      file: path.replaceAll("\\", "/"),
      lineNumber: start.line,
      piece: pieces.at(start),
      mutator: mutatorName,
      from: shortened(textBetween(source, start, end)),
      to: shortened(replacement),
      verdict: VERDICTS[status] ?? "broken",
    }));
  });
}

function textBetween(source: string, start: Position, end: Position): string {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const last = lines.pop() ?? "";
  return [...lines, last.slice(0, end.column - 1)].join("\n").slice(start.column - 1);
}

const LONGEST = 120;

/** A piece of source on one line; of a long one, such as the body of a function, its beginning and its end. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= LONGEST ? line : `${line.slice(0, 70)} […] ${line.slice(-30)}`;
}
