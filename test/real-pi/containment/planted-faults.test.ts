import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { startHttpReceiver } from "../../../rig/http-receiver.ts";
import { type PiOnTerminal, startPiOnTerminal } from "../../../rig/plain-terminal.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";
import { faultyConfig, GOOD_CHANNEL, PLANTED_FAULTS, type PlantedFault } from "../../extension/planted-faults.ts";

const HOST = fileURLToPath(new URL("../extensions/faulty-host.ts", import.meta.url));
const FAULTS_A_PI = Math.ceil(PLANTED_FAULTS.length / 2);

/** Faults that leave something that never ends: Pi has to end all the same. */
const ENDLESS = [
  "a channel's prepare never answers",
  "a channel's attempt never answers",
  "the clock never strikes",
  "the clock cannot be set",
  "the machines never end",
  "the machines' end is told as an error",
];

interface FaultyPi extends AsyncDisposable {
  readonly pi: PiOnTerminal;
  /** Requests of the good channel so far. */
  heard(): number;
  /** The fault of the sessions from now on. */
  plant(fault: PlantedFault): void;
}

async function startFaultyPi(first: PlantedFault): Promise<FaultyPi> {
  await using stack = new AsyncDisposableStack();
  const hook = stack.use(await startHttpReceiver());
  const scratch = stack.use(makeScratchFolder());
  const file = join(scratch.path, "fault");
  const plant = (fault: PlantedFault) => writeFileSync(file, String(PLANTED_FAULTS.indexOf(fault)));
  plant(first);
  const options = { extensions: [HOST], config: faultyConfig(hook.url), env: { PLANTED_FAULT: file } };
  const pi = stack.use(await startPiOnTerminal(options));
  const owned = stack.move();
  return {
    pi,
    heard: () => hook.requests.filter(({ path }) => path === `/${GOOD_CHANNEL}`).length,
    plant,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** One run to its end, and what has to be told of it. */
async function run({ pi, heard }: FaultyPi, { name, goodTells }: PlantedFault): Promise<void> {
  const runs = pi.eventNames("agent_settled").length;
  const before = heard();
  pi.prompt("go");
  await pi.waitForEvent("agent_settled", runs + 1);
  if (goodTells) await waitUntil(`the good channel, where ${name}`, () => heard() > before);
  pi.prompt("/notify status");
}

describe("a planted fault, in the real Pi", () => {
  it.each([
    ["the first half of them", PLANTED_FAULTS.slice(0, FAULTS_A_PI)],
    ["the second half of them", PLANTED_FAULTS.slice(FAULTS_A_PI)],
  ])(
    "%s, a session each: Pi lives on, and ends in peace",
    async (_name, faults) => {
      const [first, ...others] = faults;
      if (first === undefined) throw new Error("no fault");
      await using faulty = await startFaultyPi(first);
      const { pi } = faulty;
      await run(faulty, first);
      for (const [index, fault] of others.entries()) {
        faulty.plant(fault);
        pi.prompt("/new");
        await pi.waitForEvent("session_start", index + 2);
        await run(faulty, fault);
      }
      pi.keys("C-d");
      expect(await pi.exit()).toEqual({ code: 0, signal: undefined });
      expect(pi.eventNames("agent_settled")).toHaveLength(faults.length);
      expect(pi.events.at(-1)).toMatchObject({ type: "session_shutdown", detail: { reason: "quit" } });
      expect(faulty.heard()).toBe(faults.filter(({ goodTells }) => goodTells).length);
      expect(pi.terminal.find("a planted fault")).toBeUndefined();
    },
    180_000,
  );

  it.each(ENDLESS)("%s: Pi ends when it is told to", async (name) => {
    const fault = PLANTED_FAULTS.find((candidate) => candidate.name === name);
    if (fault === undefined) throw new Error("no such fault");
    await using faulty = await startFaultyPi(fault);
    const { pi } = faulty;
    await run(faulty, fault);
    pi.keys("C-d");
    expect(await pi.exit()).toEqual({ code: 0, signal: undefined });
  });
});
