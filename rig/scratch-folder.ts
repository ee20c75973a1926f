import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanUpAtExit } from "./exit-cleanup.ts";

/** A private folder that is removed with everything in it. */
export interface ScratchFolder extends AsyncDisposable {
  readonly path: string;
}

/** Makes a scratch folder; its path is short enough for a socket inside it. */
export function makeScratchFolder(): ScratchFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "pi-rig-")));
  // A process that was killed a moment ago may still be writing: `maxRetries` covers the refilled folder.
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  const cancelCleanup = cleanUpAtExit(remove);
  return {
    path,
    async [Symbol.asyncDispose]() {
      remove();
      cancelCleanup();
    },
  };
}
