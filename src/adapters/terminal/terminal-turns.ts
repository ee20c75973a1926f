import type { Clock } from "../../ports/clock.ts";
import type { TerminalTicket, TerminalTurn, TerminalTurns } from "../../ports/terminal-turns.ts";

/** From one turn to the next, milliseconds. */
const GAP_MS = 1_000;

/**
 * Longest wait for a turn, milliseconds: the clock of preparing (R11) begins with it and must not win. So of two notices
 * a few microseconds apart the second comes up to a millisecond early.
 */
const LONGEST_WAIT_MS = GAP_MS - 1;

interface Turn {
  readonly number: number;
  readonly timer: unknown;
  isDue: boolean;
  /** Those who have a place and are not ready. */
  preparing: number;
  readonly ready: Set<(turn: TerminalTurn | undefined) => void>;
}

/** @param clock also tells the time in milliseconds, from any beginning, never backwards */
export function createTerminalTurns(clock: Clock & { now(): number }): TerminalTurns {
  let last = Number.NEGATIVE_INFINITY;
  let count = 0;
  let next: Turn | undefined;

  function open(): Turn {
    const wait = Math.min(Math.floor(last + GAP_MS - clock.now()), LONGEST_WAIT_MS);
    const isDue = wait <= 0;
    const turn: Turn = {
      number: ++count,
      timer: isDue ? undefined : clock.setTimeout(() => come(turn), wait),
      isDue,
      preparing: 0,
      ready: new Set(),
    };
    return turn;
  }
  function come(turn: Turn): void {
    turn.isDue = true;
    goOrClose(turn);
  }
  function goOrClose(turn: Turn): void {
    if (turn.preparing > 0) return;
    if (turn.ready.size === 0) {
      if (turn.timer !== undefined) clock.clearTimeout(turn.timer);
      next = undefined;
    } else if (turn.isDue) {
      next = undefined;
      last = clock.now();
      const going = { number: turn.number, size: turn.ready.size };
      for (const resolve of turn.ready) resolve(going);
      turn.ready.clear();
    }
  }

  return {
    enter(signal): TerminalTicket {
      next ??= open();
      const turn = next;
      turn.preparing += 1;
      let state: "preparing" | "ready" | "gone" = "preparing";
      let tell = (_turn: TerminalTurn | undefined) => {};
      const leave = () => {
        signal.removeEventListener("abort", leave);
        if (state === "preparing") turn.preparing -= 1;
        else if (!turn.ready.delete(tell)) return;
        state = "gone";
        tell(undefined);
        goOrClose(turn);
      };
      if (signal.aborted) leave();
      else signal.addEventListener("abort", leave);
      return {
        ready: () =>
          new Promise((resolve) => {
            if (state === "gone") return resolve(undefined);
            state = "ready";
            tell = (going) => {
              signal.removeEventListener("abort", leave);
              resolve(going);
            };
            turn.preparing -= 1;
            turn.ready.add(tell);
            goOrClose(turn);
          }),
        leave: () => {
          if (state !== "gone") leave();
        },
      };
    },
  };
}

const TURNS = new WeakMap<object, TerminalTurns>();

/** The turns of a terminal: the same ones as long as it lives, whichever of Pi's sessions asks. */
export function turnsOf(terminal: object): TerminalTurns {
  const known = TURNS.get(terminal);
  if (known !== undefined) return known;
  const turns = createTerminalTurns({
    setTimeout: (fn, timeoutMs) => setTimeout(fn, timeoutMs),
    clearTimeout: (id) => clearTimeout(id),
    now: () => performance.now(),
  });
  TURNS.set(terminal, turns);
  return turns;
}
