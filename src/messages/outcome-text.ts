import type { Language } from "../notices/event-table.ts";
import type { Outcome } from "../notices/outcome.ts";

/** An outcome as people read it: `written`, `failed (http 500)`. */
export function outcomeText(outcome: Outcome, _language: Language): string {
  return "reason" in outcome ? `${outcome.kind} (${outcome.reason})` : outcome.kind;
}
