import type { Config } from "../config/config.ts";
import type { SessionRuntime } from "../runtime/session-runtime.ts";
import type { TerminalName } from "./terminal-name.ts";
import { isTyping } from "./typing.ts";

/** Takes raw terminal input; `consume` keeps it from Pi. */
export type HearInput = (data: string) => { consume: true } | undefined;

/** Listens to Pi's raw terminal input until the session ends. @returns whether that is possible */
export type ListenToInput = (hear: HearInput) => boolean;

export interface TypingOptions {
  readonly config: Config;
  readonly listen: ListenToInput;
  /** Whether something is shown that typing dismisses. */
  readonly isWaitedFor: () => boolean;
  readonly onTyped: () => void;
}

/**
 * Listens for typing where it matters: a channel has a delay, or dismisses what it has shown.
 * A key that can change nothing goes no further, and so fills no trace.
 */
export function watchTyping({ config: { channels }, listen, isWaitedFor, onTyped }: TypingOptions): void {
  const hasDelays = channels.some(({ delayMs }) => delayMs > 0);
  if (!hasDelays && !channels.some(({ withdraw }) => withdraw)) return;
  listen((data) => {
    if ((hasDelays || isWaitedFor()) && isTyping(data)) onTyped();
    return undefined;
  });
}

/** Asks the terminal for its name, long before there is something to notify. An answer that never comes is not waited for. */
export function askTerminal(
  { terminalQuery, expectAnswer, deps, mode }: SessionRuntime,
  terminalName: TerminalName,
  listen: ListenToInput,
): void {
  if (terminalQuery === undefined || mode !== "tui" || terminalName.get() !== undefined) return;
  // An earlier session may have asked; then only the answer is still to come.
  if (!listen(terminalName.hear) || !terminalName.isFirstQuestion()) return;
  terminalName.takeLate = expectAnswer();
  void deps.ports.terminal.write(terminalQuery);
}
