import { EventEmitter } from "node:events";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { PiMode } from "../notices/notice.ts";
import { failOnUnknown } from "./fail-on-unknown.ts";
import { FakeAgent } from "./fake-agent.ts";
import { type FakeDialog, FakeDialogs } from "./fake-dialogs.ts";
import { createFakeUi } from "./fake-ui.ts";
import {
  type EventHandler,
  type ExtensionFactory,
  LoadedExtension,
  type RegisteredCommand,
  type RegisteredTool,
} from "./loaded-extension.ts";
import { AnswerQueue, type ModelScript } from "./model-answers.ts";
import { nextTurn } from "./next-turn.ts";
import { waitUntil } from "./wait-until.ts";

export interface FakePiOptions {
  /** Default: `tui`. As in Pi, extensions have no interface in `print` and `json`: every dialog is dismissed at once. */
  readonly mode?: PiMode;
  readonly cwd?: string;
  /** `ctx.ui.notify` throws, as it may in an interface that is going away. */
  readonly notifyThrows?: boolean;
  /** What `ctx.isProjectTrusted()` says. Default: true, as in a folder where nothing asks for a decision. */
  readonly isProjectTrusted?: boolean;
}

/** How long {@link FakePi.waitForDialog} waits before it says that none was opened, milliseconds. */
const DIALOG_DEADLINE_MS = 5_000;

/**
 * Pi as an extension sees it, without a model, a terminal or a process. Handlers are awaited in load order, one that
 * throws is reported, all extensions share one bus, and the context of a session that has ended throws on every use.
 * The order of its events is compared with the real Pi's (`piScenarios`); what it does not have fails by name.
 */
export class FakePi {
  readonly mode: PiMode;
  readonly cwd: string;
  /** What the model will say; as for the scripted model of the real Pi. */
  readonly model: ModelScript;
  /** What `ctx.ui.notify` was told, as `level: text`. */
  readonly said: string[] = [];
  /** What handlers, commands and bus listeners threw or rejected with; Pi only reports it. */
  readonly errors: unknown[] = [];
  /** How often something was used whose session had ended. */
  staleUses = 0;
  /** What all extensions share. */
  readonly bus: EventEmitter = new EventEmitter();
  readonly #answers = new AnswerQueue();
  readonly #notifyThrows: boolean;
  readonly #isProjectTrusted: boolean;
  readonly #factories: ExtensionFactory[] = [];
  readonly #inputHandlers = new Set<(data: string) => unknown>();
  #extensions: LoadedExtension[] = [];
  #dialogs = new FakeDialogs(() => {});
  #agent: FakeAgent;
  #generation = 0;
  #sessionName: string | undefined;

  constructor({ mode = "tui", cwd = "/home/user/project", ...more }: FakePiOptions = {}) {
    this.mode = mode;
    this.cwd = cwd;
    this.model = this.#answers;
    this.#notifyThrows = more.notifyThrows ?? false;
    this.#isProjectTrusted = more.isProjectTrusted ?? true;
    this.#agent = this.#createAgent();
  }

  /** Loads an extension, as `pi -e` does, after those that are loaded already. Starts nothing. */
  async load(factory: ExtensionFactory): Promise<void> {
    this.#factories.push(factory);
    await this.#activate(factory);
  }

  /** The session begins. */
  async start(reason = "startup"): Promise<void> {
    this.#dialogs = this.#createDialogs();
    await this.emit("session_start", { reason });
  }

  /**
   * Types a line and presses Enter. A message to the model resolves when Pi has settled, one typed meanwhile joins the
   * run and resolves at once, a command when its handler has, and `!command` does nothing that an extension sees.
   */
  async prompt(line: string): Promise<void> {
    if (line.startsWith("!")) return;
    if (line === "/new") return this.newSession();
    if (line === "/reload") return this.reload();
    const [, name = "", args = ""] = /^\/(\S+)\s*(.*)$/s.exec(line) ?? [];
    if (this.hasCommand(name)) return this.command(name, args);
    await this.#agent.prompt(line);
  }

  /** Waits until a dialog is open, the one with this title if you name it. @throws Error when none is opened. */
  waitForDialog(title?: string, deadlineMs: number = DIALOG_DEADLINE_MS): Promise<FakeDialog> {
    const open = () => this.dialogs.map((dialog) => JSON.stringify(dialog.title)).join(", ") || "none";
    const errors = () => this.errors.map(String).join("; ") || "none";
    return waitUntil(
      () => `a dialog${title === undefined ? "" : ` "${title}"`}; open: ${open()}; errors: ${errors()}`,
      () => this.dialogs.find((dialog) => title === undefined || dialog.title === title),
      deadlineMs,
    );
  }

