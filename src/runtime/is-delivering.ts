import type { AnyActorRef } from "xstate";
import { isRecord } from "../ports/unknown-value.ts";

/** Whether an actor, or one below it, is a delivery under way. One that waits out its channel's delay is not. */
export function isDelivering(actor: AnyActorRef): boolean {
  const snapshot: unknown = actor.getSnapshot();
  if (!isRecord(snapshot) || snapshot.status !== "active") return false;
  const { machine, value, children } = snapshot;
  const isDelivery = isRecord(machine) && machine.id === "delivery";
  if (isDelivery) return !isDelayed(value);
  return isRecord(children) && Object.values(children as Record<string, AnyActorRef>).some(isDelivering);
}

function isDelayed(value: unknown): boolean {
  return isRecord(value) && isRecord(value.pending) && value.pending.delay === "running";
}
