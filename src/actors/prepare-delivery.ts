import { fromPromise } from "xstate";
import type { Verdict } from "../channels/channel.ts";
import type { PrepareInput, PrepareOutput } from "../machines/delivery.machine.ts";
import { SKIP_REASONS } from "../notices/outcome.ts";
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
    const verdict: unknown = await bound.channel.prepare({ config: bound.config, env: world.env, tmux });
    if (!isVerdict(verdict)) throw new TypeError("prepare gave no verdict");
    if (verdict.kind === "skipped") return verdict;
    const facts: PreparedFacts = { tmux, channel: verdict.facts };
    return { kind: "ready", facts };
  });
}

/** A channel may resolve with anything; nonsense must not reach a guard (XState would end the session). */
function isVerdict(value: unknown): value is Verdict<unknown> {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  if (value.kind === "ready") return "facts" in value;
  return value.kind === "skipped" && "reason" in value && SKIP_REASONS.some((reason) => reason === value.reason);
}