  /** The dialogs that are open, oldest first. */
  get dialogs(): readonly FakeDialog[] {
    return this.#dialogs.open;
  }

  /** Whether a run is under way. */
  get isBusy(): boolean {
    return this.#agent.isBusy;
  }

  /** Presses Escape: dismisses the dialog opened last, else stops the run and resolves when it has settled. */
  async escape(): Promise<void> {
    const dialog = this.dialogs.at(-1);
    if (dialog === undefined) return this.#agent.abort();
    dialog.cancel();
    await nextTurn();
  }

  /** Ctrl+D: a run is stopped, the session ends. */
  async quit(): Promise<void> {
    await this.#agent.abort();
    await this.shutdown("quit");
  }

  /** SIGTERM or SIGHUP. Extensions see the same as with Ctrl+D, and their dialogs with a signal close before. */
  terminate(): Promise<void> {
    return this.quit();
  }

  /** `/new`: a run is stopped, the session ends and its context goes stale, the factories run again. */
  async newSession(): Promise<void> {
    await this.#agent.abort();
    await this.#replaceSession("new");
  }

  /** `/reload`. @throws Error while a run is under way: Pi refuses it then. */
  async reload(): Promise<void> {
    if (this.isBusy) throw new Error("Pi refuses /reload while it works");
    await this.#replaceSession("reload");
  }

  /** Holds the next failure's wait before the retry open: until it is released, or somebody presses Escape. */
  holdRetry(): { reached(): Promise<void>; release(): void } {
    return this.#agent.holdRetry();
  }

  /** The session ends, and nothing of it can be used any more. */
  async shutdown(reason = "quit"): Promise<void> {
    await this.emit("session_shutdown", { reason });
    this.#generation += 1;
    this.#extensions = [];
    this.#agent = this.#createAgent();
    this.bus.removeAllListeners();
  }

  /** Emits an event as Pi does; for what has no method of its own. */
  async emit(type: string, event: Record<string, unknown> = {}): Promise<void> {
    await this.#dispatch(type, event);
  }

  /** A run in the fewest events: `agent_start`, `agent_end`, `agent_settled`. {@link prompt} makes a whole one. */
  async run(stopReason = "stop", aborted = stopReason === "aborted"): Promise<void> {
    await this.emit("agent_start");
    await this.agentEnd(stopReason);
    await this.emit("agent_settled", { aborted });
  }

  agentEnd(stopReason: string | undefined): Promise<void> {
    return this.emit("agent_end", { messages: [{ role: "user" }, { role: "assistant", stopReason }] });
  }

  /** Only the event of a dialog, with no dialog behind it; {@link closeDialog} is its end. */
  openDialog(title = "Sure?"): Promise<void> {
    return this.emit("ui_prompt_start", { reason: "ui_prompt", kind: "confirm", title });
  }

  closeDialog(title = "Sure?"): Promise<void> {
    return this.emit("ui_prompt_end", { reason: "ui_prompt", kind: "confirm", title });
  }

  /** Runs a slash command of an extension; does nothing where no command has that name. */
  async command(name: string, args: string): Promise<void> {
    const command = this.#command(name);
    if (command === undefined) return;
    try {
      await command.handler(args, this.#context());
    } catch (error) {
      this.errors.push(error);
    }
  }

  hasCommand(name: string): boolean {
    return this.#command(name) !== undefined;
  }

  /** Raw keys, for the listeners of `onTerminalInput`. */
  type(data: string): void {
    for (const handler of this.#inputHandlers) handler(data);
  }

  /** The user names the session. */
  async rename(name: string): Promise<void> {
    this.#sessionName = name;
    await this.emit("session_info_changed", { name });
  }

  /** How many still listen to the keyboard. Pi itself drops handlers and bus listeners of an ended session, not these. */
  keyboardListeners(): number {
    return this.#inputHandlers.size;
  }

  async #replaceSession(reason: "new" | "reload"): Promise<void> {
    await this.shutdown(reason);
    for (const factory of this.#factories) await this.#activate(factory);
    await this.start(reason);
  }

  async #activate(factory: ExtensionFactory): Promise<void> {
    const extension = new LoadedExtension();
    this.#extensions.push(extension);
    await factory(this.#api(extension));
  }

  /** @returns what the handlers returned, but for nothing */
  async #dispatch(type: string, event: Record<string, unknown>): Promise<unknown[]> {
    const ctx = this.#context();
    const results: unknown[] = [];
    for (const handler of this.#handlersOf(type)) {
      try {
        const result = await handler({ type, ...event }, ctx);
        if (result !== undefined) results.push(result);
      } catch (error) {
        this.errors.push(error);
      }
    }
    return results;
  }

  #handlersOf(type: string): EventHandler[] {
    return this.#extensions.flatMap((extension) => extension.handlers.get(type) ?? []);
  }

