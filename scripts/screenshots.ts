/**
 * `npm run screenshots`: takes the pictures of the viewer that the READMEs show, with the system's Chromium, after
 * `npm run build`. The trace in them is that of a real Pi (`test/visualizer/record-real-pi.ts`).
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startBrowser } from "../rig/browser.ts";
import { REAL_PI, REAL_PI_TEXT } from "../rig/recorded-trace.ts";
import { goTo, openTrace, openViewer } from "../rig/viewer-page.ts";

const FOLDER = fileURLToPath(new URL("../docs/pictures/", import.meta.url));

/** The bell of a settled run lets the notification go first. */
const MOMENT =
  REAL_PI.records.findIndex(({ actor, after }) => actor === "run#1/settled/bell" && after.join().includes("yielding")) +
  1;

const browser = await startBrowser();
mkdirSync(FOLDER, { recursive: true });
for (const [locale, suffix] of [
  ["en-GB", ""],
  ["zh-CN", ".zh-CN"],
] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    await using viewer = await openViewer(browser, { locale, colorScheme, viewport: { width: 1440, height: 900 } });
    const { page } = viewer;
    await openTrace(page, REAL_PI_TEXT);
    await goTo(page, MOMENT);
    // Nothing on the way from one state to another.
    await page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished))");
    await page.screenshot({ path: join(FOLDER, `viewer-${colorScheme}${suffix}.png`) });
  }
}
await browser.close();
