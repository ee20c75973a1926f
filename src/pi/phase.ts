import type { Fault } from "./fault.ts";
import type { Worth } from "./worth-loading.ts";

/** Where one session is, from the read configuration to its end. `Machines` is opaque here. */
export type Phase<Machines> =
  /** The configuration is being read. What is queued waits for it where it matters. */
  | { readonly kind: "reading"; readonly wantedBy: "nobody" | "command" }
  /** Nothing is loaded, because nothing needs the machines so far. */
  | { readonly kind: "idle" }
  /** The machines are being loaded. */
  | { readonly kind: "loading"; readonly wantedBy: "events" | "command" }
  | { readonly kind: "running"; readonly machines: Machines }
  /** There are no notifications in this session. */
  | { readonly kind: "failed"; readonly fault: Fault }
  /** Pi has ended the session, and nothing new is taken. What is queued may still wait for one of these. */
  | { readonly kind: "ended"; readonly awaits: "configuration" | "machines" | "nothing" };

export type PhaseEvent<Machines> =
  /** Pi's handlers have queued events; `worth` is what is queued now. */
  | { readonly type: "events.queued"; readonly worth: Worth }
  /** A command needs the machines. */
  | { readonly type: "machines.wanted" }
  | { readonly type: "configuration.read"; readonly worth: Worth }
  | { readonly type: "machines.started"; readonly machines: Machines }
  /** The configuration was not read, or the machines were not loaded or not started. */
  | { readonly type: "start.failed"; readonly fault: Fault }
  /** The end itself is queued as well, behind everything before it. */
  | { readonly type: "session.ended"; readonly worth: Worth }
  /** The ended session has waited for the configuration as long as it may (R16). */
  | { readonly type: "patience.ended" };

/** What the session does on the way into a phase, in this order. */
export type Order<Machines> =
  | { readonly type: "load machines" }
  | { readonly type: "ask terminal"; readonly machines: Machines }
  /** Everything queued goes to the machines. */
  | { readonly type: "hand over"; readonly machines: Machines }
  /** Everything queued is dropped: no machines hear of it. */
  | { readonly type: "drop queue" }
  | { readonly type: "report"; readonly fault: Fault }
  /** The session is over once these machines are closed. */
  | { readonly type: "close"; readonly machines: Machines | undefined };

export interface Step<Machines> {
  readonly phase: Phase<Machines>;
  readonly orders: readonly Order<Machines>[];
}

/** The next phase and what to do. Pure. */
export function next<Machines>(phase: Phase<Machines>, event: PhaseEvent<Machines>): Step<Machines> {
  switch (phase.kind) {
    case "reading":
      return whileReading(phase, event);
    case "idle":
      return whileIdle(phase, event);
    case "loading":
      return whileLoading(phase, event);
    case "running":
      return whileRunning(phase, event);
    case "failed":
      return whileFailed(phase, event);
    case "ended":
      return afterTheEnd(phase, event);
  }
}

const DROP_QUEUE = { type: "drop queue" } as const;
const LOAD_MACHINES = { type: "load machines" } as const;
const OVER = {
  phase: { kind: "ended", awaits: "nothing" },
  orders: [DROP_QUEUE, { type: "close", machines: undefined }],
} as const;

function stay<Machines>(phase: Phase<Machines>, ...orders: readonly Order<Machines>[]): Step<Machines> {
  return { phase, orders };
}

function whileReading<Machines>(
  phase: Extract<Phase<Machines>, { kind: "reading" }>,
  event: PhaseEvent<Machines>,
): Step<Machines> {
  const { wantedBy } = phase;
  switch (event.type) {
    case "events.queued":
      return event.worth === "nothing" && wantedBy === "nobody" ? stay(phase, DROP_QUEUE) : stay(phase);
    case "machines.wanted":
      return stay({ kind: "reading", wantedBy: "command" });
    case "configuration.read":
      if (wantedBy === "command") return { phase: { kind: "loading", wantedBy }, orders: [LOAD_MACHINES] };
      return whileIdle({ kind: "idle" }, { type: "events.queued", worth: event.worth });
    case "start.failed":
      return fail(event.fault, wantedBy);
    case "session.ended":
      return event.worth === "nothing" ? OVER : stay({ kind: "ended", awaits: "configuration" });
    case "machines.started":
    case "patience.ended":
      return stay(phase);
  }
}

