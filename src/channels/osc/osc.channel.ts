import type { Message } from "../../content/message.ts";
import { channelMessages } from "../../messages/channels.messages.ts";
import { inLanguage } from "../../messages/define-messages.ts";
import { EVENT_TABLE } from "../../notices/event-table.ts";
import type { AttemptResult, SkipReason } from "../../notices/outcome.ts";
import type { AttachedTmuxClient, TmuxReply } from "../../ports/tmux-client.ts";
import type { Channel, PrepareRequest, Readiness } from "../channel.ts";
import { failed } from "../failed.ts";
import { detectProtocol } from "./detect-protocol.ts";
import { encodeOsc9 } from "./encode-osc9.ts";
import { encodeOsc99, encodeOsc99Close, type Osc99Notice } from "./encode-osc99.ts";
import { encodeOsc777 } from "./encode-osc777.ts";
import { type Multiplexer, multiplexerOf, multiplexersAround, tmuxObjection } from "./multiplexers.ts";
import { type OscConfig, type OscProtocol, oscSchema } from "./osc.schema.ts";
import { TERMINAL_NAME_QUESTION, wantsTerminalName } from "./terminal-name.ts";
import { TERMINALS } from "./terminals.ts";
import { signsToAscii, toAscii } from "./to-ascii.ts";
import { wrap } from "./wrap.ts";

/** What one terminal must be sent. */
interface Form {
  readonly protocol: OscProtocol;
  /** What the bytes pass on their way, the nearest first. */
  readonly through: readonly Multiplexer[];
}

export type OscFacts =
  /** Through Pi's own terminal. */
  | (Form & { readonly by: "terminal" })
  /** Past tmux, to the terminal of each of its clients. */
  | {
      readonly by: "client-tty";
      readonly clients: readonly (Form & { readonly tty: string })[];
      /** In plain bytes on Pi's own terminal as well: tmux hands those to a client in control mode, and to no other. */
      readonly controlled?: OscProtocol;
    };

const ENCODERS: Readonly<
  Record<OscProtocol, (message: Pick<Message, "title" | "lines">, notice: Osc99Notice) => string>
> = { osc9: encodeOsc9, osc99: encodeOsc99, osc777: encodeOsc777 };

/** A desktop notification shown by the terminal itself, in one write a terminal (R22). */
export const oscChannel: Channel<OscConfig, OscFacts> = {
  type: "osc",
  modes: { default: ["tui"], allowed: ["tui"] },
  schema: oscSchema,
  takesTurns: true,
  timeoutMs: () => 1_000,
  terminalQuery: ({ config, env }) =>
    wantsTerminalName({ config, env, tmux: { kind: "outside" } }) ? TERMINAL_NAME_QUESTION : undefined,

  async prepare(request) {
    const verdict = whatFits(request);
    const isDesktopBetter = verdict.kind === "ready" && verdict.isUnsure === true && (await request.desktopWouldShow());
    return isDesktopBetter ? skipped("not-needed") : verdict;
  },

  async attempt({ facts, message, notice }, ports, signal) {
    const bytes = ({ protocol, through }: Form) => {
      // Base64 is ASCII already.
      if (protocol === "osc99" || !through.includes("screen"))
        return wrap(ENCODERS[protocol](message, notice), through);
      const plain = toAscii(message, EVENT_TABLE[notice.event].titles.en);
      return wrap(signsToAscii(ENCODERS[protocol](plain, notice)), through);
    };
    if (facts.by === "terminal") return ports.terminal.write(bytes(facts));
    const { clients, controlled } = facts;
    const writes = clients.map((form) => ports.ttys.write(form.tty, bytes(form), signal));
    if (controlled !== undefined) writes.push(ports.terminal.write(bytes({ protocol: controlled, through: [] })));
    return anyOf(writes);
  },

  // The other protocols give a notification no name.
  async dismiss({ facts, notice }, { terminal, ttys }, signal) {
    const close = ({ through }: Form) => wrap(encodeOsc99Close(notice), through);
    if (facts.by === "client-tty") {
      const clients = facts.clients.filter(({ protocol }) => protocol === "osc99");
      const closes = clients.map((client) => ttys.write(client.tty, close(client), signal));
      if (facts.controlled === "osc99") closes.push(terminal.write(close({ protocol: "osc99", through: [] })));
      await Promise.all(closes);
    } else if (facts.protocol === "osc99") {
      await terminal.write(close(facts));
    }
  },

  describe({ protocol, fallback }, language) {
    const say = inLanguage(channelMessages, language);
    return protocol === "auto" ? say("oscDetected", { fallback }) : say("osc", { protocol });
  },
};

