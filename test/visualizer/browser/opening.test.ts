import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startBrowser } from "../../rig/browser.ts";
import { describeWith } from "../../rig/describe-with.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { waitUntil } from "../../rig/wait-until.ts";
import { REAL_PI, REAL_PI_TEXT } from "../recorded-trace.ts";
import { giveFile, openTrace, openViewer, PAGE_FILE } from "./viewer-page.ts";

const COUNT = REAL_PI.records.length;

let stack = new AsyncDisposableStack();
afterEach(async () => {
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

/** As `/notify visualize` writes it. */
function pageWith(trace: string): string {
  const element = `<script type="application/json" id="trace">${trace.replaceAll("<", "\\u003c")}</script>`;
  return readFileSync(PAGE_FILE, "utf8").replace("</body>", () => `${element}</body>`);
}

function writePage(trace: string): string {
  const file = join(stack.use(makeScratchFolder()).path, "page.html");
  writeFileSync(file, pageWith(trace));
  return pathToFileURL(file).href;
}

interface LiveServer {
  readonly port: number;
  /** Sends an event to whoever listens. */
  send(event: string, data: unknown): void;
  end(): void;
}

/** What `/notify visualize` starts: one stream, for one token, once; the page itself for the same token. */
async function startLiveServer(token: string): Promise<LiveServer> {
  let stream: ServerResponse | undefined;
  let isUsed = false;
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://127.0.0.1");
    if (url.searchParams.get("token") !== token || (url.pathname === "/trace" && isUsed)) {
      response.writeHead(403).end();
    } else if (url.pathname === "/") {
      response.writeHead(200, { "Content-Type": "text/html" }).end(readFileSync(PAGE_FILE));
    } else {
      isUsed = true;
      stream = response.writeHead(200, {
        "Content-Type": "text/event-stream",
        "Access-Control-Allow-Origin": request.headers.origin ?? "null",
      });
      send("trace", { ...REAL_PI, records: REAL_PI.records.slice(0, 10) });
    }
  });
  const send = (event: string, data: unknown) => stream?.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, send, end: () => stream?.end() };
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
    await using viewer = await openViewer(browser, { url: writePage(REAL_PI_TEXT), fragment: "#at=17" });
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
    await using viewer = await openViewer(browser, { url: writePage(REAL_PI_TEXT), fragment: `#notice=${id}` });
    await viewer.page.locator("body.has-trace").waitFor();
    expect(await moment(viewer.page)).toBe(String(place + 1));
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
    const token = "t0k3n+/=";
    const server = await startLiveServer(token);
    const served = `http://127.0.0.1:${server.port}/?token=${encodeURIComponent(token)}`;
    await using viewer = await openViewer(
      browser,
      isServed ? { url: served } : { fragment: `#live=${server.port}&token=${encodeURIComponent(token)}` },
    );
    const { page, complaints } = viewer;
    await page.locator("#live.on").waitFor();
    expect(await moment(page)).toBe("10");
    server.send("record", REAL_PI.records[10]);
    await waitUntil("the record", async () => (await moment(page)) === "11");
    await page.keyboard.press("ArrowLeft");
    server.send("record", REAL_PI.records[11]);
    await waitUntil("another", async () => (await page.locator("#moment").getAttribute("max")) === "12");
    expect(await moment(page)).toBe("10");
    server.end();
    await page.locator("#live:not(.on)").waitFor();
    expect(await page.locator("#live").textContent()).toBe("no longer live");
    expect(await page.locator("#event-count").textContent()).toBe("12 of 12");
    expect(complaints).toEqual([]);
  });

  it("of a Pi whose word was used before, or that sends no trace: one line", async () => {
    const server = await startLiveServer("right");
    await using wrong = await openViewer(browser, { fragment: `#live=${server.port}&token=wrong` });
    await wrong.page.locator("#problem", { hasText: "cannot be reached" }).waitFor();
    await using right = await openViewer(browser, { fragment: `#live=${server.port}&token=right` });
    await right.page.locator("#live.on").waitFor();
    server.send("record", { at: "never" });
    await right.page.locator("#problem", { hasText: "is damaged: `records[0].at`" }).waitFor();
    expect(await right.page.locator("#event-count").textContent()).toBe("10 of 10");
  });

  it("that is none: one line, and what was shown stays", async () => {
    const large = join(stack.use(makeScratchFolder()).path, "large.json");
    writeFileSync(large, "{");
    truncateSync(large, 100 * 1024 * 1024);
    await using viewer = await openViewer(browser);
    const { page, complaints } = viewer;
    await openTrace(page, REAL_PI_TEXT);
    const problem = page.locator("#problem");
    const { records, ...head } = REAL_PI;
    for (const [text, line] of [
      ["", "trace.json is not JSON."],
      [REAL_PI_TEXT.slice(0, 9_000), "trace.json is not JSON."],
      ["[]", "trace.json is not a JSON object."],
      ['{"format":"other"}', 'trace.json is no trace: its `format` is not "pi-notify-trace".'],
      [JSON.stringify({ ...head, version: 2, records }), "trace.json has a `version` other than 1: update pi-notify."],
      [
        JSON.stringify({ ...head, records: [...records.slice(0, 3), { at: 1 }] }),
        "trace.json is damaged: `records[3].actor` is not what the format wants there.",
      ],
      [JSON.stringify({ ...head, records: [] }), "trace.json is a trace without records."],
    ] as const) {
      await giveFile(page, text);
      await problem.filter({ hasText: line }).waitFor();
      expect(await problem.textContent()).toBe(line);
    }
    await page.locator("#file").setInputFiles(large);
    await problem.filter({ hasText: "large.json is larger than 50 MB: no trace is." }).waitFor();
    await page.keyboard.press("l");
    expect(await problem.textContent()).toBe("large.json 超过 50 MB：轨迹不会这么大。");
    await giveFile(page, "");
    await problem.filter({ hasText: "trace.json 不是 JSON。" }).waitFor();
    expect(await page.locator("#event-count").textContent()).toBe(`${COUNT} / ${COUNT}`);
    expect(complaints).toEqual([]);
    await openTrace(page, REAL_PI_TEXT);
    await waitUntil("no problem", () => problem.isHidden());
  });
});
