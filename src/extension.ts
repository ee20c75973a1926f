import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { answerSoon } from "./adapters/clock/answer-soon.ts";
import { PI_NOTIFY_PUBLISH_EVENT } from "./api/api.ts";
import { USAGE } from "./commands/command-line.ts";
import { listenToBus } from "./integrations/bus-listener.ts";
import { HerdrEntry } from "./integrations/herdr-entry.ts";
import { enterProcess, type LiveSessions, liveSessionsOfProcess } from "./integrations/live-sessions.ts";
import { commandMessages } from "./messages/commands.messages.ts";
import { inLanguage } from "./messages/define-messages.ts";
import { boundedText } from "./notices/bounded-text.ts";
import { outcomeOfLoop } from "./pi/loop-outcome.ts";
import { PiSession, type SessionReplacements } from "./pi/pi-session.ts";
import { languageOf, sessionSentences } from "./pi/session-lines.ts";
import { sessionScreensOfProcess } from "./pi/session-screens.ts";
import { silentDialogs } from "./pi/silent-dialogs.ts";
import { terminalNameOf } from "./pi/terminal-name.ts";

/** Two copies in one Pi find each other here: the first answers, and the second does nothing. */
const PRESENCE_CHANNEL = "pi-notify:presence";

/** How many notifications published before the session's start are kept for it; more would be a fault of the publisher. */
const EARLY_LIMIT = 20;

/** What the process gives the extension. */
export interface ExtensionHost extends SessionReplacements {
  readonly env: NodeJS.ProcessEnv;
  /** Where Pi draws its screen. */
  readonly terminal: NodeJS.WritableStream;
  /** Other sessions in this process; absent where it has no others. */
  readonly liveSessions?: LiveSessions;
}

/** The extension in one of Pi's sessions, for tests that have to know how far it is. */
export interface Connected {
  /** Resolves when the machines have had everything that Pi's handlers have seen. */
  caughtUp(): Promise<void>;
}

/** The extension as Pi loads it. */
export default function piNotify(pi: ExtensionAPI): void {
  connect(pi, { env: process.env, terminal: process.stdout, liveSessions: liveSessionsOfProcess() });
}

/**
 * Pi's events in, actor events out. The only file that knows Pi's API.
 * Handlers do synchronous bookkeeping and return; nothing they call waits or throws (R12).
 */
