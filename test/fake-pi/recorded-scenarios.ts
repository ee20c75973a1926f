import { join } from "node:path";
import probe from "../../rig/extensions/probe.ts";
import { type ProbeEvent, readProbeEvents } from "../../rig/probe-events.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { FakePi } from "../../src/testing/fake-pi.ts";
import { piScenarios } from "../../src/testing/pi-scenarios.ts";

export type ScenarioName = keyof typeof piScenarios;

/** What an event says that does not differ from one run to the next. */
export type RecordedEvent = Pick<ProbeEvent, "type" | "mode" | "detail">;

/** Steers the probe, on the real Pi and on the fake one. */
export const PROBE_ENVIRONMENT = { RIG_MORE_EVENTS: "1" } as const;

/** Plays a scenario on the fake Pi. @returns what the probe saw, without the start of the session */
export async function recordOnFakePi(name: ScenarioName, mode: FakePi["mode"] = "tui"): Promise<RecordedEvent[]> {
  await using scratch = makeScratchFolder();
  const file = join(scratch.path, "events.jsonl");
  const pi = new FakePi({ mode });
  Object.assign(process.env, PROBE_ENVIRONMENT, { RIG_EVENTS: file });
  await pi.load(probe);
  await piScenarios[name](pi);
  if (pi.errors.length > 0) throw new AggregateError(pi.errors, `errors on the fake Pi: ${pi.errors.map(String)}`);
  return comparable(readProbeEvents(file)).slice(1);
}

export function comparable(events: readonly ProbeEvent[]): RecordedEvent[] {
  return events.map(({ type, mode, detail }) => ({ type, mode, detail }));
}
