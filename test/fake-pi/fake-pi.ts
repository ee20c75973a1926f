import { EventEmitter } from "node:events";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { PiMode } from "../../src/notices/notice.ts";

type Handler = (event: Record<string, unknown>, ctx: unknown) => unknown;
type Factory = (pi: ExtensionAPI) => void | Promise<void>;

export interface FakePiOptions {
  readonly mode?: PiMode;
  readonly cwd?: string;
  /** `ctx.ui.notify` throws, as it may in an interface that is going away (CASES). */
  readonly notifyThrows?: boolean;
  /** What `ctx.isProjectTrusted()` says. */
  readonly isProjectTrusted?: boolean;
}

/**
 * Pi as PI.md describes it, without a model, a terminal or a process: handlers are awaited in load order,
 * a throwing handler is reported, one bus for all extensions, and a replaced session's context throws on every use.
 */
export class FakePi {
  readonly mode: PiMode;
  readonly cwd: string;
  /** What `ctx.ui.notify` was told, as `level: text`. */
  readonly said: string[] = [];
  /** Errors that handlers threw or rejected with; Pi only reports them. */
  readonly errors: unknown[] = [];
  /** How often something was used whose session had ended (R12). */
  staleUses = 0;
  readonly #notifyThrows: boolean;
  readonly #isProjectTrusted: boolean;
  readonly #factories: Factory[] = [];
  /** What all extensions share. */
  readonly bus = new EventEmitter();
  #handlers = new Map<string, Handler[]>();
  #commands = new Map<string, { handler: (args: string, ctx: unknown) => Promise<void> }>();
  #inputHandlers = new Set<(data: string) => unknown>();
  #generation = 0;
  #sessionName: string | undefined;

  constructor({ mode = "tui", cwd = "/home/user/project", ...options }: FakePiOptions = {}) {
    this.#notifyThrows = options.notifyThrows ?? false;
    this.#isProjectTrusted = options.isProjectTrusted ?? true;
    this.mode = mode;
    this.cwd = cwd;
  }

  /** Loads an extension, as `pi -e` does, and starts nothing yet. */
  async load(factory: Factory): Promise<void> {
    this.#factories.push(factory);
    await factory(this.#api(this.#generation));
  }

  start(reason = "startup"): Promise<void> {
    return this.emit("session_start", { reason });
  }

  /** `/new`: the old session is shut down, its context goes stale, the factories run again. */
  async newSession(): Promise<void> {
    await this.shutdown("new");
    for (const factory of this.#factories) await factory(this.#api(this.#generation));
    await this.start("new");
  }

  async shutdown(reason = "quit"): Promise<void> {
    await this.emit("session_shutdown", { reason });
    this.#generation += 1;
    this.#handlers = new Map();
    this.#commands = new Map();
    this.bus.removeAllListeners();
  }

  async emit(type: string, event: Record<string, unknown> = {}): Promise<void> {
    const ctx = this.#context(this.#generation);
    for (const handler of [...(this.#handlers.get(type) ?? [])]) {
      try {
        await handler({ type, ...event }, ctx);
      } catch (error) {
        this.errors.push(error);
      }
    }
  }

  /** A whole run as Pi emits it (PI.md, "plain answer"). */
  async run(stopReason = "stop", aborted = stopReason === "aborted"): Promise<void> {
    await this.emit("agent_start");
    await this.agentEnd(stopReason);
    await this.emit("agent_settled", { aborted });
  }

  agentEnd(stopReason: string | undefined): Promise<void> {
    return this.emit("agent_end", { messages: [{ role: "user" }, { role: "assistant", stopReason }] });
  }

  openDialog(title = "Sure?"): Promise<void> {
    return this.emit("ui_prompt_start", { reason: "ui_prompt", kind: "confirm", title });
  }

  closeDialog(title = "Sure?"): Promise<void> {
    return this.emit("ui_prompt_end", { reason: "ui_prompt", kind: "confirm", title });
  }

  async command(name: string, args: string): Promise<void> {
    await this.#commands.get(name)?.handler(args, this.#context(this.#generation));
  }

  hasCommand(name: string): boolean {
    return this.#commands.has(name);
  }

  type(data: string): void {
    for (const handler of this.#inputHandlers) handler(data);
  }

  async rename(name: string): Promise<void> {
    this.#sessionName = name;
    await this.emit("session_info_changed", { name });
  }

  /** How many still listen to the keyboard. Pi itself drops handlers and bus listeners of an ended session, not these. */
  keyboardListeners(): number {
    return this.#inputHandlers.size;
  }

  #assertLive(generation: number): void {
    if (generation === this.#generation) return;
    this.staleUses += 1;
    throw new Error("This extension ctx is stale");
  }

  #context(generation: number) {
    const live = <T>(value: () => T): T => {
      this.#assertLive(generation);
      return value();
    };
    const ui = {
      notify: (text: string, level = "info") =>
        live(() => {
          this.said.push(`${level}: ${text}`);
          if (this.#notifyThrows) throw new Error("the interface is gone");
        }),
      onTerminalInput: (handler: (data: string) => unknown) =>
        live(() => {
          this.#inputHandlers.add(handler);
          return () => this.#inputHandlers.delete(handler);
        }),
    };
    const self = this;
    return {
      get ui() {
        return live(() => ui);
      },
      get mode() {
        return live(() => self.mode);
      },
      get cwd() {
        return live(() => self.cwd);
      },
      isProjectTrusted: () => live(() => self.#isProjectTrusted),
      get sessionManager() {
        return live(() => ({ getSessionId: () => `session-${generation}-0123456789` }));
      },
    };
  }

  #api(generation: number): ExtensionAPI {
    const api = {
      on: (type: string, handler: Handler) => {
        const list = this.#handlers.get(type) ?? [];
        list.push(handler);
        this.#handlers.set(type, list);
      },
      registerCommand: (name: string, command: { handler: (args: string, ctx: unknown) => Promise<void> }) => {
        this.#commands.set(name, command);
      },
      getSessionName: () => {
        this.#assertLive(generation);
        return this.#sessionName;
      },
      events: {
        emit: (channel: string, data: unknown) => {
          this.#assertLive(generation);
          this.bus.emit(channel, data);
        },
        on: (channel: string, handler: (data: unknown) => void) => this.bus.on(channel, handler),
      },
    };
    // The fake offers what the extension uses; anything else must fail loudly in the test.
    return api as unknown as ExtensionAPI;
  }
}
