import type { ActorOptions, AnyActorLogic } from "xstate";

/** The clock that drives every delay of the machines; tests give XState's `SimulatedClock` instead. */
export type Clock = NonNullable<ActorOptions<AnyActorLogic>["clock"]>;
