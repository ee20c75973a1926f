import { fromPromise } from "xstate";
import { asVerdict } from "../channels/channel-answers.ts";
import type { PrepareInput, PrepareOutput } from "../machines/delivery.machine.ts";
import type { TmuxAnswer } from "../ports/tmux-client.ts";
import type { DeliveryWorld } from "./delivery-world.ts";

/** What preparing leaves for the attempt. */
export interface PreparedFacts {
  readonly tmux: TmuxAnswer;
  /** The channel's own facts. */
  readonly channel: unknown;
}

/** Asks tmux once a notice and round, then lets the channel decide. Aborted when the delivery is held or overtaken. */
export function createPrepareDelivery(world: DeliveryWorld) {
  return fromPromise<PrepareOutput, PrepareInput>(async ({ input, signal }) => {
    const bound = world.channels.get(input.channelId);
    if (bound === undefined) return { kind: "skipped", reason: "not-configured" };
    const tmux = await world.tmux.ask(`${input.notice.id}/${input.round}`, signal);
    const verdict = asVerdict(await bound.channel.prepare({ config: bound.config, env: world.env, tmux }));
    if (verdict.kind === "skipped") return verdict;
    const facts: PreparedFacts = { tmux, channel: verdict.facts };
    return { kind: "ready", facts };
  });
}
