import { createActor, fromTransition, SimulatedClock } from "xstate";

/** A parent for a machine under test: `sendParent` needs one, and the test wants to know what went up. Its clock drives the child too. */
export function observedParent() {
  const reports: string[] = [];
  const clock = new SimulatedClock();
  const parent = createActor(
    fromTransition((state: null, event: { type: string; channelId?: string; outcome?: { kind: string } }) => {
      if (event.type === "delivery.finished") reports.push(`${event.channelId} ${event.outcome?.kind}`);
      return state;
    }, null),
    { clock },
  ).start();
  return { parent, clock, reports };
}