  #command(name: string): RegisteredCommand | undefined {
    return this.#extensions.map(({ commands }) => commands.get(name)).find((command) => command !== undefined);
  }

  #createDialogs(): FakeDialogs {
    const generation = this.#generation;
    return new FakeDialogs((type, { kind, title }) => {
      const event = { reason: "ui_prompt", kind, ...(title === undefined ? {} : { title }) };
      queueMicrotask(() => {
        if (generation === this.#generation) void this.emit(type, event);
      });
    });
  }

  #createAgent(): FakeAgent {
    return new FakeAgent({
      answers: this.#answers,
      emit: (type, event) => this.#dispatch(type, event),
      // A handler that throws here stops the tool, so it is not contained as elsewhere.
      askBeforeTool: async (event) => {
        const ctx = this.#context();
        for (const handler of this.#handlersOf("tool_call")) {
          const verdict = await handler({ type: "tool_call", ...event }, ctx);
          if (isBlock(verdict)) return verdict;
        }
        return undefined;
      },
      findTool: (name) => this.#extensions.map(({ tools }) => tools.get(name)).find((tool) => tool !== undefined),
      context: () => this.#context(),
    });
  }

  #assertLive(generation: number): void {
    if (generation === this.#generation) return;
    this.staleUses += 1;
    throw new Error("This extension ctx is stale");
  }

  #context(): unknown {
    const generation = this.#generation;
    const self = this;
    const live = <T>(value: () => T): T => {
      this.#assertLive(generation);
      return value();
    };
    const ui = createFakeUi({
      live,
      isInteractive: this.mode === "tui" || this.mode === "rpc",
      dialogs: this.#dialogs,
      inputHandlers: this.#inputHandlers,
      notify: (line) => {
        this.said.push(line);
        if (this.#notifyThrows) throw new Error("the interface is gone");
      },
    });
    const sessionManager = {
      getSessionId: () => `session-${generation}-0123456789`,
      getSessionName: () => this.#sessionName,
      getSessionFile: () => undefined,
      getCwd: () => this.cwd,
      getEntries: () => [],
      getBranch: () => [],
    };
    const context = {
      get ui() {
        return live(() => ui);
      },
      get mode() {
        return live(() => self.mode);
      },
      get hasUI() {
        return live(() => self.mode === "tui" || self.mode === "rpc");
      },
      get cwd() {
        return live(() => self.cwd);
      },
      get sessionManager() {
        return live(() => failOnUnknown(sessionManager, "ctx.sessionManager"));
      },
      get signal() {
        return live(() => self.#agent.signal);
      },
      isIdle: () => live(() => !this.isBusy),
      hasPendingMessages: () => live(() => this.#agent.hasQueued),
      isProjectTrusted: () => live(() => this.#isProjectTrusted),
      abort: () => live(() => void this.#agent.abort()),
      waitForIdle: () => live(() => this.#agent.settled()),
      getContextUsage: () => live(() => undefined),
    };
    return failOnUnknown(context, "ctx");
  }

  #api(extension: LoadedExtension): ExtensionAPI {
    const generation = this.#generation;
    const live = <T>(value: () => T): T => {
      this.#assertLive(generation);
      return value();
    };
    const events = {
      emit: (channel: string, data: unknown) => live(() => void this.bus.emit(channel, data)),
      on: (channel: string, handler: (data: unknown) => void) =>
        live(() => {
          this.bus.on(channel, handler);
          return () => this.bus.off(channel, handler);
        }),
    };
    const api = {
      on: (type: string, handler: EventHandler) => live(() => extension.on(type, handler)),
      registerCommand: (name: string, command: RegisteredCommand) =>
        live(() => void extension.commands.set(name, command)),
      registerTool: (tool: RegisteredTool) => live(() => void extension.tools.set(tool.name, tool)),
      registerShortcut: () => live(() => undefined),
      registerFlag: () => live(() => undefined),
      getFlag: () => live(() => undefined),
      registerMessageRenderer: () => live(() => undefined),
      appendEntry: () => live(() => undefined),
      sendUserMessage: (line: string) => live(() => void this.#agent.prompt(line)),
      getSessionName: () => live(() => this.#sessionName),
      setSessionName: (name: string) => live(() => void this.rename(name)),
      events: failOnUnknown(events, "pi.events"),
    };
    // It offers what extensions use most; anything else fails by name.
    return failOnUnknown(api, "pi") as unknown as ExtensionAPI;
  }
}

function isBlock(verdict: unknown): verdict is { block: true; reason?: string } {
  return typeof verdict === "object" && verdict !== null && "block" in verdict && verdict.block === true;
}
