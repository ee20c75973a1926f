import type { Message } from "../../content/message.ts";
import type { Channel } from "../channel.ts";
import { detectProtocol } from "./detect-protocol.ts";
import { encodeOsc9 } from "./encode-osc9.ts";
import { encodeOsc99, type Osc99Notice } from "./encode-osc99.ts";
import { encodeOsc777 } from "./encode-osc777.ts";
import { isInsideScreen, tmuxDepth, tmuxObjection } from "./multiplexers.ts";
import { type OscConfig, type OscProtocol, oscSchema } from "./osc.schema.ts";
import { type TmuxDepth, wrapTmux } from "./wrap-tmux.ts";

export interface OscFacts {
  readonly protocol: OscProtocol;
  readonly tmuxDepth: TmuxDepth;
}

const ENCODERS: Readonly<Record<OscProtocol, (message: Message, notice: Osc99Notice) => string>> = {
  osc9: encodeOsc9,
  osc99: encodeOsc99,
  osc777: encodeOsc777,
};

/** A desktop notification shown by the terminal itself, through tmux if need be, in one write (SPEC 6). */
export const oscChannel: Channel<OscConfig, OscFacts> = {
  type: "osc",
  modes: { default: ["tui"], allowed: ["tui"] },
  schema: oscSchema,
  timeoutMs: () => 1_000,

  prepare({ config, env, tmux }) {
    const { protocol } = detectProtocol({ config, env, tmux });
    if (protocol === "none" || isInsideScreen(env, tmux)) return { kind: "skipped", reason: "unsupported" };
    const objection = tmuxObjection(tmux, config.tmuxPermission);
    if (objection !== undefined) return { kind: "skipped", reason: objection };
    return { kind: "ready", facts: { protocol, tmuxDepth: tmuxDepth(tmux) } };
  },

  async attempt({ facts, message, notice }, ports) {
    const sequence = ENCODERS[facts.protocol](message, notice);
    return ports.terminal.write(wrapTmux(sequence, facts.tmuxDepth));
  },

  describe: ({ protocol, fallback }) =>
    protocol === "auto" ? `terminal notification (detected, else ${fallback})` : `terminal notification (${protocol})`,
};
