/**
 * `npm run demo [-- [--json] [EXTENSION]]`: the real Pi with this extension, or the one at that path, seen from outside.
 *
 * Needs no key, no configuration and no answer. Ends by itself, with exit code 0 only if everything arrived as it
 * should, exactly once. With `--json` stdout carries one `DemoOutcome` a line and everything else goes to stderr.
 * `PI_NOTIFY_DEMO_PTY=1` leaves tmux out, as on a machine that has none.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { hasTmux } from "../rig/system-parts.ts";
import { checkArrivals } from "./check-arrivals.ts";
import { startPlainStage } from "./plain-stage.ts";
import { play } from "./play.ts";
import { openReceiver } from "./receiver.ts";
import { Story } from "./story.ts";
import { startTmuxStage } from "./tmux-stage.ts";

/** Whatever hangs, nobody waits longer for the demo, in milliseconds. */
const WATCHDOG_MS = 50_000;

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));

/** @returns whether all came as it should. */
async function demo(): Promise<boolean> {
  const { values, positionals } = parseArgs({ options: { json: { type: "boolean" } }, allowPositionals: true });
  const { json } = values;
  const [extension = REPOSITORY] = positionals;
  if (extension === REPOSITORY && !existsSync(`${REPOSITORY}dist/extension.js`)) {
    // Its words are progress: stdout may be somebody's JSON.
    execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: REPOSITORY, stdio: ["ignore", 2, 2] });
  }

  const story = new Story(json ? process.stderr : process.stdout);
  await using receiver = await openReceiver();
  const start = hasTmux() && process.env.PI_NOTIFY_DEMO_PTY !== "1" ? startTmuxStage : startPlainStage;
  await using stage = await start({ extension, hook: receiver.hook });

  const verdicts = (await play({ stage, receiver, story })).flatMap(checkArrivals);
  if (json) for (const { outcome } of verdicts) console.log(JSON.stringify(outcome));
  return story.end(verdicts, stage);
}

// The rig's last resort removes processes and folders when this process exits, so every way out is an exit.
for (const [signal, code] of [
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.once(signal, () => process.exit(code));
}
setTimeout(() => {
  console.error(`The demo did not end within ${WATCHDOG_MS / 1000} s.`);
  process.exit(1);
}, WATCHDOG_MS).unref();

try {
  process.exitCode = (await demo()) ? 0 : 1;
} catch (error) {
  console.error(`The demo broke off: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
