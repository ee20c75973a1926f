/**
 * Drives the whole extension through many runs in a process of its own and prints, as JSON, what is left.
 * Started by leak.test.ts with --expose-gc.
 */
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { hurriedTurns } from "../../rig/hurried-turns.ts";
import { connect } from "../../src/extension.ts";
import { startSessionRuntime } from "../../src/runtime/session-runtime.ts";
import { FakePi } from "../../src/testing/fake-pi.ts";

/** The heap is compared only after the compiler has settled. */
const WARM_UP = 500;
const RUNS = WARM_UP + 1_000;

/** Every timer that was set and is neither over nor cleared, also one that does not keep the process alive. */
const timers = new Set<unknown>();
const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
const { setInterval: realSetInterval, clearInterval: realClearInterval } = globalThis;
globalThis.setTimeout = ((fn: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
  const timer = realSetTimeout(() => {
    timers.delete(timer);
    fn(...args);
  }, ms);
  timers.add(timer);
  return timer;
}) as typeof setTimeout;
globalThis.setInterval = ((fn: () => void, ms?: number) => {
  const timer = realSetInterval(fn, ms);
  timers.add(timer);
  return timer;
}) as typeof setInterval;
globalThis.clearTimeout = (timer) => {
  timers.delete(timer);
  realClearTimeout(timer);
};
globalThis.clearInterval = (timer) => {
  timers.delete(timer);
  realClearInterval(timer);
};

const resources = () => process.getActiveResourcesInfo().filter((name) => name !== "PipeWrap" && name !== "TTYWrap");
const heap = () => {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const agentDir = await mkdtemp(join(tmpdir(), "pi-notify-leak-"));
const folder = join(agentDir, "extensions", "pi-notify");
await mkdir(folder, { recursive: true });
// Counts only: a receiver that kept the requests would itself let the heap grow.
let received = 0;
const hook = createServer((request, response) => {
  request.resume().once("end", () => {
    received += 1;
    response.end();
  });
}).listen(0, "127.0.0.1");
await once(hook, "listening");
const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
const config = {
  version: 1,
  prompts: { graceMs: 0 },
  channels: [
    { id: "terminal", type: "osc" },
    { id: "bell", type: "bell" },
    { id: "hook", type: "webhook", webhook: { url } },
    { id: "later", type: "bell", delayMs: 60_000 },
  ],
};
await writeFile(join(folder, "config.json"), JSON.stringify(config));

const baseline = resources();
let bytes = 0;
const terminal = new Writable({
  write: (chunk, _encoding, done) => {
    bytes += chunk.length;
    done();
  },
});
const pi = new FakePi();
// Each run writes a notification of its own.
const turns = hurriedTurns();
await pi.load((api) =>
  connect(api, {
    env: { PI_CODING_AGENT_DIR: agentDir },
    terminal,
    startRuntime: (options) => startSessionRuntime({ ...options, turns }),
  }),
);
await pi.start();

const told = async (count: number) => {
  while (received < count) await new Promise((resolve) => setImmediate(resolve));
  received = 0;
};
let heapAfterWarmUp = 0;
for (let run = 1; run <= RUNS; run += 1) {
  // Every kind of ending in turn: a dialog told, a dialog answered at once, an error, an abort.
  await pi.emit("agent_start");
  const tellsDialog = run % 4 === 0;
  await pi.openDialog();
  if (tellsDialog) await told(1);
  await pi.closeDialog();
  await pi.agentEnd(run % 3 === 0 ? "error" : "stop");
  const aborted = run % 10 === 0;
  await pi.emit("agent_settled", { aborted });
  if (!aborted) await told(1);
  if (run === WARM_UP) heapAfterWarmUp = heap();
}
const heapAfterRuns = heap();
const keyboardListenersBefore = pi.keyboardListeners();
// Typing answers what still waits out its delay: then nothing is under way, and nothing may tick.
pi.type("x");
for (let turn = 0; turn < 500 && timers.size > 0; turn += 1) await new Promise((resolve) => setImmediate(resolve));
const idleTimers = timers.size;
await pi.shutdown();
const listenersAfterShutdown = pi.keyboardListeners() + terminal.listenerCount("error");
hook.close();
// Sockets that were destroyed leave the loop's list one turn later.
for (let turn = 0; turn < 200 && resources().length > 0; turn += 1) {
  await new Promise((resolve) => setImmediate(resolve));
}
const leftOver = resources().filter((name) => !baseline.includes(name));
await rm(agentDir, { recursive: true, force: true });
const report = {
  runs: RUNS,
  bytes,
  heapGrowth: heapAfterRuns - heapAfterWarmUp,
  keyboardListenersBefore,
  listenersAfterShutdown,
  idleTimers,
  timersAfterShutdown: timers.size,
  staleUses: pi.staleUses,
  leftOver,
  errors: pi.errors.map(String),
  said: pi.said,
};
process.stdout.write(`${JSON.stringify(report)}\n`);
