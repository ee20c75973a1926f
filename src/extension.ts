import type { ExtensionAPI, ExtensionCommandContext, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { PI_NOTIFY_PUBLISH_EVENT } from "./api/api.ts";
import { USAGE } from "./commands/complete-notify.ts";
import type { Config } from "./config/config.ts";
import { listenToBus } from "./integrations/bus-listener.ts";
import { HerdrEntry } from "./integrations/herdr-entry.ts";
import { enterProcess, type LiveSessions, liveSessionsOfProcess } from "./integrations/live-sessions.ts";
import type { LoopOutcome } from "./machines/run.machine.ts";
import { ExtensionSession, type ExtensionSessionOptions, type Say } from "./pi/extension-session.ts";
import { terminalNameIn } from "./pi/terminal-name-answer.ts";
import { isTyping } from "./pi/typing.ts";
import type { StartSessionRuntime } from "./runtime/session-runtime.ts";

/** Two copies in one Pi find each other here: the first answers, the second stays inert (R33). */
const PRESENCE_CHANNEL = "pi-notify:presence";

/** How many notices published before the session's start are kept for it; more would be a fault of the publisher. */
const EARLY_LIMIT = 20;

/** What is known of a terminal. */
interface TerminalIdentity {
  /** Whether it was asked what it is called, whether or not it has answered. */
  isAsked: boolean;
  /** What it has answered. */
  name: string | undefined;
}

const TERMINALS = new WeakMap<object, TerminalIdentity>();

/** The same object in every session: `/new` calls the extension again, and the terminal stays the same. */
function identityOf(terminal: object): TerminalIdentity {
  const known = TERMINALS.get(terminal) ?? { isAsked: false, name: undefined };
  TERMINALS.set(terminal, known);
  return known;
}

/** What the process gives the extension. */
export interface ExtensionHost {
  readonly env: NodeJS.ProcessEnv;
  /** Where Pi's screen is drawn. */
  readonly terminal: NodeJS.WritableStream;
  /** Other sessions in this process; absent: it has no others. */
  readonly liveSessions?: LiveSessions;
  /** In place of the file, of the real machines' surroundings, of the file's reader and of a built file; a test gives them. */
  readonly config?: Config;
  readonly startRuntime?: StartSessionRuntime;
  readonly loadConfig?: ExtensionSessionOptions["loadConfig"];
  readonly viewerPage?: string;
}

/** The extension in one of Pi's sessions, for a test that has to know how far it is. */
export interface Connected {
  /** Resolves when the machines have had all that Pi's handlers were told. */
  caughtUp(): Promise<void>;
}

/** The extension as Pi loads it. */
export default function piNotify(pi: ExtensionAPI): void {
  connect(pi, { env: process.env, terminal: process.stdout, liveSessions: liveSessionsOfProcess() });
}

/**
 * Pi's events in, actor events out. The only file that knows Pi's API.
 * Handlers keep the books and return; nothing they call waits or throws (R12).
 */
export function connect(pi: ExtensionAPI, host: ExtensionHost): Connected {
  if (isAnotherCopyPresent(pi)) {
    pi.on("session_start", (_event, ctx) => {
      attempt(() => ctx.ui.notify("pi-notify is loaded twice; this second copy stays inert.", "warning"));
    });
    return { caughtUp: async () => {} };
  }

  let session: ExtensionSession | undefined;
  let context: ExtensionContext | undefined;
  let herdr: HerdrEntry | undefined;
  let leaveProcess: (() => void) | undefined;
  const stopListening = new Set<() => void>();
  const terminal = identityOf(host.terminal);
  let lastOutcome: LoopOutcome = "ok";
  /** What others published before this extension heard of the session's start, as those loaded first may. */
  const publishedEarly: { payload: unknown; at: number }[] = [];

  pi.events.on(PRESENCE_CHANNEL, (question) => {
    attempt(() => {
      if (typeof question === "object" && question !== null) Object.assign(question, { answered: true });
    });
  });

  pi.events.on(PI_NOTIFY_PUBLISH_EVENT, (payload) => {
    attempt(() => {
      const publication = { payload, at: Date.now() };
      if (session !== undefined) session.published(payload, publication.at);
      else if (publishedEarly.length < EARLY_LIMIT) publishedEarly.push(publication);
    });
  });

  pi.on("session_start", (_event, ctx) => {
    attempt(() => {
      void endInBackground(session);
      herdr?.end();
      leaveProcess?.();
      context = ctx;
      herdr = new HerdrEntry(pi.events);
      const { isNested, leave } = enterProcess(host.liveSessions ?? new Set(), ctx.mode);
      leaveProcess = leave;
      // Only while this very session lives: afterwards every use of its context throws (R12), and what a session
      // still learns after its end is no news to the next one.
      const say: Say = (text, level) => {
        if (context === ctx) attempt(() => ctx.ui.notify(text, level));
      };
      session = new ExtensionSession({
        mode: ctx.mode,
        cwd: ctx.cwd,
        isProjectTrusted: isProjectTrusted(ctx),
        sessionId: ctx.sessionManager.getSessionId(),
        sessionName: pi.getSessionName(),
        ...host,
        say,
        herdr,
        isNested,
        watchTyping: () => {
          if (context !== ctx || ctx.mode !== "tui") return;
          const { ui } = ctx;
          attempt(() => {
            const stop = ui.onTerminalInput((data) => {
              attempt(() => {
                if (isTyping(data)) session?.typed();
              });
              return undefined;
            });
            stopListening.add(stop);
          });
        },
        terminalName: () => terminal.name,
        awaitTerminalName: () => {
          if (context !== ctx || ctx.mode !== "tui") return false;
          const { ui } = ctx;
          const isStillToAsk = !terminal.isAsked;
          attempt(() => {
            const stop = ui.onTerminalInput((data) => {
              const name = terminalNameIn(data);
              if (name === undefined) return undefined;
              terminal.name = name;
              return { consume: true };
            });
            stopListening.add(stop);
            terminal.isAsked = true;
          });
          return isStillToAsk && terminal.isAsked;
        },
      });
      for (const { payload, at } of publishedEarly.splice(0)) session.published(payload, at);
    });
  });

  pi.on("session_info_changed", (event) => attempt(() => session?.rename(textOf(event.name))));

  pi.on("agent_start", () => attempt(() => session?.send({ type: "run.started", at: Date.now() })));

  pi.on("agent_end", (event) => {
    attempt(() => {
      lastOutcome = outcomeOf(event.messages);
      session?.send({ type: "loop.ended", outcome: lastOutcome });
    });
  });

  pi.on("agent_settled", (event) => {
    attempt(() => session?.send({ type: "run.settled", at: Date.now(), aborted: event.aborted }));
  });

  pi.on("ui_prompt_start", (event) => {
    attempt(() => {
      if (typeof event.kind !== "string") return;
      session?.send({ type: "span.opened", at: Date.now(), promptTitle: textOf(event.title) });
    });
  });

  pi.on("ui_prompt_end", () => attempt(() => session?.send({ type: "span.closed" })));

  pi.on("session_compact", () => attempt(() => session?.compacted(Date.now())));

  listenToBus(pi.events, {
    hear: (word) => session?.hear(word, Date.now()),
    complain: (channel) => session?.complain(channel),
  });

  pi.on("session_shutdown", async (event) => {
    const ending = session;
    session = undefined;
    context = undefined;
    for (const stop of stopListening) attempt(stop);
    stopListening.clear();
    const ended = endInBackground(ending);
    // The machines have heard of the end by now, if they were there at all; later Pi would throw.
    herdr?.end();
    leaveProcess?.();
    // A replaced session ends in the background; only a process about to exit has to wait, briefly (R16).
    if (event.reason === "quit") await soon(ended);
  });

  pi.registerCommand("notify", {
    description: `Notifications: ${USAGE}`,
    getArgumentCompletions: (prefix) => session?.completeCommand(prefix) ?? null,
    handler: async (args, ctx) => {
      const current = session;
      if (current === undefined) return;
      const running = args.trim() === "setup" ? setUp(current, ctx) : current.runCommand(args);
      const done = running.catch(() => undefined);
      // In the terminal Pi's editor would wait for the handler; the lines appear when they are known.
      if (ctx.mode !== "tui") await done;
    },
  });

  return { caughtUp: async () => session?.caughtUp() };
}

/** Asks in Pi's own dialogs; what was written is in force once Pi has loaded its extensions anew. */
async function setUp(session: ExtensionSession, ctx: ExtensionCommandContext): Promise<void> {
  const { ui } = ctx;
  const isWritten = await session.setUp(ctx.hasUI ? ui : undefined);
  if (isWritten) await ctx.reload();
}

/** A Pi that does not know the question trusts nothing (R26). */
function isProjectTrusted(ctx: ExtensionContext): boolean {
  let isTrusted = false;
  attempt(() => {
    isTrusted = ctx.isProjectTrusted() === true;
  });
  return isTrusted;
}

/** R16 gives the drain 2 s and the attempts 0.5 s, each a fault of ours as long again; beyond that Pi is not kept. */
const EXIT_LIMIT_MS = 3_500;

/** Resolves with `ended`, or when Pi has waited long enough. */
async function soon(ended: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, EXIT_LIMIT_MS);
  });
  await Promise.race([ended, late]);
  clearTimeout(timer);
}

