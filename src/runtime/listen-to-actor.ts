import type { Actor, AnyActorLogic, EmittedFrom, InspectionEvent, Subscription } from "xstate";

/** What XState calls outside the machines; none of it can throw. */
export interface ActorListening<Logic extends AnyActorLogic> {
  on<Type extends EmittedFrom<Logic>["type"]>(
    type: Type,
    listener: (emitted: Extract<EmittedFrom<Logic>, { type: Type }>) => void,
  ): Subscription;
  /** Hears once that the actor has ended, by itself or by an error of ours. */
  onEnd(listener: (how: "done" | "broken") => void): void;
}

/**
 * The only place where code of ours listens to actors: XState throws what a listener throws in a timer of its own, and
 * that ends Pi (R12).
 * @param onFault called when a listener has thrown
 */
export function listenToActor<Logic extends AnyActorLogic>(
  actor: Actor<Logic>,
  onFault: () => void,
): ActorListening<Logic> {
  return {
    on: (type, listener) => actor.on(type, contained(listener, onFault) as never),
    onEnd(listener) {
      const hear = contained(listener, onFault);
      actor.subscribe({ complete: () => hear("done"), error: () => hear("broken") });
    },
  };
}

/** The same for whatever watches an actor system from its creation. */
export function containedInspection(
  inspect: (event: InspectionEvent) => void,
  onFault: () => void,
): (event: InspectionEvent) => void {
  return contained(inspect, onFault);
}

function contained<Heard>(listener: (heard: Heard) => void, onFault: () => void): (heard: Heard) => void {
  return (heard) => {
    try {
      listener(heard);
    } catch {
      onFault();
    }
  };
}
