import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { EXTENSION } from "./told-pi.ts";

/** What was built, as people open it. */
export const PAGE_FILE = join(EXTENSION, "dist", "visualizer.html");
export const PAGE_URL = pathToFileURL(PAGE_FILE).href;

export interface ViewerPage extends AsyncDisposable {
  readonly page: Page;
  /** What the page complained about on its console, or threw. */
  readonly complaints: readonly string[];
  /** What it asked of anybody, other than of itself. */
  readonly requests: readonly string[];
}

export interface ViewerPageOptions extends BrowserContextOptions {
  /** With its `#`. */
  readonly fragment?: string;
  /** In place of the built page. */
  readonly url?: string;
}

/** Opens the viewer in a profile of its own. */
export async function openViewer(
  browser: Browser,
  { fragment = "", url = PAGE_URL, ...options }: ViewerPageOptions = {},
): Promise<ViewerPage> {
  const context = await browser.newContext({ viewport: { width: 1600, height: 1000 }, locale: "en-GB", ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== url) requests.push(request.url());
  });
  await page.goto(url + fragment);
  return { page, complaints, requests, [Symbol.asyncDispose]: () => context.close() };
}

/** Gives the page a file, as the file picker does. */
export async function giveFile(page: Page, text: string, name = "trace.json"): Promise<void> {
  await page.locator("#file").setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
}

export async function openTrace(page: Page, text: string): Promise<void> {
  await giveFile(page, text);
  await page.locator("body.has-trace").waitFor();
}

/** Goes to the moment after so many records, by the page's address. */
export async function goTo(page: Page, moment: number): Promise<void> {
  await page.evaluate(`location.hash = "#at=${moment}"`);
  await page.locator(`#moment:is([aria-valuetext])`).waitFor();
  await page.waitForFunction(`document.getElementById("moment").value === "${moment}"`);
}

/** The lit leaf states of a machine's chart: those that are lit with nothing lit inside them. */
export async function litLeaves(page: Page, machine: string): Promise<string[]> {
  const paths = await page
    .locator(`#panel-${machine} .state.lit`)
    .evaluateAll((states) => states.map((state) => state.getAttribute("data-path") ?? ""));
  const isAround = (outer: string, path: string) => outer === "" || path.startsWith(`${outer}.`);
  return paths.filter((path) => !paths.some((other) => other !== path && isAround(path, other))).sort();
}