/** Never rejects. */
async function endInBackground(session: ExtensionSession | undefined): Promise<void> {
  await session?.end().catch(() => undefined);
}

function isAnotherCopyPresent(pi: ExtensionAPI): boolean {
  const question = { answered: false };
  pi.events.emit(PRESENCE_CHANNEL, question);
  return question.answered;
}

/**
 * How the last agent loop ended, from the last assistant message's stop reason (R3).
 * Whatever is neither an error nor an abort counts as completed, reasons not known today included.
 */
function outcomeOf(messages: readonly unknown[]): LoopOutcome {
  const last = messages.findLast(isAssistantMessage);
  switch (last?.stopReason) {
    case "error":
    case "length":
      return "error";
    case "aborted":
      return "aborted";
    default:
      return "ok";
  }
}

function isAssistantMessage(message: unknown): message is { role: "assistant"; stopReason?: unknown } {
  return typeof message === "object" && message !== null && "role" in message && message.role === "assistant";
}

/** Pi's types promise a string; another version or another extension may break that promise. */
function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Nothing of ours may throw into Pi, whatever Pi or a machine does (R12). */
function attempt(action: () => unknown): void {
  try {
    // Where no promise is due one may come all the same, and reject.
    void Promise.resolve(action()).catch(() => undefined);
  } catch {
    // There is nobody to tell: the context itself may be what failed.
  }
}
