/** How long after the question an answer may come that Pi's end still waits for, milliseconds. */
const LATEST_MS = 1_000;

const ANSWER = /\x1bP>\|[^\x1b]*\x1b\\/;

/**
 * Call it with the question for the terminal's name (XTVERSION). What it returns is called when Pi ends without an
 * answer: it takes the answer from the terminal, which would type it into the shell's line otherwise. Pi has given the
 * terminal back by then. Never rejects.
 * @param terminal where the question is asked; where that is no terminal, nothing is taken from anywhere
 */
export function expectAnswer(terminal: NodeJS.WritableStream): () => Promise<void> {
  const latest = performance.now() + LATEST_MS;
  return async () => {
    const left = latest - performance.now();
    if (left <= 0 || !("isTTY" in terminal)) return;
    try {
      // Not earlier: the mere look at it opens it.
      const keyboard = process.stdin;
      if (keyboard.isTTY) await takeAnswer(keyboard, left);
    } catch {
      // The terminal is gone, and its answer with it.
    }
  };
}

async function takeAnswer(keyboard: NodeJS.ReadStream, limitMs: number): Promise<void> {
  const { isRaw } = keyboard;
  const isPaused = keyboard.isPaused();
  keyboard.setRawMode(true);
  await new Promise<void>((resolve) => {
    let came = "";
    const finish = () => {
      clearTimeout(timer);
      keyboard.off("data", hear);
      resolve();
    };
    const hear = (data: unknown) => {
      came += String(data);
      if (ANSWER.test(came)) finish();
    };
    const timer = setTimeout(finish, limitMs);
    keyboard.on("data", hear);
    keyboard.resume();
  });
  if (isPaused) keyboard.pause();
  keyboard.setRawMode(isRaw);
}
