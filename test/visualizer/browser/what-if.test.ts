import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startBrowser } from "../../../rig/browser.ts";
import { describeWith } from "../../../rig/describe-with.ts";
import { REAL_PI } from "../../../rig/recorded-trace.ts";
import { litLeaves, openTrace, openViewer } from "../../../rig/viewer-page.ts";
import { generatePaths, named } from "../../../src/model/abstract-machine.ts";
import { PATH_SUITES } from "../../../src/model/machine-suites.ts";
import type { ModelEvent } from "../../../src/model/model-event.ts";
import { initialState, next } from "../../../src/model/oracle.ts";
import { ONE_RUN } from "../../../src/model/scopes.ts";
import { traceOf } from "../../../src/model/trace.ts";
import { recordTrace } from "../../model/record-trace.ts";

describeWith("chromium", "what if", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it("the real machines do by hand what they do in a test", async () => {
    await using viewer = await openViewer(browser);
    const { page, complaints, requests } = viewer;
    await page.keyboard.press("w");
    const pane = page.locator("#what-if");
    const press = (name: string) => pane.getByRole("button", { name, exact: true }).click();
    const answer = (delivery: string, name: string) =>
      pane.getByRole("group", { name: delivery }).getByRole("button", { name }).click();
    await pane.locator("select").first().selectOption({ label: ONE_RUN.name });
    await press("run.started");
    expect(await litLeaves(page, "run")).toEqual(["working.free"]);
    await press("+1 s");
    await press("dialog.opened");
    await press("to the next timer (150 ms)");
    await answer("span1 hook", "ready");
    await press("run.settled");
    expect(await litLeaves(page, "run")).toEqual(["settled.held"]);
    await answer("span1 hook", "failed");
    await press("dialog.closed");
    await answer("run1 hook", "ready");
    await answer("run1 hook", "succeeded");
    await press("session.ended");
    expect(await pane.locator("[role=status]").first().textContent()).toContain("The session is over.");
    expect(await pane.getByRole("button", { name: "run.started" }).isDisabled()).toBe(true);

    const events: ModelEvent[] = [
      { type: "run.started" },
      { type: "clock.advanced", ms: 1_000 },
      { type: "dialog.opened", title: "title" },
      { type: "clock.advanced", ms: 150 },
      { type: "prepare.answered", notice: "span1", channel: "hook", how: "ready" },
      { type: "run.settled", aborted: false },
      { type: "attempt.answered", notice: "span1", channel: "hook", how: "failed" },
      { type: "dialog.closed" },
      { type: "prepare.answered", notice: "run1", channel: "hook", how: "ready" },
      { type: "attempt.answered", notice: "run1", channel: "hook", how: "succeeded" },
      { type: "session.ended" },
    ];
    await expectSameRecords(page, recordTrace(traceOf(ONE_RUN.setup, events)).records);
    expect({ complaints, requests }).toEqual({ complaints: [], requests: [] });
  });

  it("a trace that is opened meanwhile stays what it is: the next event shows the machines again", async () => {
    await using viewer = await openViewer(browser);
    const { page, complaints } = viewer;
    await page.keyboard.press("w");
    const pane = page.locator("#what-if");
    await pane.locator("select").first().selectOption({ label: ONE_RUN.name });
    await pane.getByRole("button", { name: "run.started", exact: true }).click();
    // Shorter than what the machines have done by then.
    await openTrace(page, JSON.stringify({ ...REAL_PI, records: REAL_PI.records.slice(0, 1) }));
    await page.locator("#event-count", { hasText: "1 of 1" }).waitFor();
    await pane.getByRole("button", { name: "run.settled", exact: true }).click();
    const events: ModelEvent[] = [{ type: "run.started" }, { type: "run.settled", aborted: false }];
    await expectSameRecords(page, recordTrace(traceOf(ONE_RUN.setup, events)).records);
    expect(complaints).toEqual([]);
  });

  it("every generated path is there, and a chosen one is played", async () => {
    await using viewer = await openViewer(browser);
    const { page, complaints } = viewer;
    await page.keyboard.press("w");
    const suites = page.locator("#what-if select").nth(1);
    expect((await suites.locator("option").allTextContents()).slice(1)).toEqual(PATH_SUITES.map(({ name }) => name));
    const [suite] = PATH_SUITES;
    if (suite === undefined) throw new Error("there is no suite");
    await suites.selectOption({ label: suite.name });
    const paths = generatePaths(suite.scope, suite.kind);
    await page.locator("#what-if").getByText(`Paths: ${paths.length}`).waitFor();
    const last = paths.length - 1;
    await page.locator("#path-list").focus();
    for (let row = 0; row <= last; row += 1) await page.keyboard.press("ArrowDown");
    await page.locator(`#path-list-${last}[aria-selected=true]`).waitFor();
    let state = initialState();
    const events = (paths[last]?.steps ?? []).map(({ event }) => {
      const happens = named(event, state);
      state = next(suite.scope.setup, state, happens).state;
      return happens;
    });
    const { records } = recordTrace(traceOf(suite.scope.setup, events));
    await page.locator(`#moment[max="${records.length}"]`).waitFor();
    expect(await page.locator("#play").getAttribute("aria-label")).toBe("Pause");
    await expectSameRecords(page, records);
    expect(complaints).toEqual([]);
  });
});

/** The event list says of each record what the machines did in Node. */
async function expectSameRecords(page: Page, records: readonly { actor: string; event: string; at: number }[]) {
  await page.locator("#to-start").click();
  const shown: string[] = [];
  for (let step = 1; step <= records.length; step += 1) {
    await page.locator("#step").click();
    const row = page.locator("#event-list .row[aria-selected=true]");
    const [number, when, who, what] = await row.locator("span").allTextContents();
    shown.push([number, when, who, what].join(" "));
  }
  const clock = (at: number) => new Date(at).toISOString().slice(11, 23);
  expect(shown).toEqual(records.map(({ at, actor, event }, place) => `${place + 1} ${clock(at)} ${actor} ${event}`));
}
