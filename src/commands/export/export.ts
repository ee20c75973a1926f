import { mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { writeNewFile } from "../../adapters/files/write-new-file.ts";
import { shownPath } from "../../content/shown-path.ts";
import { inLanguage } from "../../messages/define-messages.ts";
import { writtenMessages } from "../../messages/files.messages.ts";
import type { Language } from "../../notices/event-table.ts";
import type { ReadTrace } from "../../trace/session-trace.ts";
import { faultText } from "../file-fault.ts";
import { notRecorded } from "../why/why.ts";

/** Where a trace may go. */
export interface ExportFolders {
  /** Pi's agent directory, for a trace without a file name. */
  readonly agentDir: string;
  /** What a relative path is relative to. */
  readonly cwd: string;
}

/** For its owner alone: it tells when somebody worked, and on which channels they are reached. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * `/notify export [file]`: writes the trace as JSON and tells where (R40). Never over a file that is there.
 * @param file as typed; `~/` is the home folder
 */
export async function exportLines(
  readTrace: ReadTrace | undefined,
  place: ExportFolders,
  file: string | undefined,
  language: Language,
): Promise<string[]> {
  const say = inLanguage(writtenMessages, language);
  if (readTrace === undefined) return [notRecorded(language)];
  const trace = readTrace();
  const path =
    file === undefined
      ? defaultPath(place)
      : resolve(
          place.cwd,
          file.replace(/^~(?=\/|$)/, () => homedir()),
        );
  try {
    if (file === undefined) await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    await writeNewFile(path, `${JSON.stringify(trace, null, 1)}\n`, FILE_MODE);
  } catch (error) {
    return [say("notWritten", { path: shownPath(path), fault: faultText(error, language) })];
  }
  const { dropped, records } = trace;
  const count = records.length;
  return [
    dropped === 0
      ? say("traceWritten", { path: shownPath(path), count })
      : say("traceWrittenInPart", { path: shownPath(path), count, dropped }),
  ];
}

/** `…/extensions/pi-notify/traces/2026-07-28T10-04-05-123Z.json` */
function defaultPath({ agentDir }: ExportFolders): string {
  const name = new Date().toISOString().replace(/[:.]/g, "-");
  return join(agentDir, "extensions", "pi-notify", "traces", `${name}.json`);
}