/** Whether and how this notice reaches the terminal, and whether it is seen there. */
function whatFits(request: PrepareRequest<OscConfig>): Readiness<OscFacts> {
  const { config, env, tmux } = request;
  if (tmux.kind === "answered") {
    if (tmux.isControlled === true && tmux.clients.length === 0) {
      return ready({ by: "terminal", protocol: controlledProtocol(config), through: [] }, false);
    }
    if (config.tmux === "client-tty") return pastTmux(request, tmux, tmux.everyClient);
    const front = tmux.everyClient.filter(({ showsWindow }) => showsWindow);
    const isAllowed = tmuxObjection(tmux, config.tmuxPermission) === undefined;
    if (isAllowed && speakDifferently(request, tmux, front)) return pastTmux(request, tmux, front);
  }
  const { protocol, shows } = detectProtocol(request);
  if (protocol === "none") return skipped("unsupported");
  const objection = tmuxObjection(tmux, config.tmuxPermission);
  if (objection === undefined && !(tmux.kind === "unanswered" && config.tmux === "client-tty")) {
    const through = multiplexersAround(env, tmux, request.terminalName);
    return ready({ by: "terminal", protocol, through }, shows === "unsure" || isOutOfSight(through));
  }
  if (tmux.kind === "answered" && config.tmux === "auto") return pastTmux(request, tmux, tmux.everyClient);
  if (tmux.kind === "answered" && tmux.isControlled === true) {
    return ready({ by: "terminal", protocol: controlledProtocol(config), through: [] }, false);
  }
  return skipped(objection ?? "policy-unknown");
}

/** Nobody can ask GNU screen which window is in front, nor a tmux around another multiplexer what it lets through. */
function isOutOfSight(through: readonly Multiplexer[]): boolean {
  return through.includes("screen") || through.length > 1;
}

/** Each client gets what its own terminal understands; a multiplexer around it still has to pass it on. */
function pastTmux(
  { config, env }: PrepareRequest<OscConfig>,
  tmux: AnsweredTmux,
  receivers: readonly AttachedTmuxClient[],
): Readiness<OscFacts> {
  let isSure = tmux.isControlled === true;
  const clients = receivers.flatMap((client) => {
    const { protocol, shows } = detectProtocol({ config, env, tmux: { ...tmux, clients: [client] } });
    if (protocol === "none") return [];
    const around = multiplexerOf(client);
    isSure ||= shows === "shows" && around === undefined;
    return [{ tty: client.tty, protocol, through: around === undefined ? [] : [around] }];
  });
  const controlled = tmux.isControlled === true ? { controlled: controlledProtocol(config) } : {};
  if (clients.length === 0 && tmux.isControlled !== true) return skipped("pane-hidden");
  return ready({ by: "client-tty", clients, ...controlled }, !isSure);
}

type AnsweredTmux = Extract<TmuxReply, { kind: "answered" }>;

/** What draws tmux's windows by itself is iTerm2, unless the configuration says otherwise. */
function controlledProtocol({ protocol }: OscConfig): OscProtocol {
  return protocol === "auto" ? TERMINALS.iterm2.protocol : protocol;
}

/** Whether one sequence would not do for all who see the window: then each gets its own, on its own terminal. */
function speakDifferently(
  { config, env }: PrepareRequest<OscConfig>,
  tmux: AnsweredTmux,
  front: readonly AttachedTmuxClient[],
): boolean {
  const spoken = new Set<string>(
    front
      .map((client) => detectProtocol({ config, env, tmux: { ...tmux, clients: [client] } }).protocol)
      .filter((protocol) => protocol !== "none"),
  );
  if (tmux.isControlled === true && front.length > 0) spoken.add(controlledProtocol(config));
  return spoken.size > 1;
}

/** Written when one terminal took it: a client may be somebody else's, or gone in this moment. */
async function anyOf(writes: readonly Promise<AttemptResult>[]): Promise<AttemptResult> {
  const results = await Promise.all(writes);
  return results.find(({ kind }) => kind === "written") ?? results[0] ?? failed("no terminal of tmux's");
}

function ready(facts: OscFacts, isUnsure: boolean): Readiness<OscFacts> {
  return { kind: "ready", facts, ...(isUnsure && { isUnsure }) };
}

function skipped(reason: SkipReason): Readiness<OscFacts> {
  return { kind: "skipped", reason };
}
