import type { Mutant, Verdict } from "./mutant.ts";

const COLUMNS = ["killed", "timeout", "survived", "no coverage", "broken"] as const satisfies readonly Verdict[];

export interface ScoreRow {
  readonly name: string;
  readonly mutants: readonly Mutant[];
}

/** Percent of the mutants that were noticed, by a failing test or by not ending; broken ones do not count. */
export function scoreOf(mutants: readonly Mutant[]): number {
  const { killed, timeout, survived, "no coverage": uncovered } = countVerdicts(mutants);
  const noticed = killed + timeout;
  const all = noticed + survived + uncovered;
  return all === 0 ? 100 : (100 * noticed) / all;
}

/** A Markdown table, with a sum at the end when there is something to add. */
export function scoreTable(rows: readonly ScoreRow[]): string {
  const all = rows.flatMap(({ mutants }) => mutants);
  const lines = (rows.length > 1 ? [...rows, { name: "all", mutants: all }] : rows).map(({ name, mutants }) => {
    const counts = countVerdicts(mutants);
    return `| ${[name, ...COLUMNS.map((column) => counts[column]), `${scoreOf(mutants).toFixed(1)} %`].join(" | ")} |`;
  });
  return [`| folder | ${COLUMNS.join(" | ")} | score |`, "|---|--:|--:|--:|--:|--:|--:|", ...lines].join("\n");
}

function countVerdicts(mutants: readonly Mutant[]): Readonly<Record<Verdict, number>> {
  const counts: Record<Verdict, number> = { killed: 0, timeout: 0, survived: 0, "no coverage": 0, broken: 0 };
  for (const { verdict } of mutants) counts[verdict] += 1;
  return counts;
}