export function connect(pi: ExtensionAPI, host: ExtensionHost): Connected {
  if (isAnotherCopyPresent(pi)) {
    pi.on("session_start", (_event, ctx) => {
      attempt(() => ctx.ui.notify(sessionSentences(languageOf(host.env))("loadedTwice"), "warning"));
    });
    return { caughtUp: async () => {} };
  }

  let session: PiSession | undefined;
  let context: ExtensionContext | undefined;
  let herdr: HerdrEntry | undefined;
  let leaveProcess: (() => void) | undefined;
  const stopListening = new Set<() => void>();
  const terminalName = terminalNameOf(host.terminal);
  /** Published before the start of the session: extensions that are loaded first may do so. */
  const publishedEarly: { payload: unknown; at: number }[] = [];

  pi.events.on(PRESENCE_CHANNEL, (question) => {
    attempt(() => {
      if (typeof question === "object" && question !== null) Object.assign(question, { answered: true });
    });
  });

  pi.events.on(PI_NOTIFY_PUBLISH_EVENT, (payload) => {
    attempt(() => {
      const publication = { payload, at: Date.now() };
      if (session !== undefined) session.heard.published(payload, publication.at);
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
      // Only while this session lives: afterwards every use of its context throws (R12), and the next session must not
      // show what an ended one still learns.
      const whileLive = <Result>(action: () => Result) => (context === ctx ? attempt(action) : undefined);
      session = new PiSession({
        ...host,
        mode: ctx.mode,
        cwd: ctx.cwd,
        isProjectTrusted: isProjectTrusted(ctx),
        sessionId: ctx.sessionManager.getSessionId(),
        sessionName: textOf(pi.getSessionName()),
        ...{ terminalName, herdr, isNested },
        screens: sessionScreensOfProcess(),
        show: (text, level) => whileLive(() => ctx.ui.notify(text, level)),
        listen: (hear) =>
          whileLive(() => {
            if (ctx.mode !== "tui") return false;
            stopListening.add(ctx.ui.onTerminalInput((data) => attempt(() => hear(data))));
            return true;
          }) === true,
      });
      for (const { payload, at } of publishedEarly.splice(0)) session.heard.published(payload, at);
    });
  });

  pi.on("session_info_changed", (event) => attempt(() => session?.rename(textOf(event.name))));

  pi.on("agent_start", () => attempt(() => session?.send({ type: "run.started", at: Date.now() })));

  pi.on("agent_end", (event) => {
    attempt(() => session?.send({ type: "loop.ended", outcome: outcomeOfLoop(event.messages) }));
  });

  pi.on("agent_settled", (event) => {
    attempt(() => session?.send({ type: "run.settled", at: Date.now(), aborted: event.aborted }));
  });

  pi.on("tool_execution_end", (event) => attempt(() => session?.heard.toolEnded(event.result)));

  pi.on("ui_prompt_start", (event) => {
    attempt(() => {
      if (typeof event.kind !== "string") return;
      session?.send({ type: "span.opened", at: Date.now(), promptTitle: textOf(event.title) });
    });
  });

  pi.on("ui_prompt_end", () => attempt(() => session?.send({ type: "span.closed" })));

  pi.on("session_compact", () => attempt(() => session?.heard.compacted(Date.now())));

  listenToBus(pi.events, {
    hear: (word) => session?.heard.said(word, Date.now()),
    complain: (channel) => session?.invalidPayload(channel),
  });

  pi.on("session_shutdown", async (event) => {
    const ending = session;
    session = undefined;
    context = undefined;
    for (const stop of stopListening) attempt(stop);
    stopListening.clear();
    const ended = endInBackground(ending);
    // The machines, if there are any, have heard of the end by now. Later, Pi would throw.
    herdr?.end();
    leaveProcess?.();
    // A replaced session ends in the background. Only a process that is about to exit has to wait, briefly (R16).
    if (event.reason === "quit") await answerSoon(() => Promise.all([ended, terminalName.takeLate?.()]), EXIT_LIMIT_MS);
  });

  pi.registerCommand("notify", {
    description: inLanguage(commandMessages, languageOf(host.env))("notify", { usage: USAGE }),
    getArgumentCompletions: (prefix) => session?.completeCommand(prefix) ?? null,
    handler: async (args, ctx) => {
      const emit = (channel: string, payload: object) => pi.events.emit(channel, payload);
      const dialogs = ctx.hasUI ? silentDialogs(ctx.ui, emit) : undefined;
      const done = session?.runCommand(args, { dialogs, reloading: ctx }).catch(() => undefined);
      if (done === undefined)
        attempt(() => ctx.ui.notify(sessionSentences(languageOf(host.env))("noSession"), "warning"));
      // In the terminal Pi's editor would wait for the handler. The answer appears when it is there.
      if (ctx.mode !== "tui") await done;
    },
  });

  return { caughtUp: async () => session?.caughtUp() };
}

/** A Pi that does not have this question trusts nothing. */
function isProjectTrusted(ctx: ExtensionContext): boolean {
  let isTrusted = false;
  attempt(() => {
    isTrusted = ctx.isProjectTrusted() === true;
  });
  return isTrusted;
}

/** R16 gives an end 2 s. Only a fault of ours takes longer, and for that Pi does not wait beyond this. */
const EXIT_LIMIT_MS = 3_000;

/** Never rejects. */
async function endInBackground(session: PiSession | undefined): Promise<void> {
  await session?.end().catch(() => undefined);
}

function isAnotherCopyPresent(pi: ExtensionAPI): boolean {
  const question = { answered: false };
  pi.events.emit(PRESENCE_CHANNEL, question);
  return question.answered;
}

/** Pi's types promise a string, of whatever length; another version or another extension may break that promise. */
function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? boundedText(value) : undefined;
}

/** Nothing of ours may throw into Pi, whatever Pi or a machine does (R12). @returns what the action does, if it succeeds */
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    const result = action();
    // Pi may answer with a promise where none is due, and reject it.
    void Promise.resolve(result).catch(() => undefined);
    return result;
  } catch {
    // There is no way to report it: the context itself may have failed.
    return undefined;
  }
}
