import { fromPromise } from "xstate";
import { waitAtMost } from "../adapters/clock/wait-at-most.ts";
import type { ChannelPorts } from "../channels/channel.ts";
import type { PrepareInput, PrepareOutput } from "../machines/delivery.machine.ts";
import type { TerminalTurn } from "../ports/terminal-turns.ts";
import type { TmuxReply } from "../ports/tmux-client.ts";
import { askChannel } from "./ask-channel.ts";
import type { BoundChannel, DeliveryDeps } from "./delivery-deps.ts";

/** What preparing leaves for the attempt. */
export interface PreparedFacts {
  readonly tmux: TmuxReply;
  /** The channel's own facts. */
  readonly channel: unknown;
  /** In which the attempt goes, for a channel that takes turns. */
  readonly turn?: TerminalTurn;
}

/**
 * How long a channel's warm-up may hold up its delivery, milliseconds: less than the limit of preparing, because a slow
 * disk is no reason not to tell.
 */
const WARM_UP_LIMIT_MS = 700;

/**
 * Asks tmux once a notice and round while the channel warms up, then lets the channel decide, and waits for its turn.
 * Aborted when the delivery is held or overtaken.
 */
export function createPrepareDelivery(deps: DeliveryDeps) {
  return fromPromise<PrepareOutput, PrepareInput>(async ({ input, signal }) => {
    const bound = deps.channels.get(input.channelId);
    if (bound === undefined) return { kind: "skipped", reason: "not-configured" };
    // Before anything else, so that the wait for its turn begins together with the clock of preparing.
    const place = bound.channel.takesTurns ? deps.turns.enter(signal) : undefined;
    try {
      const [tmux] = await Promise.all([
        deps.tmux.ask(`${input.notice.id}/${input.round}`, signal),
        waitAtMost(WARM_UP_LIMIT_MS, warmUp(bound, deps.ports), signal),
      ]);
      const verdict = await askChannel(bound, deps, { event: input.notice.event, tmux });
      if (verdict.kind === "skipped") return verdict;
      const turn = await place?.ready();
      const facts: PreparedFacts = { tmux, channel: verdict.facts, ...(turn === undefined ? {} : { turn }) };
      return { kind: "ready", facts };
    } finally {
      place?.leave();
    }
  });
}

/** As a promise even when the channel throws at once. */
async function warmUp({ channel }: BoundChannel, ports: ChannelPorts): Promise<void> {
  await channel.warmUp?.(ports);
}
