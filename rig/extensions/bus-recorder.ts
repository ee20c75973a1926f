/**
 * A Pi extension that writes down what other extensions say on Pi's bus, and where it itself was loaded.
 * Named in settings.json it is loaded into the children of a subagent extension as well, as pi-notify is.
 *
 * Environment: `RIG_BUS`: file to append one JSON line to for each (`BusRecord` in ../bus-records.ts).
 */
import { appendFileSync } from "node:fs";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

/** Every channel of the table in docs/pi.md, and `permissions:ready`, which says that the partner is there. */
const CHANNELS = [
  "permissions:ready",
  "permissions:ui_prompt",
  "permissions:decision",
  "permissions:forwarded_decision",
  "subagent:async-started",
  "subagent:async-complete",
  "subagent:foreground-complete",
  "subagent:slash:response",
  "herdr:blocked",
  "pi-notify:publish",
];

export default function busRecorder(pi: ExtensionAPI): void {
  const file = process.env.RIG_BUS;
  if (!file) return;

  function record(channel: string, payload: unknown, mode?: string): void {
    appendFileSync(file ?? "", `${JSON.stringify({ channel, payload, pid: process.pid, mode })}\n`);
  }

  const recordEvent = (event: { type: string }, ctx: ExtensionContext) => record(event.type, {}, ctx.mode);
  pi.on("session_start", recordEvent);
  pi.on("agent_settled", recordEvent);
  pi.on("session_shutdown", recordEvent);
  for (const channel of CHANNELS) pi.events.on(channel, (payload) => record(channel, payload));
}
