import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type LiveServer, startLiveServer } from "../../live/live-server.ts";
import { tracedPage } from "../../live/traced-page.ts";
import { inLanguage } from "../../messages/define-messages.ts";
import { writtenMessages } from "../../messages/files.messages.ts";
import type { SessionRuntime } from "../../runtime/session-runtime.ts";
import { faultText } from "../file-fault.ts";
import { notRecorded } from "../why/why.ts";
import { writePage } from "./page-folder.ts";

export interface VisualizeOptions {
  /** The viewer's built page; the one beside the bundle otherwise. */
  readonly page?: string | undefined;
  /** Aborted when the session is about to end. */
  readonly ending: AbortSignal;
}

type Visualized = Pick<SessionRuntime, "readTrace" | "followTrace" | "closed"> & {
  readonly deps: Pick<SessionRuntime["deps"], "language">;
};

/** One a session: the next makes the last one's address worthless. */
const live = new WeakMap<Visualized, LiveServer>();

/**
 * `/notify visualize [live]`: writes the viewer with the session's trace in it and tells where; `live` also lets a
 * browser on this machine follow the session (R41).
 */
export async function visualizeLines(
  runtime: Visualized,
  isLive: boolean,
  { page: path = builtPage(), ending }: VisualizeOptions,
): Promise<string[]> {
  const { readTrace, followTrace, closed } = runtime;
  const { language } = runtime.deps;
  const say = inLanguage(writtenMessages, language);
  if (readTrace === undefined || followTrace === undefined) return [notRecorded(language)];
  const page = await readFile(path, "utf8").catch(() => undefined);
  const trace = readTrace();
  const text = page === undefined ? undefined : tracedPage(page, trace);
  if (page === undefined || text === undefined) return [say("pageMissing")];
  const lines: string[] = [];
  try {
    const written = await writePage(text);
    lines.push(say("pageWritten", { count: trace.records.length }), pathToFileURL(written).href);
  } catch (error) {
    lines.push(say("pageNotWritten", { fault: faultText(error, language) }));
  }
  if (!isLive || ending.aborted) return lines;
  live.get(runtime)?.close();
  let server: LiveServer;
  try {
    server = await startLiveServer({ page, followTrace });
  } catch (error) {
    return [...lines, say("cannotFollow", { fault: faultText(error, language) })];
  }
  live.set(runtime, server);
  const stop = () => void server.end(closed);
  if (ending.aborted) stop();
  else ending.addEventListener("abort", stop, { once: true });
  return [...lines, say("follow"), server.address];
}

/** Beside the chunk that this is built into. */
function builtPage(): string {
  return fileURLToPath(new URL("visualizer.html", import.meta.url));
}
