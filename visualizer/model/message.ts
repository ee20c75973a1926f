import type { TraceRecord } from "../../src/trace/trace-format.ts";
import { parentName } from "./lanes.ts";

/** How one record is drawn in the sequence diagram. */
export interface Message {
  /**
   * Where the event came from: `outside` is Pi or a command, `itself` a timer or something of its own,
   * `actor` another actor, `birth` the one that started it.
   */
  readonly kind: "outside" | "itself" | "actor" | "birth";
  /** With `actor` and `birth`. */
  readonly from: string | undefined;
  readonly to: string;
}

/** @param isKnown whether there is an actor of that name in the trace */
export function messageOf({ event, from, actor }: TraceRecord, isKnown: (name: string) => boolean): Message {
  if (event === "xstate.init") {
    const parent = parentName(actor);
    return parent === actor || !isKnown(parent)
      ? { kind: "outside", from: undefined, to: actor }
      : { kind: "birth", from: parent, to: actor };
  }
  if (from === undefined) return { kind: "outside", from, to: actor };
  if (from !== actor && isKnown(from)) return { kind: "actor", from, to: actor };
  // A timer's event comes from the actor itself; what it invokes, such as an attempt, is no actor of the trace.
  return { kind: "itself", from: undefined, to: actor };
}
