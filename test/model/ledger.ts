import { delivery, type Ledger } from "./named-rules.ts";
import type { Seen } from "./seen.ts";

/** Keeps the books of one session for the named rules. */
export class SessionLedger implements Ledger {
  readonly attempts = new Map<string, number>();
  readonly outcomes = new Map<string, string[]>();
  spent: ReadonlySet<string> = new Set();

  note(seen: Pick<Seen, "attempts" | "outcomes">): this {
    this.spent = new Set([...this.attempts.keys(), ...this.outcomes.keys()]);
    for (const text of seen.attempts) {
      const id = delivery(text);
      this.attempts.set(id, (this.attempts.get(id) ?? 0) + 1);
    }
    for (const text of seen.outcomes) {
      const id = delivery(text);
      this.outcomes.set(id, [...(this.outcomes.get(id) ?? []), text]);
    }
    return this;
  }
}
