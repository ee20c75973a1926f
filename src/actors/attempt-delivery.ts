import { fromPromise } from "xstate";
import type { AttemptRequest } from "../channels/channel.ts";
import { composeMessage } from "../content/compose.ts";
import type { AttemptInput } from "../machines/delivery.machine.ts";
import { EVENT_TABLE } from "../notices/event-table.ts";
import type { AttemptResult } from "../notices/outcome.ts";
import type { DeliveryDeps } from "./delivery-deps.ts";
import { JointAttempts } from "./joint-attempts.ts";
import type { PreparedFacts } from "./prepare-delivery.ts";
import { SharedBells } from "./shared-bells.ts";
import type { TakeBack } from "./shown-notices.ts";

/** Composes the message and lets the channel send it: the only place where something leaves the process (R1). */
export function createAttemptDelivery(deps: DeliveryDeps) {
  const bells = new SharedBells<AttemptResult>();
  const joint = new JointAttempts<AttemptResult>(deps.language, (noticeIds) => bells.shownTogether(noticeIds));
  return fromPromise<AttemptResult, AttemptInput>(async ({ input, signal }) => {
    const bound = deps.channels.get(input.channelId);
    if (bound === undefined) throw new TypeError("unknown channel");
    const { tmux, channel: facts, turn } = input.facts as PreparedFacts;
    const { notice } = input;
    const message = composeMessage({
      notice,
      session: deps.session(),
      tmux,
      options: deps.content,
      language: deps.language,
      titles: deps.titles,
    });
    const { id, event, at, dismissible } = notice;
    const request: AttemptRequest<unknown, unknown> = {
      config: bound.config,
      facts,
      message,
      notice: { id, event, at, priority: EVENT_TABLE[event].priority, ...(dismissible && { dismissible }) },
    };
    const attempt = async (joined: typeof request) => {
      const send = async () => asAttemptResult(await bound.channel.attempt(joined, deps.ports, signal));
      const mayBeTakenBack = bound.dismisses && joined.notice.dismissible;
      return mayBeTakenBack ? await deps.shown.during(joined.notice.id, send, takeBackOf(joined)) : await send();
    };
    const takeBackOf =
      ({ config, facts, notice: { id } }: typeof request): TakeBack =>
      async (until) =>
        await bound.channel.dismiss?.({ config, facts, notice: { id } }, deps.ports, until);
    if (bound.channel.ringsOncePerShown) return await bells.ring(id, input.channelId, () => attempt(request));
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
