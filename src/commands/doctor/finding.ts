import type { Say } from "../../messages/define-messages.ts";
import type { doctorMessages } from "../../messages/doctor.messages.ts";

/**
 * Everything that the doctor can find besides that all is well. Each has a section of this name in
 * docs/troubleshooting.md and its Chinese twin; in their order.
 */
export const FINDING_IDS = [
  "config-warning",
  "variable-unset",
  "project-waiting",
  "switched-off",
  "subagent",
  "no-channel",
  "loaded-twice",
  "other-notifier",
  "terminal-unknown",
  "terminal-mute",
  "terminal-setting",
  "tmux-missing",
  "tmux-hung",
  "tmux-gone",
  "tmux-lost",
  "tmux-old",
  "tmux-detached",
  "passthrough-off",
  "pane-hidden",
  "nested-tmux",
  "near-tmux",
  "screen",
  "zellij",
  "mosh",
  "ssh",
  "ssh-stale",
  "monitor-bell",
  "bell-action",
  "visual-bell",
  "focus-events",
  "unreachable",
  "outage",
  "desktop-over-ssh",
  "no-desktop",
  "no-notification-service",
  "notify-send-missing",
  "powershell-missing",
  "macos-permission",
] as const;
export type FindingId = (typeof FINDING_IDS)[number];

/** Says what the doctor has to say, in the language of the report. */
export type SayDoctor = Say<typeof doctorMessages>;

/** What was looked at, with a verdict. Texts hold no secret (R15) and may hold other people's words: the report cleans them. */
export type Finding =
  | { readonly verdict: "fine"; readonly found: string }
  | {
      /** `note`: something to know; `problem`: something is not as it should be. */
      readonly verdict: "note" | "problem";
      readonly id: FindingId;
      readonly found: string;
      /** What follows from it for notifications, and whatever has to be said in words; the last of several in a row has it. */
      readonly follows?: string;
      /** Commands that make it go away, for a POSIX shell: each works as it stands. Absent where no exact one is known. */
      readonly shell?: readonly string[];
      /** The same, to be typed in Pi, after those of the shell. */
      readonly inPi?: readonly string[];
    };

export function fine(found: string): Finding {
  return { verdict: "fine", found };
}

type Told = Omit<Extract<Finding, { id: FindingId }>, "verdict" | "id">;

export function note(id: FindingId, told: Told): Finding {
  return { verdict: "note", id, ...told };
}

export function problem(id: FindingId, told: Told): Finding {
  return { verdict: "problem", id, ...told };
}
