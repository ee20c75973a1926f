import { delivery, type Ledger } from "./named-rules.ts";
import type { Seen } from "./seen.ts";

/** Keeps the books of one session for the named rules. */
export class SessionLedger implements Ledger {
  readonly attempts = new Map<string, number>();
  readonly outcomes = new Map<string, string[]>();
  spent: ReadonlySet<string> = new Set();
  raised = 0;
  raisedAtMost = 0;
  raisedAtLeast = 0;

  note(seen: Pick<Seen, "attempts" | "outcomes" | "waiting">): this {
    for (const text of seen.waiting) {
      this.raised += text === "ended" ? -1 : 1;
      this.raisedAtMost = Math.max(this.raisedAtMost, this.raised);
      this.raisedAtLeast = Math.min(this.raisedAtLeast, this.raised);
    }
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
