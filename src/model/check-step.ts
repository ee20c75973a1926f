import type { SessionLedger } from "./ledger.ts";
import type { ModelEvent, ModelSetup } from "./model-event.ts";
import { NAMED_RULES } from "./named-rules.ts";
import type { OracleStep } from "./oracle.ts";
import type { OracleState } from "./oracle-state.ts";
import { differences, type Seen } from "./seen.ts";

export interface StepToCheck {
  readonly setup: ModelSetup;
  readonly event: ModelEvent;
  readonly before: OracleState;
  readonly expected: OracleStep;
  readonly seen: Seen;
  /** Holds everything seen before; `seen` is noted down here. */
  readonly ledger: SessionLedger;
}

/** What is wrong with one step: by the oracle, and by each named rule. */
export function checkStep({ setup, event, before, expected, seen, ledger }: StepToCheck): string[] {
  ledger.note(seen);
  const step = { setup, event, before, after: expected.state, seen, ledger };
  const broken = NAMED_RULES.flatMap((rule) => rule.broken(step).map((what) => `${rule.id}, ${rule.says}: ${what}`));
  return [...differences(expected.state, expected.happened, seen), ...broken];
}
