import { type AnyEventObject, createActor, fromTransition, SimulatedClock } from "xstate";

/** A parent for a machine under test: `sendParent` needs one, and the test wants to know what went up. Its clock drives the child too. */
export function observedParent() {
  const reports: string[] = [];
  const events: AnyEventObject[] = [];
  const clock = new SimulatedClock();
  const parent = createActor(
    fromTransition((state: null, event: { type: string; channelId?: string; outcome?: { kind: string } }) => {
      events.push(event);
      if (event.type === "delivery.finished") reports.push(`${event.channelId} ${event.outcome?.kind}`);
      return state;
    }, null),
    { clock },
  ).start();
  return { parent, clock, reports, events };
}
