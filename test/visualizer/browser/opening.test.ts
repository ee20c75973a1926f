import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startBrowser } from "../../../rig/browser.ts";
import { describeWith } from "../../../rig/describe-with.ts";
import { REAL_PI, REAL_PI_TEXT } from "../../../rig/recorded-trace.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { giveFile, openTrace, openViewer, PAGE_FILE } from "../../../rig/viewer-page.ts";
import { type LiveServer, startLiveServer } from "../../../src/live/live-server.ts";
import { tracedPage } from "../../../src/live/traced-page.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";
import type { TraceRecord } from "../../../src/trace/trace-format.ts";

const COUNT = REAL_PI.records.length;

let stack = new AsyncDisposableStack();
afterEach(async () => {
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

/** As `/notify visualize` writes it. */
function writePage(trace = REAL_PI): string {
  const file = join(stack.use(makeScratchFolder()).path, "page.html");
  writeFileSync(file, tracedPage(readFileSync(PAGE_FILE, "utf8"), trace) ?? "");
  return pathToFileURL(file).href;
}

interface Followed {
  readonly server: LiveServer;
  /** The machines have done something. */
  tell(...records: readonly unknown[]): void;
  /** How many follow it. */
  followers(): number;
}

/** What `/notify visualize live` starts, for a session of which ten records are there. */
async function startFollowed(): Promise<Followed> {
  const readers = new Set<(records: readonly TraceRecord[]) => void>();
  const server = await startLiveServer({
    page: readFileSync(PAGE_FILE, "utf8"),
    followTrace(tell) {
      readers.add(tell);
      const trace = { ...REAL_PI, records: REAL_PI.records.slice(0, 10) };
      return { trace, flush: () => undefined, stop: () => readers.delete(tell) };
    },
  });
  stack.defer(() => server.close());
  return {
    server,
    tell: (...records) => readers.forEach((tell) => void tell(records as TraceRecord[])),
    followers: () => readers.size,
  };
}

function moment(page: Page): Promise<string> {
  return page.locator("#moment").inputValue();
}

describeWith("chromium", "opening a trace in the viewer", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it("that the page brings, at the moment of its address", async () => {
    await using viewer = await openViewer(browser, { url: writePage(), fragment: "#at=17" });
    const { page, complaints } = viewer;
    await page.locator("body.has-trace").waitFor();
    expect(await moment(page)).toBe("17");
    expect(await page.locator("#event-list [aria-selected=true] .number").textContent()).toBe("17");
    await page.evaluate(`location.hash = "#at=4000"`);
    await waitUntil("the end", async () => (await moment(page)) === String(COUNT));
    expect(complaints).toEqual([]);
  });

  it("at the notice of its address", async () => {
    const place = REAL_PI.records.findLastIndex(({ notice }) => notice?.event === "agent-completed");
    const id = REAL_PI.records[place]?.notice?.id ?? "";
    await using viewer = await openViewer(browser, { url: writePage(), fragment: `#notice=${id}` });
    await viewer.page.locator("body.has-trace").waitFor();
    expect(await moment(viewer.page)).toBe(String(place + 1));
  });

  it("that the page brings and that is damaged: one line", async () => {
    const records = REAL_PI.records.map((record) => ({
      ...record,
      event: "</script><script>window.broken=1</script>",
    }));
    await using viewer = await openViewer(browser, { url: writePage({ ...REAL_PI, records }) });
    const { page, complaints } = viewer;
    const line = "The trace in this page is damaged: `records[0].event` does not fit the format.";
    await page.locator("#problem").filter({ hasText: line }).waitFor();
    expect(await page.locator("#empty").isVisible()).toBe(true);
    expect(await page.evaluate("window.broken")).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  it("that is dropped on it", async () => {
    await using viewer = await openViewer(browser);
    const { page } = viewer;
    const files = await page.evaluateHandle(
      `(() => { const transfer = new DataTransfer(); transfer.items.add(new File([${JSON.stringify(REAL_PI_TEXT)}], "t.json")); return transfer; })()`,
    );
    await page.dispatchEvent("body", "dragover", { dataTransfer: files });
    expect(await page.locator("#drop").isVisible()).toBe(true);
    await page.dispatchEvent("body", "drop", { dataTransfer: files });
    await page.locator("body.has-trace").waitFor();
    expect(await page.locator("#drop").isVisible()).toBe(false);
    expect(await page.locator("#event-count").textContent()).toBe(`${COUNT} of ${COUNT}`);
  });

  it.each([
    { from: "a file with the server in its address", isServed: false },
    { from: "the server itself", isServed: true },
  ])("of a Pi at work, from $from; the page stands at the end until somebody goes back", async ({ isServed }) => {
    const { server, tell } = await startFollowed();
    const { port, token, address } = server;
    await using viewer = await openViewer(
      browser,
      isServed ? { url: address } : { fragment: `#live=${port}&token=${token}` },
    );
    const { page, complaints } = viewer;
    await page.locator("#live.on").waitFor();
    expect(await moment(page)).toBe("10");
    tell(REAL_PI.records[10]);
    await waitUntil("the record", async () => (await moment(page)) === "11");
    await page.keyboard.press("ArrowLeft");
    tell(REAL_PI.records[11], REAL_PI.records[12]);
    await waitUntil("another", async () => (await page.locator("#moment").getAttribute("max")) === "13");
    expect(await moment(page)).toBe("10");
    await server.end(Promise.resolve());
    await page.locator("#live:not(.on)").waitFor();
    expect(await page.locator("#live").textContent()).toBe("no longer live");
    expect(await page.locator("#event-count").textContent()).toBe("13 of 13");
    expect(complaints).toEqual([]);
  });

  it("in place of one that still grows: nothing of that gets into it", async () => {
    const { server, tell, followers } = await startFollowed();
    await using viewer = await openViewer(browser, { url: server.address });
    const { page, complaints } = viewer;
    await page.locator("#live.on").waitFor();
    await openTrace(page, REAL_PI_TEXT);
    await page.locator("#event-count", { hasText: `${COUNT} of ${COUNT}` }).waitFor();
    tell(REAL_PI.records[10]);
    await waitUntil("nobody to follow", () => followers() === 0);
    expect(await page.locator("#live").textContent()).toBe("no longer live");
    expect(await page.locator("#event-count").textContent()).toBe(`${COUNT} of ${COUNT}`);
    expect(complaints).toEqual([]);
  });

  it("of a Pi whose word was used before, or that sends no trace: one line", async () => {
    const { server, tell } = await startFollowed();
    const fragment = `#live=${server.port}&token=${server.token}`;
    await using first = await openViewer(browser, { fragment });
    await first.page.locator("#live.on").waitFor();
    await using second = await openViewer(browser, { fragment });
    await second.page.locator("#problem", { hasText: "cannot be reached" }).waitFor();
    tell({ at: "never" });
    await first.page.locator("#problem", { hasText: "is damaged: `records[0].at`" }).waitFor();
    expect(await first.page.locator("#event-count").textContent()).toBe("10 of 10");
  });

  it("that is not a trace: one line, and the trace shown before stays", async () => {
    const large = join(stack.use(makeScratchFolder()).path, "large.json");
    writeFileSync(large, "{");
    truncateSync(large, 100 * 1024 * 1024);
    await using viewer = await openViewer(browser);
    const { page, complaints } = viewer;
    await openTrace(page, REAL_PI_TEXT);
    const problem = page.locator("#problem");
    const { records, ...head } = REAL_PI;
    for (const [text, line] of [
      ["", "trace.json is not valid JSON."],
      [REAL_PI_TEXT.slice(0, 9_000), "trace.json is not valid JSON."],
      ["[]", "trace.json is not a JSON object."],
      ['{"format":"other"}', 'trace.json is not a trace: its `format` is not "pi-notify-trace".'],
      [JSON.stringify({ ...head, version: 2, records }), "trace.json has a `version` other than 1: update pi-notify."],
      [
        JSON.stringify({ ...head, records: [...records.slice(0, 3), { at: 1 }] }),
        "trace.json is damaged: `records[3].actor` does not fit the format.",
      ],
      [JSON.stringify({ ...head, records: [] }), "trace.json is a trace without records."],
    ] as const) {
      await giveFile(page, text);
      await problem.filter({ hasText: line }).waitFor();
      expect(await problem.textContent()).toBe(line);
    }
    await page.locator("#file").setInputFiles(large);
    await problem.filter({ hasText: "large.json is larger than 50 MB. No trace is that large." }).waitFor();
    await page.keyboard.press("l");
    expect(await problem.textContent()).toBe("large.json 超过 50 MB，轨迹不会这么大。");
    await giveFile(page, "");
    await problem.filter({ hasText: "trace.json 不是有效的 JSON。" }).waitFor();
    expect(await page.locator("#event-count").textContent()).toBe(`${COUNT} / ${COUNT}`);
    expect(complaints).toEqual([]);
    await openTrace(page, REAL_PI_TEXT);
    await waitUntil("no problem", () => problem.isHidden());
  });
});
