import type { Clock } from "../../ports/clock.ts";
import { afterArrived } from "./after-next-read.ts";

/** One timer of {@link systemClock}. */
interface DueTimer {
  readonly timer: NodeJS.Timeout;
  isCleared: boolean;
}

/** A delay is over once what has arrived by then has been read, so that no answer is taken for missing. */
export const systemClock: Clock = {
  setTimeout(fn, timeoutMs): DueTimer {
    const due: DueTimer = {
      timer: setTimeout(() => {
        afterArrived(() => {
          if (!due.isCleared) fn();
        });
      }, timeoutMs),
      isCleared: false,
    };
    return due;
  },
  clearTimeout(due: DueTimer) {
    due.isCleared = true;
    clearTimeout(due.timer);
  },
};
