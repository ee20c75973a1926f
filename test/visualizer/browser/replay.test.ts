import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startBrowser } from "../../../rig/browser.ts";
import { describeWith } from "../../../rig/describe-with.ts";
import { REAL_PI, REAL_PI_TEXT } from "../../../rig/recorded-trace.ts";
import { goTo, litLeaves, openTrace, openViewer } from "../../../rig/viewer-page.ts";
import type { TraceRecord } from "../../../src/trace/trace-format.ts";

const MACHINES = ["session", "run", "span", "notice", "delivery"];

describeWith("chromium", "the trace of a real Pi in the viewer", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it("lights at ten moments what the trace says, in every chart", async () => {
    await using viewer = await openViewer(browser);
    const { page, complaints, requests } = viewer;
    await openTrace(page, REAL_PI_TEXT);
    const { records } = REAL_PI;
    const moments = Array.from({ length: 10 }, (_, index) => Math.round(((index + 1) * records.length) / 10));
    for (const moment of moments) {
      await goTo(page, moment);
      const shown = Object.fromEntries(
        await Promise.all(MACHINES.map(async (machine) => [machine, await litLeaves(page, machine)] as const)),
      );
      expect(shown, `after ${moment} records`).toEqual(expectedLeaves(records.slice(0, moment)));
    }
    expect(complaints).toEqual([]);
    expect(requests).toEqual([]);
  });
});

/** Of each machine the last record says it, of whichever actor. */
function expectedLeaves(past: readonly TraceRecord[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    MACHINES.map((machine) => [machine, past.findLast((record) => record.machine === machine)?.after.toSorted() ?? []]),
  );
}
