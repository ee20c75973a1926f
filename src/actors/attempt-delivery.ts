import { fromPromise } from "xstate";
import { composeMessage } from "../content/compose.ts";
import type { AttemptInput } from "../machines/delivery.machine.ts";
import { EVENT_TABLE } from "../notices/event-table.ts";
import type { AttemptResult } from "../notices/outcome.ts";
import type { DeliveryWorld } from "./delivery-world.ts";
import type { PreparedFacts } from "./prepare-delivery.ts";

/** Composes the message and lets the channel send it: the only place where something leaves the process (R1). */
export function createAttemptDelivery(world: DeliveryWorld) {
  return fromPromise<AttemptResult, AttemptInput>(async ({ input, signal }) => {
    const bound = world.channels.get(input.channelId);
    if (bound === undefined) throw new TypeError("unknown channel");
    const { tmux, channel: facts } = input.facts as PreparedFacts;
    const { notice } = input;
    const message = composeMessage({
      notice,
      session: world.session(),
      tmux,
      options: world.content,
      language: world.language,
      titles: world.titles,
    });
    const { id, event, at } = notice;
    const request = {
      config: bound.config,
      facts,
      message,
      notice: { id, event, at, priority: EVENT_TABLE[event].priority },
    };
    const result: unknown = await bound.channel.attempt(request, world.ports, signal);
    if (!isAttemptResult(result)) throw new TypeError("attempt gave no result");
    return result;
  });
}

function isAttemptResult(value: unknown): value is AttemptResult {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  if (value.kind === "written" || value.kind === "accepted") return true;
  return value.kind === "failed" && "reason" in value && typeof value.reason === "string";
}
