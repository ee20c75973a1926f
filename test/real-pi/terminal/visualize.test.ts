import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { EXTENSION, everywhere, startToldPi } from "../../../rig/told-pi.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";
import { parseTrace } from "../../../src/trace/parse-trace.ts";
import type { Trace, TraceRecord } from "../../../src/trace/trace-format.ts";
import { ask, openStream } from "../../live/live-browser.ts";
import { embeddedTrace, STAND_IN_PAGE } from "../../live/stand-in-page.ts";
import { liveAddress, pagePaths } from "../../live/visualized.ts";
import { waitForAnswer } from "./notify-status.ts";

/**
 * Copies the package as Pi loads it, with a page where the build has made none.
 * @returns the page's path
 */
function copyPackage(folder: string): string {
  cpSync(join(EXTENSION, "package.json"), join(folder, "package.json"));
  cpSync(join(EXTENSION, "dist"), join(folder, "dist"), { recursive: true });
  const page = join(folder, "dist", "visualizer.html");
  if (!existsSync(page)) writeFileSync(page, STAND_IN_PAGE);
  return page;
}

describeWith("tmux", "/notify visualize in a real Pi", () => {
  it("writes a page with what happened; live, a browser follows the session to its end, and the end does not wait", async () => {
    await using scratch = makeScratchFolder();
    const builtPage = copyPackage(scratch.path);
    // Stately's inspector is not beside this copy: that takes nothing away.
    const env = { PI_NOTIFY_INSPECT: "1" };
    await using told = await startToldPi({ extensions: [scratch.path], cols: 100, rows: 40, env });
    const { pi } = told;
    await pi.prompt("x5ecretMARKER");
    await pi.waitForScreen(/needs the package\s+@statelyai\/inspect;\s+run\s+`npm/);
    await told.waitForTold(everywhere("agent-completed"));

    await pi.prompt("/notify visualize");
    const written = await waitForAnswer(pi, ([first]) => first?.includes("Open it in a browser"));
    const [path = ""] = pagePaths(written.join("\n"));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const page = readFileSync(path, "utf8");
    rmSync(dirname(path), { recursive: true });
    const trace = parseTrace(JSON.stringify(embeddedTrace(page)));
    expect(trace).toMatchObject({ kind: "trace", trace: { mode: "tui" } });
    expect(page.toLowerCase()).not.toContain("x5ecret");

    await pi.prompt("/notify visualize live");
    const answer = (await waitForAnswer(pi, (lines) => lines.at(-1)?.startsWith("http://"))).join("\n");
    for (const other of pagePaths(answer)) rmSync(dirname(other), { recursive: true });
    const { port, token } = liveAddress(answer);
    expect((await ask({ port, target: `/?token=${token}` })).body).toBe(readFileSync(builtPage, "utf8"));
    using stream = await openStream({ port, target: `/trace?token=${token}`, headers: { origin: "null" } });
    await pi.prompt("x5ecretMARKER again");
    await told.waitForTold(everywhere("agent-completed", "agent-completed"));
    const text = () => JSON.stringify(stream.events);
    const outcomes = () =>
      stream.events
        .map(({ data }) => data as Partial<TraceRecord>)
        .filter(({ actor, outcome }) => actor?.startsWith("run#2/settled/") && outcome !== undefined);
    await waitUntil(text, () => outcomes().length === 3);
    await told.finish();
    await waitUntil("the end of the stream", () => stream.isOver);
    const [first, ...records] = stream.events.map(({ data }) => data);
    const followed = { ...(first as Trace), records: [...(first as Trace).records, ...records] };
    expect(parseTrace(JSON.stringify(followed))).toMatchObject({ kind: "trace" });
    expect(text()).toContain('"event":"session.ended"');
    expect(text().toLowerCase()).not.toContain("x5ecret");
  });
});
