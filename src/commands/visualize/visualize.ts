import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type LiveServer, startLiveServer } from "../../live/live-server.ts";
import { tracedPage } from "../../live/traced-page.ts";
import type { SessionRuntime } from "../../runtime/session-runtime.ts";
import { faultText } from "../file-fault.ts";
import { NOT_RECORDED } from "../why/why.ts";

export interface VisualizeOptions {
  /** The viewer's built page; the one beside the bundle otherwise. */
  readonly page?: string | undefined;
  /** Aborted when the session is about to end. */
  readonly ending: AbortSignal;
}

type Visualized = Pick<SessionRuntime, "readTrace" | "followTrace" | "closed">;

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
  if (readTrace === undefined || followTrace === undefined) return [NOT_RECORDED];
  const page = await readFile(path, "utf8").catch(() => undefined);
  const trace = readTrace();
  const text = page === undefined ? undefined : tracedPage(page, trace);
  if (page === undefined || text === undefined) return ["The viewer's page is not built; run `npm run build` first."];
  const lines: string[] = [];
  let written: string | undefined;
  try {
    // mkdtemp makes it for its owner alone, under a name that nobody could prepare.
    written = join(await mkdtemp(join(tmpdir(), "pi-notify-")), "visualizer.html");
    await writeFile(written, text, { mode: 0o600, flag: "wx" });
    lines.push(`Wrote ${trace.records.length} records into a page; open it in a browser:`, pathToFileURL(written).href);
  } catch (error) {
    lines.push(`The page was not written: ${faultText(error)}.`);
  }
  if (!isLive || ending.aborted) return lines;
  live.get(runtime)?.close();
  let server: LiveServer;
  try {
    server = await startLiveServer({ page, followTrace });
  } catch (error) {
    return [...lines, `It cannot be followed: ${faultText(error)}.`];
  }
  live.set(runtime, server);
  const stop = () => void server.end(closed);
  if (ending.aborted) stop();
  else ending.addEventListener("abort", stop, { once: true });
  return [...lines, "To follow this session, on this machine, with one browser, until it ends:", server.address];
}

/** Beside the chunk that this is built into. */
function builtPage(): string {
  return fileURLToPath(new URL("visualizer.html", import.meta.url));
}
