import * as z from "zod/mini";
import { channelMessages } from "../../messages/channels.messages.ts";
import { inLanguage } from "../../messages/define-messages.ts";
import type { Channel, PrepareRequest } from "../channel.ts";

export const bellSchema = z.strictObject({});
export type BellConfig = z.infer<typeof bellSchema>;

/** A bell needs nothing to be found out. */
export type BellFacts = null;

const BEL = "\x07";

/** Konsole makes a notification of its own out of every BEL while its window is not in front: one would be two. */
function makesPopUps({ env, terminalName }: Pick<PrepareRequest<BellConfig>, "env" | "terminalName">): boolean {
  return Boolean(env.KONSOLE_VERSION) || /^konsole\b/i.test(terminalName ?? "");
}

/**
 * One BEL byte (R22). Never wrapped for tmux: tmux itself must hear it, to flag the window and to decide
 * by its own `bell-action` whether the outer terminal rings.
 */
export const bellChannel: Channel<BellConfig, BellFacts> = {
  type: "bell",
  modes: { default: ["tui"], allowed: ["tui"] },
  schema: bellSchema,
  ringsOncePerShown: true,
  timeoutMs: () => 1_000,
  async prepare({ env, tmux, terminalName, terminalWouldWrite, desktopWouldShow }) {
    const popsUp = tmux.kind === "outside" && makesPopUps({ env, terminalName });
    const isShownAnyway = popsUp && ((await terminalWouldWrite()) || (await desktopWouldShow()));
    return isShownAnyway ? { kind: "skipped", reason: "not-needed" } : { kind: "ready", facts: null };
  },
  attempt: (_request, ports) => ports.terminal.write(BEL),
  describe: (_config, language) => inLanguage(channelMessages, language)("bell"),
};
