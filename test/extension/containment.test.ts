import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { startHttpReceiver } from "../../rig/http-receiver.ts";
import { LimitedPi } from "../../rig/limited-pi.ts";
import { connect } from "../../src/extension.ts";
import type { FakePi } from "../../src/testing/fake-pi.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { faultyConfig, GOOD_CHANNEL, PLANTED_FAULTS, type PlantedFault } from "./planted-faults.ts";

describe("whatever misbehaves, Pi never learns of it, and the other channels tell (R9, R12)", () => {
  it.concurrent.each(PLANTED_FAULTS.map((fault) => [fault.name, fault] as const))("%s", async (_name, fault) => {
    await using session = await startWith(fault);
    const { pi, heard } = session;
    await pi.run();
    if (fault.goodTells) await waitUntil("the good channel", () => heard(GOOD_CHANNEL) >= 1);
    await pi.openDialog();
    pi.type("x");
    await pi.closeDialog();
    await pi.command("notify", "status");
    await pi.run("error");
    if (fault.goodTells) await waitUntil("the good channel again", () => heard(GOOD_CHANNEL) >= 2);
    // Whatever never ends, this does.
    await pi.shutdown();
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(pi.errors).toEqual([]);
    expect(heard(GOOD_CHANNEL)).toBe(fault.goodTells ? 2 : 0);
  });
});

interface Started extends AsyncDisposable {
  readonly pi: FakePi;
  /** How many requests came for a channel. */
  heard(channel: string): number;
}

// A rejection or a throw in a timer that nobody handles fails the test run by itself: vitest reports it as an error.
async function startWith(fault: PlantedFault): Promise<Started> {
  await using stack = new AsyncDisposableStack();
  const hook = stack.use(await startHttpReceiver());
  const agentDir = await mkdtemp(join(tmpdir(), "pi-notify-"));
  stack.defer(() => rm(agentDir, { recursive: true, force: true }));
  const folder = join(agentDir, "extensions", "pi-notify");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "config.json"), JSON.stringify(faultyConfig(hook.url)));
  const pi = new LimitedPi();
  await pi.load((api) => {
    const host = { env: { PI_CODING_AGENT_DIR: agentDir }, terminal: new PassThrough() };
    const planted = fault.plant({ pi: api, host });
    connect(planted.pi, planted.host);
  });
  await pi.start();
  const owned = stack.move();
  return {
    pi,
    heard: (channel) => hook.requests.filter(({ path }) => path === `/${channel}`).length,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
