/**
 * Why policy said no, in the order in which the questions are asked (docs/rules.md).
 * One list for the code, `/notify status` and the documents.
 */
export const SKIP_REASONS = [
  /** The channel, or pi-notify as a whole, is switched off. */
  "disabled",
  /** This Pi is a subagent's child, and only its parent tells (`attention.childProcesses`). */
  "subagent",
  /** The channel's configuration could not be used, for example an unset variable. */
  "not-configured",
  /** The channel does not subscribe to this event. */
  "not-subscribed",
  /** The channel does not work in this Pi mode (R14). */
  "mode",
  /** This terminal shows no notification of this kind. */
  "unsupported",
  /** The terminal itself shows this notice, and the channel is there for where it cannot. */
  "not-needed",
  /** tmux did not answer in time, so whether it lets the sequence through is not known. */
  "policy-unknown",
  /** tmux's `allow-passthrough` is off. */
  "passthrough-off",
  /** tmux drops a passthrough sequence from a pane that no client shows. */
  "pane-hidden",
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** What overtook a delivery before its attempt. */
export const EXPIRY_REASONS = ["span-closed", "new-run", "answered", "session-ended", "prepare-timeout"] as const;
export type ExpiryReason = (typeof EXPIRY_REASONS)[number];

/** Why an attempt was given up: the channel's time limit, or the end of the session (R16). */
export const TIMEOUT_REASONS = ["no-answer", "session-ended"] as const;
export type TimeoutReason = (typeof TIMEOUT_REASONS)[number];

/**
 * The one final outcome of a delivery (R11).
 * `written` says that bytes were handed to the terminal: no terminal acknowledges, so nothing here claims more.
 * `failed.reason` is safe to show: no secret, no URL beyond its host, no text of the user (R15).
 */
export type Outcome =
  | { readonly kind: "written" }
  | { readonly kind: "accepted" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "timed-out"; readonly reason: TimeoutReason }
  | { readonly kind: "skipped"; readonly reason: SkipReason }
  | { readonly kind: "expired"; readonly reason: ExpiryReason };

/** Every way in which a delivery can end. */
export const OUTCOME_KINDS = [
  "written",
  "accepted",
  "failed",
  "timed-out",
  "skipped",
  "expired",
] as const satisfies readonly Outcome["kind"][];

/** What an attempt itself can end in; the other outcomes are the delivery machine's to give. */
export type AttemptResult = Extract<Outcome, { kind: "written" | "accepted" | "failed" }>;
