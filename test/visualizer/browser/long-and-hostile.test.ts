import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startBrowser } from "../../../rig/browser.ts";
import { describeWith } from "../../../rig/describe-with.ts";
import { REAL_PI } from "../../../rig/recorded-trace.ts";
import { giveFile, openTrace, openViewer } from "../../../rig/viewer-page.ts";
import type { Trace } from "../../../src/trace/trace-format.ts";
import { longTrace } from "../long-trace.ts";

const STEPS = 120;

interface Work {
  /** Elements in the page, at most. */
  readonly elements: number;
  /** Changes to the page in one step, on average and at most. */
  readonly changes: { readonly mean: number; readonly most: number };
  /** Milliseconds from frame to frame. */
  readonly frames: Spread;
  /** Milliseconds of our own code in a step. */
  readonly script: Spread;
}

interface Spread {
  readonly median: number;
  readonly p95: number;
}

/** Steps on, one step a frame, from the middle of the trace, and counts what that changes in the page. */
function measure(page: Page): Promise<Work> {
  return page.evaluate(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const slider = document.getElementById("moment");
    location.hash = "#at=" + Math.floor(Number(slider.max) / 2 - ${STEPS} / 2);
    await frame();
    await frame();
    let count = 0;
    const observer = new MutationObserver((records) => (count += records.length));
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const times = [];
    const scripts = [];
    let [elements, most, sum, last] = [0, 0, 0, await frame()];
    for (let step = 0; step < ${STEPS}; step += 1) {
      count = 0;
      const start = performance.now();
      press("ArrowRight");
      scripts.push(performance.now() - start);
      const now = await frame();
      times.push(now - last);
      last = now;
      elements = Math.max(elements, document.querySelectorAll("*").length);
      most = Math.max(most, count);
      sum += count;
    }
    const part = (values, share) => {
      const sorted = values.sort((one, other) => one - other);
      return Math.round(sorted[Math.floor(sorted.length * share)] * 10) / 10;
    };
    const frames = { median: part(times, 0.5), p95: part(times, 0.95) };
    const changes = { mean: Math.round(sum / ${STEPS}), most };
    return { elements, changes, frames, script: { median: part(scripts, 0.5), p95: part(scripts, 0.95) } };
  })()`);
}

describeWith("chromium", "traces that ask much of the viewer", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  // Measured frame by frame: on a busy machine that takes its time.
  it("10,000 records cost a step no more than 300 do", { timeout: 240_000 }, async () => {
    await using viewer = await openViewer(browser);
    const { page, complaints } = viewer;
    const measured: Record<number, Work> = {};
    for (const size of [300, 10_000]) {
      await openTrace(page, JSON.stringify(longTrace(size)));
      await page.locator("#event-count", { hasText: `${size} of ${size}` }).waitFor();
      measured[size] = await measure(page);
    }
    const { 300: short, 10_000: long } = measured;
    if (short === undefined || long === undefined) throw new Error("nothing was measured");
    console.info(`viewer, a step a frame: ${JSON.stringify(measured)}`);
    // The charts alone have more than a thousand elements, whatever the trace.
    expect(long.elements).toBeLessThan(3_000);
    expect(long.elements).toBeLessThan(short.elements * 1.5);
    expect(long.changes.mean).toBeGreaterThan(5);
    expect(long.changes.mean).toBeLessThan(short.changes.mean * 2);
    expect(long.changes.most).toBeLessThan(500);
    // And from end to end.
    for (const [key, number] of [
      ["End", "10000"],
      ["Home", "1"],
      ["End", "10000"],
    ] as const) {
      await page.keyboard.press(key);
      await page.locator("#event-list .number").getByText(number, { exact: true }).waitFor();
    }
    await page.locator("#search").fill("failed");
    await page.locator("#event-count", { hasText: /^\d{3,4} of 10000$/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("markup in every string that may hold any stays text, and where none may be, it is no trace", async () => {
    const markup = `</script><img src=x onerror="window.broken=1"><svg onload="window.broken=1">`;
    await using viewer = await openViewer(browser);
    const { page, complaints, requests } = viewer;
    const records = REAL_PI.records.map((record) => ({ ...record, reason: `${markup}&lt;b&gt;` }));
    const hostile: Trace = { ...REAL_PI, madeBy: "<img src=x onerror=window.broken=1>", records };
    await openTrace(page, JSON.stringify(hostile));
    await page.keyboard.press("End");
    const last = page.locator("#event-list .row[aria-selected=true] .why");
    expect(await last.textContent()).toBe(`${markup}&lt;b&gt;`);
    expect(await page.locator("#about").textContent()).toContain("<img src=x onerror=window.broken=1>");
    for (const field of ["actor", "machine", "event", "from"]) {
      const [first, ...rest] = REAL_PI.records;
      await giveFile(
        page,
        JSON.stringify({ ...REAL_PI, records: [{ ...first, [field]: markup }, ...rest] }),
        `${markup}.json`,
      );
      const line = `${markup}.json is damaged: \`records[0].${field}\` does not fit the format.`;
      await page.locator("#problem").filter({ hasText: line }).waitFor();
    }
    expect(await page.evaluate("window.broken")).toBeUndefined();
    expect(await page.locator("img").count()).toBe(0);
    expect({ complaints, requests }).toEqual({ complaints: [], requests: [] });
  });

  it("names that mean something to JavaScript, states and machines that no chart has, and a life after the end", async () => {
    const names = ["__proto__", "constructor", "toString", "session", "run#1", "run#1/__proto__"];
    const records = names.flatMap((actor, index) => [
      { at: 0, actor, machine: names[index] ?? "", event: "xstate.init", after: ["__proto__", "nowhere.at.all"] },
      { at: 2.5e14, actor, machine: "run", event: "hasOwnProperty", from: "valueOf", before: [], after: ["over"] },
      { at: 1, actor, machine: "run", event: "xstate.after.", from: actor, before: ["over"], after: [] },
    ]);
    await using viewer = await openViewer(browser);
    const { page, complaints } = viewer;
    await openTrace(page, JSON.stringify({ ...REAL_PI, records }));
    for (let step = 0; step <= records.length; step += 1) await page.keyboard.press("ArrowRight");
    expect(await page.locator("#moment").inputValue()).toBe(String(records.length));
    for (const key of ["1", "2", "n", "p", "f", "Home", "l", "0"]) await page.keyboard.press(key);
    expect(complaints).toEqual([]);
  });
});
