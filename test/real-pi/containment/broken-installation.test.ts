import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startPiOnTerminal } from "../../../rig/plain-terminal.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { EXTENSION } from "../../../rig/told-pi.ts";

/** What becomes of the part of the bundle that is loaded when it is needed. */
const DAMAGE: readonly (readonly [string, (file: string) => void])[] = [
  ["is missing", (file) => rmSync(file)],
  ["throws", (file) => writeFileSync(file, "throw new Error('a damaged file');")],
  ["is no JavaScript", (file) => writeFileSync(file, "<<<<<<< HEAD")],
  ["has nothing in it", (file) => writeFileSync(file, "")],
  ["never finishes", (file) => writeFileSync(file, "await new Promise(() => {});")],
];

it.each(DAMAGE)("the late part of the bundle %s: Pi works, and ends in peace", async (_name, damage) => {
  await using scratch = makeScratchFolder();
  const broken = join(scratch.path, "pi-notify");
  mkdirSync(broken);
  for (const part of ["package.json", "dist"]) cpSync(join(EXTENSION, part), join(broken, part), { recursive: true });
  const late = readdirSync(join(broken, "dist")).filter((name) => name.startsWith("lazy-"));
  expect(late).toHaveLength(1);
  for (const name of late) damage(join(broken, "dist", name));

  const channels = [{ id: "hook", type: "webhook", webhook: { url: "http://127.0.0.1:9/" } }];
  await using pi = await startPiOnTerminal({ extensions: [broken], config: { version: 1, channels } });
  for (let run = 1; run <= 2; run += 1) {
    pi.prompt("go");
    await pi.waitForEvent("agent_settled", run);
  }
  pi.prompt("/new");
  await pi.waitForEvent("session_start", 2);
  pi.prompt("go");
  await pi.waitForEvent("agent_settled", 3);
  pi.keys("C-d");
  expect(await pi.exit()).toEqual({ code: 0, signal: undefined });
  expect(pi.events.at(-1)).toMatchObject({ type: "session_shutdown", detail: { reason: "quit" } });
});
