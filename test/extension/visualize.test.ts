import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openHandles, waitForHandles } from "../../rig/open-handles.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { unwrapped } from "../../rig/unwrapped.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { parseTrace } from "../../src/trace/parse-trace.ts";
import type { Trace, TraceRecord } from "../../src/trace/trace-format.ts";
import { ask, openStream } from "../live/live-browser.ts";
import { embeddedTrace, STAND_IN_PAGE } from "../live/stand-in-page.ts";
import { liveAddress, pagePaths } from "../live/visualized.ts";
import { BELL, type StartedExtension, startExtension } from "./started-extension.ts";

let stack = new AsyncDisposableStack();
afterEach(async () => {
  vi.unstubAllEnvs();
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

async function start(config: object = BELL, page: string | undefined = STAND_IN_PAGE): Promise<StartedExtension> {
  const scratch = stack.use(makeScratchFolder());
  const viewerPage = join(scratch.path, "visualizer.html");
  if (page !== undefined) writeFileSync(viewerPage, page);
  return stack.use(await startExtension(config, { viewerPage }));
}

/** Where the answer says that the page is; the folder goes with the test. */
function pageIn(lines: readonly string[]): string {
  const [path = ""] = pagePaths(lines.join("\n"));
  stack.defer(() => rmSync(dirname(path), { recursive: true, force: true }));
  return path;
}

const liveIn = (lines: readonly string[]) => liveAddress(lines.join("\n"));

describe("/notify visualize", () => {
  it("writes a page with the session's trace in it, for its owner alone, each time another", async () => {
    const { pi, answer, caughtUp } = await start();
    await pi.run();
    await caughtUp();
    const lines = await answer("visualize");
    expect(lines).toEqual([
      expect.stringMatching(/^Wrote a page, records: \d+\. Open it in a browser:$/),
      expect.stringMatching(/^file:\/\/\/.*\/pi-notify-\d+-\w{6}\/visualizer\.html$/),
    ]);
    const path = pageIn(lines);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    const page = readFileSync(path, "utf8");
    const parsed = parseTrace(JSON.stringify(embeddedTrace(page)));
    expect(parsed).toMatchObject({ kind: "trace", trace: { mode: "tui", channels: [{ id: "bell" }] } });
    // All of the page, and nothing but the trace besides.
    expect(page.replace(/<script type="application\/json".*\n/, "")).toBe(STAND_IN_PAGE);
    expect(pageIn(await answer("visualize"))).not.toBe(path);
    expect(existsSync(dirname(path))).toBe(false);
  });

  it("removes what Pi processes that have ended left, and nothing of others", async () => {
    const folders = {
      ended: `pi-notify-${spawnSync("true").pid}-AbCdEf`,
      older: "pi-notify-AbCdEf",
      empty: `pi-notify-${spawnSync("true").pid}-GhIjKl`,
      running: `pi-notify-${process.ppid}-AbCdEf`,
      fuller: "pi-notify-GhIjKl",
      another: "pi-notify-something",
    };
    const temp = stack.use(makeScratchFolder()).path;
    for (const [kind, name] of Object.entries(folders)) {
      mkdirSync(join(temp, name));
      if (kind !== "empty") writeFileSync(join(temp, name, "visualizer.html"), "");
    }
    writeFileSync(join(temp, folders.fuller, "notes"), "");
    const { answer } = await start();
    vi.stubEnv("TMPDIR", temp);
    const path = pageIn(await answer("visualize"));
    expect(readdirSync(temp).toSorted()).toEqual(
      [basename(dirname(path)), folders.running, folders.fuller, folders.another].toSorted(),
    );
    expect(readdirSync(dirname(path))).toEqual(["visualizer.html"]);
  });

  it("leaves nothing where the page cannot be written", async () => {
    const temp = stack.use(makeScratchFolder()).path;
    const { answer } = await start();
    vi.stubEnv("TMPDIR", join(temp, "none"));
    expect(await answer("visualize")).toEqual(["The page was not written: its folder does not exist."]);
    expect(readdirSync(temp)).toEqual([]);
  });

  it.each([
    ["that is not there", undefined],
    ["that is none", "to be written"],
  ])("says in one line that the page is not built, for one %s", async (_what, page) => {
    const scratch = stack.use(makeScratchFolder());
    const viewerPage = join(scratch.path, "page.html");
    if (page !== undefined) writeFileSync(viewerPage, page);
    const { answer } = stack.use(await startExtension(BELL, { viewerPage }));
    const line = "The viewer's page is not built; run `npm run build` first.";
    expect(await answer("visualize")).toEqual([line]);
    expect(await answer("visualize live")).toEqual([line]);
  });

  it("has nothing to show when nothing is recorded", async () => {
    const { answer } = await start({ ...BELL, trace: { keep: 0 } });
    expect(await answer("visualize live")).toEqual(["Nothing is recorded: trace.keep is 0 in the configuration."]);
  });

  it.each(["visualize x", "visualize live x", "visualize alive"])("answers %j with the usage", async (args) => {
    const { answer } = await start();
    expect(unwrapped((await answer(args)).join("\n"))).toEqual([expect.stringMatching(/^Usage: .*visualize \[live\]/)]);
  });
});

describe("/notify visualize live", () => {
  it("also serves the page, and the session as it goes on, until it ends; then nothing is left", async () => {
    const { pi, answer, caughtUp } = await start();
    const baseline = openHandles();
    const lines = await answer("visualize live");
    pageIn(lines);
    expect(lines[2]).toBe("To follow this session until it ends, in one browser on this machine:");
    const { port, token } = liveIn(lines);
    const page = await ask({ port, target: `/?token=${token}` });
    expect(page).toMatchObject({ status: 200, body: STAND_IN_PAGE });
    using stream = await openStream({ port, target: `/trace?token=${token}`, headers: { origin: "null" } });
    await waitUntil("the trace", () => stream.events.length > 0);
    const [first, ...more] = stream.events;
    expect(first?.event).toBe("trace");
    expect(more).toEqual([]);
    await pi.run();
    await caughtUp();
    const outcomes = () => stream.events.map(({ data }) => (data as Partial<TraceRecord>).outcome).filter(Boolean);
    await waitUntil("the bell's outcome", () => outcomes().includes("written"));
    await pi.newSession();
    await waitUntil("the end of the stream", () => stream.isOver);
    const records = stream.events.slice(1).map(({ data }) => data as TraceRecord);
    // What ended the session is the last that is told of it.
    expect(records.map(({ event }) => event)).toContain("session.ended");
    const trace = first?.data as Trace;
    const whole = { ...trace, records: [...trace.records, ...records] };
    expect(parseTrace(JSON.stringify(whole))).toMatchObject({ kind: "trace" });
    await expect(ask({ port, target: `/?token=${token}` })).rejects.toThrow("ECONNREFUSED");
    await waitForHandles(baseline);
  });

  it("nobody has to come: the end of the session closes it all the same", async () => {
    const { pi, answer } = await start();
    const baseline = openHandles();
    const lines = await answer("visualize live");
    pageIn(lines);
    const { port, token } = liveIn(lines);
    await pi.shutdown();
    await expect(ask({ port, target: `/?token=${token}` })).rejects.toThrow("ECONNREFUSED");
    await waitForHandles(baseline);
  });

  it("a second one takes the place of the first", async () => {
    const { answer } = await start();
    const first = await answer("visualize live");
    pageIn(first);
    const { port, token } = liveIn(first);
    using stream = await openStream({ port, target: `/trace?token=${token}` });
    const second = await answer("visualize live");
    pageIn(second);
    await waitUntil("the end of the first stream", () => stream.isOver);
    expect(liveIn(second).token).not.toBe(token);
    expect((await ask({ port: liveIn(second).port, target: `/?token=${liveIn(second).token}` })).status).toBe(200);
  });
});
