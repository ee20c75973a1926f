import type { InspectionEvent } from "xstate";

/** Collects what the machines send to an actor that has finished already: it can mean nothing there any more. */
export class LateEvents {
  readonly #seen = new Set<string>();

  /** For `createActor`. */
  readonly inspect = (inspected: InspectionEvent): void => {
    if (inspected.type !== "@xstate.event" || inspected.sourceRef === undefined) return;
    const { actorRef, event } = inspected;
    // An actor may begin in a final state; its first event is how it begins.
    if (event.type === "xstate.init" || actorRef.getSnapshot()?.status === "active") return;
    this.#seen.add(`${event.type} to ${"id" in actorRef ? actorRef.id : "?"}`);
  };

  /** `leader.finished to delivery.bell` */
  report(): readonly string[] {
    return [...this.#seen];
  }
}
