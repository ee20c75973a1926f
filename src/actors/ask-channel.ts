import type { Readiness } from "../channels/channel.ts";
import { asReadiness } from "../channels/channel-calls.ts";
import type { TmuxReply } from "../ports/tmux-client.ts";
import type { BoundChannel, DeliveryDeps } from "./delivery-deps.ts";

type Surroundings = Pick<DeliveryDeps, "env" | "platform" | "terminalNotifiers" | "terminalName">;

/** Asks a channel whether it may tell now; it changes nothing. @throws whatever the channel throws, and TypeError when it gives no verdict */
export async function askChannel(
  { channel, config }: BoundChannel,
  surroundings: Surroundings,
  tmux: TmuxReply,
): Promise<Readiness<unknown>> {
  const { env, platform } = surroundings;
  const terminalWouldShow = () => wouldShow(surroundings, tmux);
  const terminalName = surroundings.terminalName?.();
  return asReadiness(await channel.prepare({ config, env, platform, tmux, terminalName, terminalWouldShow }));
}

/** One that is broken shows nothing. */
async function wouldShow(surroundings: Surroundings, tmux: TmuxReply): Promise<boolean> {
  const { terminalNotifiers } = surroundings;
  // They are what the question is about, so there is nothing for them to ask.
  const alone = { ...surroundings, terminalNotifiers: [] };
  const isReady = (notifier: BoundChannel) =>
    askChannel(notifier, alone, tmux).then(
      ({ kind }) => kind === "ready",
      () => false,
    );
  return (await Promise.all(terminalNotifiers.map(isReady))).includes(true);
}
