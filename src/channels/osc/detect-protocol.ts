import type { TmuxReply } from "../../ports/tmux-client.ts";
import {
  FALLBACK_NAME,
  FALLBACK_STEP,
  TERMINAL_TABLE,
  type TerminalAnswer,
  type TerminalFacts,
  type TerminalRow,
} from "./terminal-table.ts";

export interface Detection extends TerminalAnswer {
  /** The row of the table that knew it. */
  readonly by: Pick<TerminalRow, "step" | "name">;
}

/** The notification protocol of this terminal, by the first row of the table that knows it and counts here. */
export function detectProtocol(facts: TerminalFacts): Detection {
  for (const row of TERMINAL_TABLE) {
    const answer = counts(row, facts.tmux) ? row.test(facts) : undefined;
    if (answer !== undefined) return { ...answer, by: { step: row.step, name: row.name } };
  }
  // The last row always answers; this keeps the compiler of the same opinion.
  return { protocol: facts.config.fallback, shows: "unsure", by: { step: FALLBACK_STEP, name: FALLBACK_NAME } };
}

function counts({ inTmux }: TerminalRow, tmux: TmuxReply): boolean {
  if (inTmux === "always" || tmux.kind === "outside") return true;
  const isSilent = tmux.kind === "unanswered" || tmux.clients.every(({ termType }) => termType === "");
  return inTmux === "silent" && isSilent;
}
