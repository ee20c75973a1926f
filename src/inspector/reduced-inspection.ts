import type { ActorRefLike, InspectionEvent } from "xstate";

/** An actor as an inspector knows it: where it stands among the others, its chart and its state. */
interface ReducedActor {
  readonly id: string;
  readonly sessionId: string;
  readonly logic?: { readonly config: unknown };
  readonly _parent?: { readonly sessionId: string };
  getSnapshot(): ReducedSnapshot;
}

interface ReducedSnapshot {
  readonly status: unknown;
  readonly value?: unknown;
  readonly context: Readonly<Record<string, never>>;
}

export interface ReducedInspection {
  readonly type: "@xstate.actor" | "@xstate.event" | "@xstate.snapshot";
  readonly rootId: string;
  readonly actorRef: ReducedActor;
  readonly sourceRef?: { readonly sessionId: string };
  readonly event?: { readonly type: string };
  readonly snapshot?: ReducedSnapshot;
}

/**
 * Of what XState tells an inspector, what a picture needs: actors, their states, and the types of events. No context,
 * payload, output or error goes along, so that nothing of anybody's can (R15).
 * @returns undefined for what is in no picture
 */
export function reducedInspection(inspection: InspectionEvent): ReducedInspection | undefined {
  const { type, rootId, actorRef } = inspection;
  switch (type) {
    case "@xstate.actor":
      return { type, rootId, actorRef: reducedActor(actorRef) };
    case "@xstate.event": {
      const { sourceRef, event } = inspection;
      return {
        ...{ type, rootId, actorRef: reducedActor(actorRef), event: { type: event.type } },
        ...(sourceRef === undefined ? {} : { sourceRef: { sessionId: sourceRef.sessionId } }),
      };
    }
    case "@xstate.snapshot": {
      const { event, snapshot } = inspection;
      return {
        ...{ type, rootId, actorRef: reducedActor(actorRef), event: { type: event.type } },
        snapshot: reducedSnapshot(snapshot),
      };
    }
    default:
      return undefined;
  }
}

function reducedActor(ref: ActorRefLike): ReducedActor {
  const { id, sessionId, logic, _parent } = ref as ActorRefLike & {
    readonly id: string;
    readonly logic?: { readonly config?: unknown; readonly root?: unknown };
    readonly _parent?: ActorRefLike;
  };
  return {
    ...{ id, sessionId },
    // A chart is as it stands in the sources; what else is started may be made from somebody's input.
    ...(logic?.root === undefined ? {} : { logic: { config: logic.config } }),
    ...(_parent === undefined ? {} : { _parent: { sessionId: _parent.sessionId } }),
    getSnapshot: () => ({ status: "active", context: {} }),
  };
}

function reducedSnapshot(snapshot: object): ReducedSnapshot {
  return {
    status: "status" in snapshot ? snapshot.status : "active",
    ...("value" in snapshot ? { value: snapshot.value } : {}),
    context: {},
  };
}
