import { TERMINAL_TABLE, type TerminalFacts, type TerminalProtocol, type TerminalRow } from "./terminal-table.ts";

export interface Detection {
  readonly protocol: TerminalProtocol;
  /** The row of the table that knew it. */
  readonly by: Pick<TerminalRow, "step" | "name">;
}

/** The notification protocol of this terminal, by the first row of the table that knows it. */
export function detectProtocol(facts: TerminalFacts): Detection {
  for (const row of TERMINAL_TABLE) {
    const protocol = row.test(facts);
    if (protocol !== undefined) return { protocol, by: { step: row.step, name: row.name } };
  }
  // The last row always answers; this keeps the compiler of the same opinion.
  return { protocol: facts.config.fallback, by: { step: 9, name: "`osc.fallback`" } };
}
