import type { Readiness } from "../channels/channel.ts";
import { asReadiness } from "../channels/channel-calls.ts";
import type { EventId } from "../notices/event-table.ts";
import type { TmuxReply } from "../ports/tmux-client.ts";
import type { BoundChannel, DeliveryDeps, Notifier } from "./delivery-deps.ts";

type Surroundings = Pick<
  DeliveryDeps,
  "env" | "platform" | "terminalNotifiers" | "desktopNotifiers" | "isFailing" | "terminalName"
>;

/** What the question is about. */
export interface Asking {
  /** Absent for a question about no notice in particular, as `/notify status` asks: then every channel tells it. */
  readonly event?: EventId;
  readonly tmux: TmuxReply;
}

/**
 * Asks a channel whether it may tell now; it changes nothing.
 *
 * The desktop tells unless a terminal surely does, and an unsure terminal tells unless the desktop does: so one of the
 * two always tells, and never both (R22). Each is asked without the other, so the question has an end.
 * @throws whatever the channel throws, and TypeError when it gives no verdict
 */
export async function askChannel(
  { channel, config }: BoundChannel,
  surroundings: Surroundings,
  asking: Asking,
): Promise<Readiness<unknown>> {
  const { env, platform } = surroundings;
  const terminalName = surroundings.terminalName?.();
  const terminalWouldShow = () => isAnyReady("terminalNotifiers", surroundings, asking, "surely");
  const terminalWouldWrite = () => isAnyReady("terminalNotifiers", surroundings, asking, "perhaps");
  const desktopWouldShow = () => isAnyReady("desktopNotifiers", surroundings, asking, "surely");
  const { tmux } = asking;
  return asReadiness(
    await channel.prepare({
      ...{ config, env, platform, tmux, terminalName },
      ...{ terminalWouldShow, terminalWouldWrite, desktopWouldShow },
    }),
  );
}

/** One that is broken, has failed last or does not tell of this event shows nothing. */
async function isAnyReady(
  kind: "terminalNotifiers" | "desktopNotifiers",
  surroundings: Surroundings,
  asking: Asking,
  how: "surely" | "perhaps",
): Promise<boolean> {
  const { event } = asking;
  // Terminals are asked as if there were no desktop; the desktop still asks for terminals that surely show it.
  const alone = {
    ...surroundings,
    desktopNotifiers: [],
    ...(kind === "terminalNotifiers" && { terminalNotifiers: [] }),
  };
  const tells = ({ id, events }: Notifier) =>
    (event === undefined || events.includes(event)) && surroundings.isFailing?.(id) !== true;
  const isReady = (notifier: Notifier) =>
    askChannel(notifier, alone, asking).then(
      (verdict) => verdict.kind === "ready" && (how === "perhaps" || verdict.isUnsure !== true),
      () => false,
    );
  return (await Promise.all(surroundings[kind].filter(tells).map(isReady))).includes(true);
}
