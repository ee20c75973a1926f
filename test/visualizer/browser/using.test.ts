import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startBrowser } from "../../../rig/browser.ts";
import { describeWith } from "../../../rig/describe-with.ts";
import { REAL_PI, REAL_PI_TEXT } from "../../../rig/recorded-trace.ts";
import { goTo, openTrace, openViewer } from "../../../rig/viewer-page.ts";
import { messageText } from "../../../src/messages/define-messages.ts";
import { silenceMessages } from "../../../src/messages/trace.messages.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";
import { storiesOf } from "../../../src/trace/story.ts";

const COUNT = REAL_PI.records.length;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

function moment(page: Page): Promise<string> {
  return page.locator("#moment").inputValue();
}

/** Each fault that axe calls serious or critical, with the place. */
async function seriousFaults(page: Page): Promise<string[]> {
  // The page's policy lets no script in, so it comes by the debugger's way.
  await page.evaluate(AXE);
  const { violations }: { violations: { impact: string; id: string; nodes: { html: string }[] }[] } =
    await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

describeWith("chromium", "using the viewer", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it("by keys alone", async () => {
    await using viewer = await openViewer(browser);
    const { page, complaints } = viewer;
    await openTrace(page, REAL_PI_TEXT);
    const [first = 0, second = 0] = REAL_PI.records.flatMap(({ notice, outcome }, place) =>
      notice === undefined && outcome === undefined ? [] : [place + 1],
    );
    const keys: readonly (readonly [string, number])[] = [
      ["ArrowRight", 1],
      ["ArrowRight", 2],
      ["ArrowLeft", 1],
      ["Shift+ArrowRight", 11],
      ["Home", 0],
      ["End", COUNT],
      ["Home", 0],
      ["n", first],
      ["n", second],
      ["p", first],
    ];
    for (const [key, wanted] of keys) {
      await page.keyboard.press(key);
      expect(await moment(page), key).toBe(String(wanted));
    }
    expect(await page.locator("#said").textContent()).toContain(`${first} of ${COUNT}: `);
    await page.keyboard.press("Space");
    await waitUntil("it to play", async () => Number(await moment(page)) > first + 1);
    await page.keyboard.press("Space");
    expect(await page.locator("#play").getAttribute("aria-label")).toBe("Play");

    for (const [key, machine] of [...["session", "run", "span", "notice", "delivery"].entries()].map(
      ([index, name]) => [String(index + 1), name] as const,
    )) {
      await page.keyboard.press(key);
      expect(await page.locator(`#tab-${machine}`).getAttribute("aria-selected"), key).toBe("true");
    }
    await page.locator("#tab-delivery").focus();
    await page.keyboard.press("ArrowLeft");
    expect(await page.locator("#tab-notice").getAttribute("aria-selected")).toBe("true");
    expect(await page.evaluate("document.activeElement.id")).toBe("tab-notice");

    await page.keyboard.press("/");
    await page.keyboard.type("1 n");
    expect(await page.locator("#search").inputValue()).toBe("1 n");
    await page.locator("#event-list").focus();
    await page.locator("#search").fill("");
    await page.locator("#event-list").focus();
    const before = Number(await moment(page));
    await page.keyboard.press("ArrowDown");
    expect(await moment(page)).toBe(String(before + 1));
    const active = await page.locator("#event-list").getAttribute("aria-activedescendant");
    expect(await page.locator(`#${active} .number`).textContent()).toBe(String(before + 1));

    await page.keyboard.press("?");
    expect(await page.locator("dialog").isVisible()).toBe(true);
    await page.locator("#single-keys").press("Space");
    await page.keyboard.press("Escape");
    await page.locator("#event-list").focus();
    await page.keyboard.press("t");
    expect(await page.locator("html").getAttribute("data-theme")).toBe(null);
    expect(complaints).toEqual([]);
  });

  it("the notice list says what /notify why says, and a click goes to the moment that decided it", async () => {
    await using viewer = await openViewer(browser);
    const { page } = viewer;
    await openTrace(page, REAL_PI_TEXT);
    const stories = storiesOf(REAL_PI);
    const wanted = stories.flatMap(({ outcomes, nothing }) => [
      ...outcomes.map(({ channel, kind, reason }) => [channel, kind, reason ?? ""].join(" ").trim()),
      ...(nothing === undefined ? [] : [`no notification ${messageText(silenceMessages, nothing, "en")}`]),
    ]);
    const found: string[] = [];
    const list = page.locator("#notice-list");
    const count = Number(await list.locator(".row").first().getAttribute("aria-setsize"));
    for (let index = 0; index < count; index += 1) {
      const row = list.locator(`#notice-list-${index}`);
      await list.evaluate((box, top) => box.scrollTo(0, top), index * 26);
      await row.click();
      const record = REAL_PI.records[Number(await moment(page)) - 1];
      const outcome = await row.locator(".outcome").allTextContents();
      const texts = await row.locator(".channel, .outcome, .why").allTextContents();
      if (outcome.length === 0) {
        expect(record?.notice?.event).toBe(await row.locator("strong").textContent());
      } else {
        found.push(texts.join(" "));
        if (record?.outcome !== undefined) expect(outcome).toEqual([record.outcome]);
        else expect(record?.event).toBe("run.settled");
      }
      expect(await row.getAttribute("aria-selected")).toBe("true");
    }
    expect(found.sort()).toEqual(wanted.sort());
  });

  it("one instance can be kept, and no two share a picture", async () => {
    await using viewer = await openViewer(browser);
    const { page } = viewer;
    await openTrace(page, REAL_PI_TEXT);
    await goTo(page, COUNT);
    await page.keyboard.press("5");
    const deliveries = new Set(
      REAL_PI.records.flatMap(({ machine, actor }) => (machine === "delivery" ? [actor] : [])),
    );
    expect(await page.locator("#instance option").allTextContents()).toEqual([...deliveries]);
    for (const actor of deliveries) {
      await page.locator("#instance").selectOption(actor);
      expect(await page.locator("#follow").isChecked()).toBe(false);
      const end = REAL_PI.records.findLast((record) => record.actor === actor)?.after ?? [];
      const lit = await page
        .locator("#panel-delivery .state.lit:not(.root)")
        .evaluateAll((states) => states.map((state) => state.getAttribute("data-path")));
      expect(lit, actor).toEqual(end);
    }
    await page.keyboard.press("Home");
    expect(await page.locator("#panel-delivery .state.lit").count()).toBe(0);
    expect(await page.locator("#instance").inputValue()).toBe([...deliveries].at(-1));
  });

  it("a state is described when it is pointed at, chosen or clicked, in the language of the page", async () => {
    await using viewer = await openViewer(browser);
    const { page } = viewer;
    await openTrace(page, REAL_PI_TEXT);
    await page.locator("#tab-run").click();
    const note = page.locator("#chart-note");
    expect(await note.isVisible()).toBe(false);
    await page.locator('#panel-run .words[data-of="over"] > text').hover();
    await note.getByText("The run and its notice are finished.").waitFor();
    await page.mouse.move(5, 5);
    await note.waitFor({ state: "hidden" });
    await page.locator("#chart-state").selectOption("working.held");
    await note.getByText("A dialog or background work would hold the notice.").waitFor();
    await note.getByText("Did the run end in another way than being aborted?").waitFor();
    expect(await page.locator("#panel-run .state.described").getAttribute("data-path")).toBe("working.held");
    await page.locator("#language").click();
    await note.getByText("对话框或后台任务会让通知暂缓。").waitFor();
    await page.locator('#panel-run .words[data-of="over"] > text').click();
    expect(await page.locator("#chart-state").inputValue()).toBe("over");
    await page.locator("#tab-span").click();
    await note.waitFor({ state: "hidden" });
    expect(viewer.complaints).toEqual([]);
  });

  it("the tab of channel health lights with an outage, and goes back with the recovery", async () => {
    await using viewer = await openViewer(browser);
    const { page } = viewer;
    await openTrace(page, REAL_PI_TEXT);
    await page.locator("#tab-channel-health").click();
    const wanted = REAL_PI.records.flatMap(({ actor, after }, place) =>
      actor === "channel-health.hook" ? [{ moment: place + 1, after }] : [],
    );
    expect(new Set(wanted.flatMap(({ after }) => after))).toEqual(new Set(["healthy", "failing"]));
    for (const { moment: at, after } of wanted) {
      await goTo(page, at);
      expect(await page.locator("#instance").inputValue(), `${at}`).toBe("channel-health.hook");
      expect(await page.locator("#tab-channel-health .tab-states").textContent(), `${at}`).toBe(after.join());
      const lit = await page
        .locator("#panel-channel-health .state.lit:not(.root)")
        .evaluateAll((states) => states.map((state) => state.getAttribute("data-path")));
      expect(lit, `${at}`).toEqual(after);
    }
  });

  it.each(["light", "dark"] as const)(
    "in the %s theme the marks of the time have the colours of the outcomes",
    async (colorScheme) => {
      await using viewer = await openViewer(browser, { colorScheme });
      const { page } = viewer;
      await openTrace(page, REAL_PI_TEXT);
      const colours = (await page.evaluate(`[...new Set([...document.querySelectorAll("#notice-list .outcome")]
      .filter((outcome) => !outcome.classList.contains("nothing"))
      .map((outcome) => getComputedStyle(outcome).color))]`)) as string[];
      expect(colours.length).toBeGreaterThan(1);
      const marks = (await page.evaluate(`(() => {
      const canvas = document.querySelector("#marks");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const seen = new Set();
      for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) seen.add(\`rgb(\${data[at]}, \${data[at + 1]}, \${data[at + 2]})\`);
      return [...seen];
    })()`)) as string[];
      expect(marks).toEqual(expect.arrayContaining(colours));
    },
  );

  it("events are found by machine and words", async () => {
    await using viewer = await openViewer(browser);
    const { page } = viewer;
    await openTrace(page, REAL_PI_TEXT);
    const failed = REAL_PI.records.filter(({ reason }) => reason === "http 500").length;
    await page.locator("#search").fill("HOOK 500");
    expect(await page.locator("#event-count").textContent()).toBe(`${failed} of ${COUNT}`);
    await page.locator("#machine-filter").selectOption("run");
    expect(await page.locator("#event-count").textContent()).toBe(`0 of ${COUNT}`);
    await page.locator("#search").fill("");
    const runs = REAL_PI.records.filter(({ machine }) => machine === "run").length;
    expect(await page.locator("#event-count").textContent()).toBe(`${runs} of ${COUNT}`);
  });

  it("speaks the browser's language, and the other one on request", async () => {
    await using viewer = await openViewer(browser, { locale: "zh-CN" });
    const { page } = viewer;
    expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");
    await openTrace(page, REAL_PI_TEXT);
    const stopped = page.locator("#notice-list .why", { hasText: "你中止了本轮任务" });
    expect(await stopped.count()).toBe(1);
    await page.locator("#language").click();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    expect(await page.locator("#notice-list .why", { hasText: "you stopped the run" }).count()).toBe(1);
    const texts = await page.locator("header, main, .transport, .lists").allInnerTexts();
    expect(texts.join("\n").replace("中文", "")).not.toMatch(/[\u4e00-\u9fff]/);
  });

  it.each(["light", "dark"] as const)("axe finds no serious fault in the %s theme", async (colorScheme) => {
    await using viewer = await openViewer(browser, { colorScheme, reducedMotion: "reduce" });
    const { page } = viewer;
    expect(await seriousFaults(page), "empty").toEqual([]);
    await openTrace(page, REAL_PI_TEXT);
    await goTo(page, 40);
    expect(await seriousFaults(page), "a trace").toEqual([]);
    await page.locator("#chart-state").selectOption({ index: 1 });
    await page.locator("#chart-note").waitFor();
    expect(await seriousFaults(page), "a state that is described").toEqual([]);
    await page.keyboard.press("t");
    expect(await page.locator("html").getAttribute("data-theme")).toBe(colorScheme === "light" ? "dark" : "light");
    expect(await seriousFaults(page), "the other theme, switched to").toEqual([]);
    await page.locator("#what-if-switch").click();
    await page.locator("#what-if").getByRole("button", { name: "run.started" }).click();
    expect(await seriousFaults(page), "what if").toEqual([]);
    await page.locator("#help").click();
    expect(await seriousFaults(page), "the keys").toEqual([]);
  });
});
