import { fromPromise } from "xstate";
import type { AttemptRequest } from "../channels/channel.ts";
import { composeMessage } from "../content/compose.ts";
import type { AttemptInput } from "../machines/delivery.machine.ts";
import { EVENT_TABLE } from "../notices/event-table.ts";
import type { AttemptResult } from "../notices/outcome.ts";
import type { DeliveryWorld } from "./delivery-world.ts";
import { JointAttempts } from "./joint-attempts.ts";
import type { PreparedFacts } from "./prepare-delivery.ts";

/** Composes the message and lets the channel send it: the only place where something leaves the process (R1). */
export function createAttemptDelivery(world: DeliveryWorld) {
  const joint = new JointAttempts<AttemptResult>();
  return fromPromise<AttemptResult, AttemptInput>(async ({ input, signal }) => {
    const bound = world.channels.get(input.channelId);
    if (bound === undefined) throw new TypeError("unknown channel");
    const { tmux, channel: facts, turn } = input.facts as PreparedFacts;
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
    const request: AttemptRequest<unknown, unknown> = {
      config: bound.config,
      facts,
      message,
      notice: { id, event, at, priority: EVENT_TABLE[event].priority },
    };
    const attempt = async (joined: typeof request) =>
      asAttemptResult(await bound.channel.attempt(joined, world.ports, signal));
    if (turn === undefined || turn.size === 1) return await attempt(request);
    return await joint.join(`${turn.number}/${input.channelId}`, request, attempt);
  });
}

/** A copy: what a channel gave may answer otherwise when it is read again. @throws TypeError when it is no result */
function asAttemptResult(value: unknown): AttemptResult {
  if (typeof value !== "object" || value === null || !("kind" in value)) throw NO_RESULT;
  const { kind } = value;
  if (kind === "written" || kind === "accepted") return { kind };
  if (kind !== "failed" || !("reason" in value)) throw NO_RESULT;
  const { reason } = value;
  if (typeof reason !== "string") throw NO_RESULT;
  return { kind, reason };
}

const NO_RESULT = new TypeError("attempt gave no result");
