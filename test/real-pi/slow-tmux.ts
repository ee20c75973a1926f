import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isProcessAlive } from "../../rig/process-alive.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { findProgram } from "../../rig/system-parts.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";

/**
 * A `tmux` for Pi's PATH that is as slow as the test wants: it notes each question of the extension, then waits for
 * {@link SlowTmux.letAnswer} before it hands over to the real one. Other calls, Pi's own among them, pass.
 */
export interface SlowTmux extends AsyncDisposable {
  /** For `pathPrepend`. */
  readonly folder: string;
  /** Process ids of the questions asked so far, oldest first. */
  askers(): number[];
  waitForQuestions(count: number): Promise<void>;
  /** Lets those who wait and all later ones through; given an asker, only that one. */
  letAnswer(asker?: number): void;
  /** Waits until no question is under way, answered or killed. */
  waitForNoQuestion(): Promise<void>;
}

/** @param slowFrom the first question that waits, counted from 1; those before it pass. */
export function makeSlowTmux(slowFrom = 1): SlowTmux {
  const scratch = makeScratchFolder();
  const folder = join(scratch.path, "bin");
  const asked = join(scratch.path, "asked");
  const answering = join(scratch.path, "answering");
  const program = join(folder, "tmux");
  mkdirSync(folder);
  writeFileSync(asked, "");
  writeFileSync(
    program,
    `#!/bin/sh
case " $* " in *" display-message "*" list-clients "*)
  echo $$ >>'${asked}'
  if [ "$(wc -l <'${asked}')" -ge ${slowFrom} ]; then
    while [ ! -e '${answering}' ] && [ ! -e '${answering}-'$$ ]; do sleep 0.02; done
  fi
esac
exec '${findProgram("tmux")}' "$@"
`,
  );
  chmodSync(program, 0o755);

  const askers = () =>
    readFileSync(asked, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map(Number);
  return {
    folder,
    askers,
    async waitForQuestions(count) {
      await waitUntil(
        () => `${count} questions to tmux, ${askers().length} came`,
        () => askers().length >= count,
      );
    },
    letAnswer(asker) {
      const file = asker === undefined ? answering : `${answering}-${asker}`;
      if (!existsSync(file)) writeFileSync(file, "");
    },
    async waitForNoQuestion() {
      await waitUntil("the questions to tmux to end", () => !askers().some(isProcessAlive));
    },
    [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose](),
  };
}
