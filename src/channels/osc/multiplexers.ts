import type { SkipReason } from "../../notices/outcome.ts";
import type { Environment } from "../../ports/environment.ts";
import type { TmuxClientInfo, TmuxReply } from "../../ports/tmux-client.ts";
import type { OscConfig } from "./osc.schema.ts";

/** Multiplexers that pass a sequence on only when it is wrapped. Zellij is not one: it passes on, or translates, a bare sequence. */
export type Multiplexer = "tmux" | "screen";

/**
 * The multiplexers between Pi and its terminal as far as can be known, the nearest first.
 * A tmux that was asked knows whether its own terminal is a multiplexer. Nothing reports what lies around GNU screen,
 * nor around one that is known by TERM alone.
 */
export function multiplexersAround(
  env: Environment,
  tmux: TmuxReply,
  terminalName?: string | undefined,
): readonly Multiplexer[] {
  switch (tmux.kind) {
    case "outside":
      if (isSharedTerm(env)) return [terminalName !== undefined && isTmuxName(terminalName) ? "tmux" : "screen"];
      return present(env.STY ? "screen" : multiplexerByTerm(env.TERM));
    case "unanswered":
      return ["tmux"];
    case "answered":
      return ["tmux", ...present(tmux.clients.map((client) => multiplexerOf(client)).find(Boolean))];
  }
}

/**
 * `screen-256color` and the like, by which tmux and GNU screen both call themselves, where no variable says which: on the
 * far side of ssh, or after sudo. What screen passes on does no harm in tmux; what tmux passes on, screen writes on the
 * screen. So it is taken for screen, of which only ASCII is sent, until it has said that it is tmux: screen says nothing.
 */
export function isSharedTerm({ TERM = "", STY, TMUX }: Environment): boolean {
  return !STY && !TMUX && TERM.startsWith("screen-");
}

function isTmuxName(name: string): boolean {
  return name.startsWith("tmux ");
}

/** What an attached client's terminal is, if it is a multiplexer. One that is silent under the shared name is taken for screen. */
export function multiplexerOf({ termType, termName }: TmuxClientInfo): Multiplexer | undefined {
  if (isTmuxName(termType)) return "tmux";
  return termType === "" ? multiplexerByTerm(termName) : undefined;
}

/**
 * A multiplexer that only TERM tells of: on the near side of ssh, or where sudo or a container kept its variables back.
 * GNU screen calls itself `screen` or by the terminal around it (`screen.xterm-256color`); the name that both share,
 * `screen-256color`, counts as its own, because UTF-8 through a screen can become a live escape.
 */
function multiplexerByTerm(term = ""): Multiplexer | undefined {
  if (/^tmux(-|$)/.test(term)) return "tmux";
  return /^screen([-.]|$)/.test(term) ? "screen" : undefined;
}

/** Why tmux would not let a passthrough sequence reach the terminal; undefined where it will (R22). */
export function tmuxObjection(
  tmux: TmuxReply,
  permission: OscConfig["tmuxPermission"],
): Extract<SkipReason, "policy-unknown" | "passthrough-off" | "pane-hidden"> | undefined {
  if (tmux.kind === "outside" || permission === "assume") return undefined;
  if (tmux.kind === "unanswered") return "policy-unknown";
  if (tmux.passthrough === "off") return "passthrough-off";
  if (tmux.passthrough === "on" && !tmux.paneVisible) return "pane-hidden";
  return undefined;
}

function present(multiplexer: Multiplexer | undefined): readonly Multiplexer[] {
  return multiplexer === undefined ? [] : [multiplexer];
}
