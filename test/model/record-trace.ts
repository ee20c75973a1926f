/**
 * `node test/model/record-trace.ts FILE`: plays a sequence of the model, such as a failing test prints, on the
 * production machines and prints what they did as a trace, for `pi-notify-xstate trace` and the viewer.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { provideSessionMachine } from "../../src/actors/provide-machines.ts";
import { startTrace } from "../../src/trace/session-trace.ts";
import type { Trace } from "../../src/trace/trace-format.ts";
import { MachineDriver } from "./machine-driver.ts";
import { SessionUnderTest } from "./machines-under-test.ts";
import { type Trace as ModelTrace, parseTrace } from "./trace.ts";

/** What the production machines do in such a sequence. Time is the model's, and begins in 1970. */
export function recordTrace({ setup, events }: ModelTrace): Trace {
  const { mode, channels } = setup;
  let now = 0;
  const recording = startTrace({ keep: 1_000, mode, channels, now: () => now });
  if (recording === undefined) throw new Error("nothing is recorded");
  const driver = new MachineDriver(new SessionUnderTest(provideSessionMachine), setup, recording.inspect);
  const { clock } = driver;
  for (const event of events) {
    now = clock.now();
    if (event.type === "clock.advanced") {
      // Each timer at its own moment.
      const end = now + event.ms;
      for (let next = clock.pending()[0]; next !== undefined && now + next <= end; next = clock.pending()[0]) {
        now += next;
        driver.take({ type: "clock.advanced", ms: next });
      }
      now = end;
      driver.take({ type: "clock.advanced", ms: end - clock.now() });
    } else driver.take(event);
  }
  return { ...recording.read(), utcOffsetMinutes: 0 };
}

const [, program = "", file] = process.argv;
if (program === fileURLToPath(import.meta.url)) {
  if (file === undefined) {
    console.error("usage: node test/model/record-trace.ts FILE");
    process.exitCode = 2;
  } else console.log(JSON.stringify(recordTrace(parseTrace(readFileSync(file, "utf8"))), null, 1));
}
