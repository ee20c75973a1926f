import type { ExpiryReason, Outcome, SkipReason } from "../notices/outcome.ts";

type Reason = SkipReason | ExpiryReason | Extract<Outcome, { kind: "timed-out" }>["reason"];

/** Every reason of an outcome that has a fixed name, in a clause for people. */
const REASON_WORDS: Readonly<Record<Reason, string>> = {
  disabled: "it is switched off in the configuration",
  subagent: "this Pi is run by a subagent, and only its parent tells",
  "not-configured": "its configuration cannot be used",
  "not-subscribed": "it does not tell this event",
  mode: "it does not work in this mode of Pi",
  unsupported: "this terminal shows no such notification",
  "not-needed": "the terminal's own notification tells it already",
  "policy-unknown": "tmux did not say in time whether it lets it through",
  "passthrough-off": "tmux's allow-passthrough is off",
  "pane-hidden": "no tmux client shows this pane",
  "span-closed": "the dialog was over first",
  "new-run": "a new run began first",
  answered: "you were at the keyboard",
  "session-ended": "the session ended first",
  "prepare-timeout": "it was not ready in time",
  "no-answer": "no answer in time; it may have arrived all the same",
};

/** `mode: it does not work in this mode of Pi`; a reason that has no fixed name speaks for itself. */
export function reasonText(reason: string): string {
  const words = Object.hasOwn(REASON_WORDS, reason) ? REASON_WORDS[reason as Reason] : undefined;
  return words === undefined ? reason : `${reason}: ${words}`;
}
