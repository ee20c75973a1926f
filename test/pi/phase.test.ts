import { describe, expect, it } from "vitest";
import { next, type Order, type Phase, type PhaseEvent } from "../../src/pi/phase.ts";

type Machines = "machines";

const PHASES: Readonly<Record<string, Phase<Machines>>> = {
  reading: { kind: "reading", wantedBy: "nobody" },
  "reading for a command": { kind: "reading", wantedBy: "command" },
  idle: { kind: "idle" },
  loading: { kind: "loading", wantedBy: "events" },
  "loading for a command": { kind: "loading", wantedBy: "command" },
  running: { kind: "running", machines: "machines" },
  failed: { kind: "failed", fault: "updated" },
  "ended, awaits configuration": { kind: "ended", awaits: "configuration" },
  "ended, awaits machines": { kind: "ended", awaits: "machines" },
  over: { kind: "ended", awaits: "nothing" },
};

const EVENTS: Readonly<Record<string, PhaseEvent<Machines>>> = {
  "queued, load": { type: "events.queued", worth: "load" },
  "queued, wait": { type: "events.queued", worth: "wait" },
  "queued, nothing": { type: "events.queued", worth: "nothing" },
  wanted: { type: "machines.wanted" },
  "read, load": { type: "configuration.read", worth: "load" },
  "read, nothing": { type: "configuration.read", worth: "nothing" },
  started: { type: "machines.started", machines: "machines" },
  failed: { type: "start.failed", fault: "updated" },
  "end, load": { type: "session.ended", worth: "load" },
  "end, wait": { type: "session.ended", worth: "wait" },
  "end, nothing": { type: "session.ended", worth: "nothing" },
  patience: { type: "patience.ended" },
};

/** Phase, event, next phase, orders. Every other pair stays and orders nothing. */
const CHANGES: readonly (readonly [phase: string, event: string, next: string, ...orders: string[]])[] = [
  ["reading", "queued, nothing", "reading", "drop queue"],
  ["reading", "wanted", "reading for a command"],
  ["reading", "read, load", "loading", "load machines"],
  ["reading", "read, nothing", "idle", "drop queue"],
  ["reading", "failed", "failed", "drop queue", "report"],
  ["reading", "end, load", "ended, awaits configuration"],
  ["reading", "end, wait", "ended, awaits configuration"],
  ["reading", "end, nothing", "over", "drop queue", "close"],

  ["reading for a command", "read, load", "loading for a command", "load machines"],
  ["reading for a command", "read, nothing", "loading for a command", "load machines"],
  // The command answers with the fault, so nothing else reports it.
  ["reading for a command", "failed", "failed", "drop queue"],
  ["reading for a command", "end, load", "ended, awaits configuration"],
  ["reading for a command", "end, wait", "ended, awaits configuration"],
  ["reading for a command", "end, nothing", "over", "drop queue", "close"],

  ["idle", "queued, load", "loading", "load machines"],
  ["idle", "queued, wait", "idle", "drop queue"],
  ["idle", "queued, nothing", "idle", "drop queue"],
  ["idle", "wanted", "loading for a command", "load machines"],
  ["idle", "end, load", "ended, awaits machines", "load machines"],
  ["idle", "end, wait", "over", "drop queue", "close"],
  ["idle", "end, nothing", "over", "drop queue", "close"],

  ["loading", "wanted", "loading for a command"],
  ["loading", "started", "running", "ask terminal machines", "hand over machines"],
  ["loading", "failed", "failed", "drop queue", "report"],
  ["loading", "end, load", "ended, awaits machines"],
  ["loading", "end, wait", "ended, awaits machines"],
  ["loading", "end, nothing", "ended, awaits machines"],

  ["loading for a command", "started", "running", "ask terminal machines", "hand over machines"],
  ["loading for a command", "failed", "failed", "drop queue"],
  ["loading for a command", "end, load", "ended, awaits machines"],
  ["loading for a command", "end, wait", "ended, awaits machines"],
  ["loading for a command", "end, nothing", "ended, awaits machines"],

  ["running", "queued, load", "running", "hand over machines"],
  ["running", "queued, wait", "running", "hand over machines"],
  ["running", "queued, nothing", "running", "hand over machines"],
  ["running", "end, load", "over", "hand over machines", "close machines"],
  ["running", "end, wait", "over", "hand over machines", "close machines"],
  ["running", "end, nothing", "over", "hand over machines", "close machines"],

  ["failed", "queued, load", "failed", "drop queue"],
  ["failed", "queued, wait", "failed", "drop queue"],
  ["failed", "queued, nothing", "failed", "drop queue"],
  ["failed", "end, load", "over", "drop queue", "close"],
  ["failed", "end, wait", "over", "drop queue", "close"],
  ["failed", "end, nothing", "over", "drop queue", "close"],

  ["ended, awaits configuration", "read, load", "ended, awaits machines", "load machines"],
  ["ended, awaits configuration", "read, nothing", "over", "drop queue", "close"],
  ["ended, awaits configuration", "failed", "over", "drop queue", "close"],
  ["ended, awaits configuration", "patience", "over", "drop queue", "close"],

  ["ended, awaits machines", "started", "over", "hand over machines", "close machines"],
  ["ended, awaits machines", "failed", "over", "drop queue", "close"],
];

const PAIRS = Object.keys(PHASES).flatMap((phase) => Object.keys(EVENTS).map((event) => [phase, event] as const));

describe("next", () => {
  it.each(PAIRS)("%s; %s", (phaseName, eventName) => {
    const [phase, event] = [PHASES[phaseName], EVENTS[eventName]];
    if (phase === undefined || event === undefined) throw new Error("unknown name");
    const [, , after = phaseName, ...orders] = CHANGES.find(([p, e]) => p === phaseName && e === eventName) ?? [];
    const step = next(phase, event);
    expect(step.phase).toEqual(PHASES[after]);
    expect(step.orders.map(inWords)).toEqual(orders);
  });

  it("has a row only for pairs that there are", () => {
    for (const [phase, event, after] of CHANGES) {
      expect(PAIRS).toContainEqual([phase, event]);
      expect(Object.keys(PHASES)).toContain(after);
    }
    expect(new Set(CHANGES.map(([phase, event]) => `${phase}; ${event}`)).size).toBe(CHANGES.length);
  });

  it("closes each session exactly once, on every path of up to four events", () => {
    const closings = new Set<number>();
    const walk = (phase: Phase<Machines>, closed: number, left: number) => {
      expect(closed).toBeLessThanOrEqual(1);
      if (phase.kind === "ended" && phase.awaits === "nothing") closings.add(closed);
      if (left === 0) return;
      for (const event of Object.values(EVENTS)) {
        const { phase: after, orders } = next(phase, event);
        walk(after, closed + orders.filter(({ type }) => type === "close").length, left - 1);
      }
    };
    walk({ kind: "reading", wantedBy: "nobody" }, 0, 4);
    expect([...closings]).toEqual([1]);
  });
});

function inWords(order: Order<Machines>): string {
  return "machines" in order && order.machines !== undefined ? `${order.type} ${order.machines}` : order.type;
}
