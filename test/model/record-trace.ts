/**
 * `node test/model/record-trace.ts FILE`: plays a sequence of the model, such as a failing test prints, on the
 * production machines and prints what they did as a trace, for `pi-notify-xstate trace` and the viewer.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { RecordedWalk } from "../../src/model/recorded-walk.ts";
import { type Trace as ModelTrace, parseTrace } from "../../src/model/trace.ts";
import type { Trace } from "../../src/trace/trace-format.ts";

/** What the production machines do in such a sequence. Time is the model's, and begins in 1970. */
export function recordTrace({ setup, events }: ModelTrace): Trace {
  const walk = new RecordedWalk(setup);
  for (const event of events) walk.take(event);
  return walk.read();
}

const [, program = "", file] = process.argv;
if (program === fileURLToPath(import.meta.url)) {
  if (file === undefined) {
    console.error("usage: node test/model/record-trace.ts FILE");
    process.exitCode = 2;
  } else console.log(JSON.stringify(recordTrace(parseTrace(readFileSync(file, "utf8"))), null, 1));
}
