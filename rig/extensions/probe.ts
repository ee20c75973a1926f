/**
 * A Pi extension that writes down what Pi tells extensions, and opens dialogs on demand.
 * Loaded after the extension under test, so that by the time a line appears that one has had the event, too.
 *
 * Environment:
 * - `RIG_EVENTS`: file to append one JSON line per event to (`ProbeEvent` in ../probe-events.ts).
 * - `RIG_INPUT`: where set, raw terminal input is an event as well, called `terminal_input`.
 * - `RIG_MORE_EVENTS`: also those inside a run (turns, tools), and with each event whether Pi calls itself idle.
 * - `RIG_DIALOG_ON_SETTLED`: ms; the first `agent_settled` opens a dialog after that delay. 0: in the handler itself.
 * - `RIG_DIALOG_WHEN`: a path; the first `agent_settled` opens a dialog as soon as a file is there.
 *
 * Tools: `ask_user`, `ask_twice`, `ask_overlapping`. Commands: `/rig-dialog`, `/rig-name`, `/rig-emit`.
 */
import { appendFileSync, existsSync } from "node:fs";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

type Detail = Record<string, unknown>;

const titleOnly = {
  type: "object",
  properties: { title: { type: "string" }, auto_close_ms: { type: "number" } },
  required: ["title"],
} as const;

interface AskArgs {
  title: string;
  /** Closes the dialog from inside after so many ms, as an automatic approval does. */
  auto_close_ms?: number;
}

export default function probe(pi: ExtensionAPI): void {
  const eventsFile = process.env.RIG_EVENTS;
  const wantsMore = process.env.RIG_MORE_EVENTS !== undefined;
  const dialogWhen = process.env.RIG_DIALOG_WHEN;
  let settledDialogDue = (process.env.RIG_DIALOG_ON_SETTLED ?? dialogWhen) !== undefined;

  function record(type: string, ctx: ExtensionContext, detail: Detail = {}): void {
    if (!eventsFile) return;
    const told = wantsMore ? { ...detail, isIdle: ctx.isIdle(), hasUI: ctx.hasUI } : detail;
    appendFileSync(
      eventsFile,
      `${JSON.stringify({ type, at: Date.now(), pid: process.pid, mode: ctx.mode, detail: told })}\n`,
    );
  }

  pi.on("session_start", (event, ctx) => {
    record(event.type, ctx, { reason: event.reason });
    if (process.env.RIG_INPUT === undefined || ctx.mode !== "tui") return;
    ctx.ui.onTerminalInput(() => {
      record("terminal_input", ctx);
      return undefined;
    });
  });
  pi.on("session_shutdown", (event, ctx) => record(event.type, ctx, { reason: event.reason }));
  pi.on("session_compact", (event, ctx) =>
    record(event.type, ctx, { reason: event.reason, willRetry: event.willRetry }),
  );
  pi.on("session_info_changed", (event, ctx) => record(event.type, ctx, { name: event.name }));
  pi.on("input", (event, ctx) =>
    record(event.type, ctx, { text: event.text, streamingBehavior: event.streamingBehavior }),
  );
  pi.on("agent_start", (event, ctx) => record(event.type, ctx));
  pi.on("agent_end", (event, ctx) => {
    const last = event.messages.findLast((message) => message.role === "assistant");
    record(event.type, ctx, { stopReason: last && "stopReason" in last ? last.stopReason : undefined });
  });
  pi.on("agent_before_settle", (event, ctx) => record(event.type, ctx, { outcome: event.outcome }));
  pi.on("ui_prompt_start", (event, ctx) => record(event.type, ctx, { kind: event.kind, title: event.title }));
  pi.on("ui_prompt_end", (event, ctx) => record(event.type, ctx, { kind: event.kind, title: event.title }));
  if (wantsMore) {
    pi.on("before_agent_start", (event, ctx) => record(event.type, ctx));
    pi.on("turn_start", (event, ctx) => record(event.type, ctx, { turnIndex: event.turnIndex }));
    pi.on("turn_end", (event, ctx) => record(event.type, ctx, { turnIndex: event.turnIndex }));
    pi.on("tool_call", (event, ctx) => record(event.type, ctx));
    pi.on("tool_result", (event, ctx) => record(event.type, ctx, { isError: event.isError, content: event.content }));
    pi.on("session_before_compact", (event, ctx) => record(event.type, ctx, { reason: event.reason }));
  }
  pi.on("agent_settled", (event, ctx) => {
    record(event.type, ctx, { aborted: event.aborted });
    if (!settledDialogDue) return;
    settledDialogDue = false;
    if (dialogWhen !== undefined) {
      const watching = setInterval(() => {
        if (!existsSync(dialogWhen)) return;
        clearInterval(watching);
        openUnawaited(ctx);
      }, 5);
      watching.unref();
      return;
    }
    const delayMs = Number(process.env.RIG_DIALOG_ON_SETTLED);
    if (delayMs === 0) openUnawaited(ctx);
    else setTimeout(() => openUnawaited(ctx), delayMs);
  });

  pi.registerTool({
    name: "ask_user",
    label: "Ask user",
    description: "Asks the user a yes-or-no question.",
    parameters: titleOnly,
    async execute(_id, args: AskArgs, signal, _update, ctx) {
      return answerOf([await ask(ctx, args, signal)]);
    },
  });
  pi.registerTool({
    name: "ask_twice",
    label: "Ask twice",
    description: "Asks the same question twice, one dialog after the other.",
    parameters: titleOnly,
    async execute(_id, args: AskArgs, signal, _update, ctx) {
      return answerOf([await ask(ctx, args, signal), await ask(ctx, args, signal)]);
    },
  });
  pi.registerTool({
    name: "ask_overlapping",
    label: "Ask overlapping",
    description: "Opens a second dialog while the first is still open.",
    parameters: titleOnly,
    async execute(_id, args: AskArgs, signal, _update, ctx) {
      const second = { ...args, title: `${args.title} (second)` };
      return answerOf(await Promise.all([ask(ctx, args, signal), ask(ctx, second, signal)]));
    },
  });

  pi.registerCommand("rig-dialog", {
    description: "Open a dialog while nothing runs",
    handler: async (args, ctx) => {
      await ctx.ui.confirm(args || "Idle question", "Yes or no?");
    },
  });
  pi.registerCommand("rig-name", {
    description: "Set the session's name",
    handler: async (args) => pi.setSessionName(args),
  });
  pi.registerCommand("rig-emit", {
    description: "Emit on the extensions' bus: CHANNEL JSON",
    handler: async (args) => {
      const space = args.indexOf(" ");
      pi.events.emit(args.slice(0, space), JSON.parse(args.slice(space + 1)));
    },
  });
}

function ask(ctx: ExtensionContext, args: AskArgs, signal: AbortSignal | undefined): Promise<boolean> {
  const signals = signal ? [signal] : [];
  if (args.auto_close_ms !== undefined) signals.push(AbortSignal.timeout(args.auto_close_ms));
  return ctx.ui.confirm(args.title, "Yes or no?", { signal: AbortSignal.any(signals) });
}

function answerOf(answers: readonly boolean[]) {
  return { content: [{ type: "text" as const, text: answers.join(",") }], details: {} };
}

/** The session may be gone when a delay has passed, and a stray rejection would end Pi: neither matters here. */
function openUnawaited(ctx: ExtensionContext): void {
  try {
    ctx.ui.confirm("After the run", "Yes or no?").catch(() => {});
  } catch {
    // stale context
  }
}