function whileIdle<Machines>(
  phase: Extract<Phase<Machines>, { kind: "idle" }>,
  event: PhaseEvent<Machines>,
): Step<Machines> {
  switch (event.type) {
    case "events.queued":
      if (event.worth !== "load") return stay(phase, DROP_QUEUE);
      return { phase: { kind: "loading", wantedBy: "events" }, orders: [LOAD_MACHINES] };
    case "machines.wanted":
      return { phase: { kind: "loading", wantedBy: "command" }, orders: [LOAD_MACHINES] };
    case "session.ended":
      return event.worth === "load" ? stay({ kind: "ended", awaits: "machines" }, LOAD_MACHINES) : OVER;
    case "configuration.read":
    case "machines.started":
    case "start.failed":
    case "patience.ended":
      return stay(phase);
  }
}

function whileLoading<Machines>(
  phase: Extract<Phase<Machines>, { kind: "loading" }>,
  event: PhaseEvent<Machines>,
): Step<Machines> {
  switch (event.type) {
    case "machines.wanted":
      return stay({ kind: "loading", wantedBy: "command" });
    case "machines.started": {
      const { machines } = event;
      return stay({ kind: "running", machines }, { type: "ask terminal", machines }, { type: "hand over", machines });
    }
    case "start.failed":
      return fail(event.fault, phase.wantedBy);
    case "session.ended":
      return stay({ kind: "ended", awaits: "machines" });
    case "events.queued":
    case "configuration.read":
    case "patience.ended":
      return stay(phase);
  }
}

function whileRunning<Machines>(
  phase: Extract<Phase<Machines>, { kind: "running" }>,
  event: PhaseEvent<Machines>,
): Step<Machines> {
  const { machines } = phase;
  switch (event.type) {
    case "events.queued":
      return stay(phase, { type: "hand over", machines });
    case "session.ended":
      return endWith(machines);
    case "machines.wanted":
    case "configuration.read":
    case "machines.started":
    case "start.failed":
    case "patience.ended":
      return stay(phase);
  }
}

function whileFailed<Machines>(
  phase: Extract<Phase<Machines>, { kind: "failed" }>,
  event: PhaseEvent<Machines>,
): Step<Machines> {
  switch (event.type) {
    case "events.queued":
      return stay(phase, DROP_QUEUE);
    case "session.ended":
      return OVER;
    case "machines.wanted":
    case "configuration.read":
    case "machines.started":
    case "start.failed":
    case "patience.ended":
      return stay(phase);
  }
}

function afterTheEnd<Machines>(
  phase: Extract<Phase<Machines>, { kind: "ended" }>,
  event: PhaseEvent<Machines>,
): Step<Machines> {
  switch (event.type) {
    case "configuration.read":
      if (phase.awaits !== "configuration") return stay(phase);
      return event.worth === "load" ? stay({ kind: "ended", awaits: "machines" }, LOAD_MACHINES) : OVER;
    case "machines.started":
      return phase.awaits === "machines" ? endWith(event.machines) : stay(phase);
    case "start.failed":
      return phase.awaits === "nothing" ? stay(phase) : OVER;
    case "patience.ended":
      return phase.awaits === "configuration" ? OVER : stay(phase);
    case "events.queued":
    case "machines.wanted":
    case "session.ended":
      return stay(phase);
  }
}

/** A command that waits answers with the fault itself. */
function fail<Machines>(fault: Fault, wantedBy: "nobody" | "events" | "command"): Step<Machines> {
  const report = wantedBy === "command" ? [] : [{ type: "report", fault } as const];
  return { phase: { kind: "failed", fault }, orders: [DROP_QUEUE, ...report] };
}

function endWith<Machines>(machines: Machines): Step<Machines> {
  return stay({ kind: "ended", awaits: "nothing" }, { type: "hand over", machines }, { type: "close", machines });
}
