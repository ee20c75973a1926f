import { waitUntil } from "../src/testing/wait-until.ts";
import {
  oscTokens,
  parseTerminal,
  type ShownNotification,
  shownNotifications,
  type TerminalToken,
  unwrapTmux,
} from "./osc-parser.ts";
import type { RecordedPty } from "./recorded-pty.ts";

/** Something that a person in front of the terminal would notice, in the order it came. */
export type TerminalSignal = {
  /** When its last byte arrived, ms since the epoch. */
  readonly at: number;
  /** Position after its last byte in the recording. */
  readonly end: number;
} & ({ readonly kind: "notification"; readonly notification: ShownNotification } | { readonly kind: "bell" });

/**
 * The notifications and bells in a recording, from byte `from` on. The recording is read from its beginning by the
 * strict parser, whatever `from` is, so a malformed byte anywhere in it is an error.
 * A bell inside tmux passthrough counts as none: tmux would not have heard it.
 */
export function terminalSignals(recording: Pick<RecordedPty, "bytes" | "arrivedAt">, from = 0): TerminalSignal[] {
  const bytes = recording.bytes;
  const tokens = parseTerminal(bytes, { allowTruncated: true });
  const stream = new TextDecoder().decode(bytes);
  const signals: TerminalSignal[] = [];
  let unfinished: TerminalToken[] = [];
  for (const token of tokens) {
    const isBell = token.kind === "control" && token.code === 7;
    if (!isBell && token.kind !== "osc" && token.kind !== "dcs") continue;
    const end = Buffer.byteLength(stream.slice(0, token.end));
    const when = { end, at: recording.arrivedAt(end - 1) };
    if (isBell) {
      signals.push({ ...when, kind: "bell" });
    } else {
      unfinished.push(token);
      if (hasMoreParts(token)) continue;
      for (const notification of shownNotifications(unfinished)) {
        signals.push({ ...when, kind: "notification", notification });
      }
      unfinished = [];
    }
  }
  return signals.filter((signal) => signal.end > from);
}

/** Waits until `enough` of the signals from `from` on, and returns them. */
export function waitForSignals(
  recording: RecordedPty,
  enough: (signals: readonly TerminalSignal[]) => boolean,
  options: { readonly from?: number; readonly deadlineMs?: number } = {},
): Promise<TerminalSignal[]> {
  const look = () => terminalSignals(recording, options.from);
  return waitUntil(
    () => `signals on the terminal; so far: ${JSON.stringify(look())}`,
    () => {
      const signals = look();
      return enough(signals) && signals;
    },
    options.deadlineMs,
  );
}

/** How many of the first bytes are whole: what follows them is a sequence that has not ended yet. */
export function wholeBytes(bytes: Buffer): number {
  const end = parseTerminal(bytes, { allowTruncated: true }).at(-1)?.end ?? 0;
  return Buffer.byteLength(new TextDecoder().decode(bytes).slice(0, end));
}

/** Whether an OSC 99 notification goes on in a later sequence (`d=0`). */
function hasMoreParts(token: TerminalToken): boolean {
  const last = oscTokens(unwrapTmux([token]), 99).at(-1);
  return last !== undefined && /^99;(?:[^;]*:)?d=0(?=[:;])/.test(last.data);
}
