import { waitUntil } from "../src/testing/wait-until.ts";
import type { ShownNotification } from "./osc-parser.ts";
import type { RecordedPty } from "./recorded-pty.ts";
import { type TerminalSignal, terminalSignals } from "./terminal-signals.ts";

interface Arrived {
  /** When its last byte came, ms since the epoch. */
  readonly at: number;
  /** Position after its last byte in the recording. */
  readonly end: number;
}

/** One desktop notification as the outer terminal got it. */
export interface ReceivedNotice extends Arrived {
  readonly kind: "notice";
  readonly protocol: ShownNotification["protocol"];
  readonly title: string;
  /** Body lines, such as `Project: project`. A value that holds ` · ` itself is split as well. */
  readonly lines: readonly string[];
}

export interface ReceivedBell extends Arrived {
  readonly kind: "bell";
}

/** What a person at the outer terminal was told, in the order of its bytes. */
export type Received = ReceivedNotice | ReceivedBell;

/**
 * What came from byte `from` on.
 * @throws {Error} when anything in the recording is malformed, or when a passthrough wrapper reached the terminal
 */
export function receivedOn(recording: RecordedPty, from = 0): Received[] {
  return terminalSignals(recording, from).map(readSignal);
}

/** Waits until `enough` has come from byte `from` on, and returns it. Never proves that nothing more will come. */
export function waitForReceived(
  recording: RecordedPty,
  enough: (received: readonly Received[]) => boolean,
  options: { readonly from?: number; readonly deadlineMs?: number } = {},
): Promise<Received[]> {
  const look = () => receivedOn(recording, options.from);
  return waitUntil(
    () => `notices on the terminal; so far: ${JSON.stringify(inShort(look()))}`,
    () => {
      const received = look();
      return enough(received) && received;
    },
    options.deadlineMs,
  );
}

/** The first body line of a notice that `/notify test` makes; no other notice has it. */
export const TEST_LABEL = "/notify test";

/** `["Pi finished the task", "BEL"]`; a notice of `/notify test` is `"test"`. */
export function inShort(received: readonly Received[]): string[] {
  return received.map((one) => {
    if (one.kind === "bell") return "BEL";
    return one.lines[0] === TEST_LABEL ? "test" : one.title;
  });
}

export function noticesIn(received: readonly Received[]): ReceivedNotice[] {
  return received.filter((one): one is ReceivedNotice => one.kind === "notice");
}

/** The value of a body line: `lineOf(notice, "Location")` is `work / window 0 / pane 0`. */
export function lineOf(notice: ReceivedNotice, name: string): string | undefined {
  const prefix = `${name}: `;
  return notice.lines.find((line) => line.startsWith(prefix))?.slice(prefix.length);
}

function readSignal(signal: TerminalSignal): Received {
  const { at, end } = signal;
  if (signal.kind === "bell") return { kind: "bell", at, end };
  const { protocol, title, body, depth } = signal.notification;
  // A real terminal knows no tmux passthrough: it would have shown nothing.
  if (depth !== 0) throw new Error(`a notification reached the terminal wrapped ${depth} times: ${title}`);
  const [first = "", ...lines] = protocol === "osc9" ? title.split(" · ") : [title, ...bodyLines(body)];
  return { kind: "notice", protocol, title: first, lines, at, end };
}

/** OSC 99 keeps real line breaks; OSC 777 has one line of text. */
function bodyLines(body: string): string[] {
  return body === "" ? [] : body.split(/ · |\n/);
}
