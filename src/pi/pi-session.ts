import { randomBytes } from "node:crypto";
import { homedir, hostname } from "node:os";
import { answerSoon } from "../adapters/clock/answer-soon.ts";
import type { CommandContext } from "../commands/command.ts";
import { type Completion, completeNotify } from "../commands/complete-notify.ts";
import type { Config } from "../config/config.ts";
import type { HerdrEntry } from "../integrations/herdr-entry.ts";
import { isSubagentChild } from "../integrations/subagent-child.ts";
import type { SessionEvent } from "../machines/session.types.ts";
import type { PiMode } from "../notices/notice.ts";
import type { SessionRuntime, SessionRuntimeOptions, StartSessionRuntime } from "../runtime/session-runtime.ts";
import { afterHandlers } from "./after-handlers.ts";
import { answerCommand } from "./answer-command.ts";
import { EventQueue } from "./event-queue.ts";
import { type Fault, faultOf, loadPart, SessionFault } from "./fault.ts";
import { handledPromise } from "./handled-promise.ts";
import { HeardEvents } from "./heard-events.ts";
import { next, type Order, type Phase, type PhaseEvent } from "./phase.ts";
import { configSources, type LoadConfig, type ReadConfig, readConfig } from "./read-config.ts";
import { type ReloadingHost, reloadWhenIdle } from "./reload-when-idle.ts";
import { SessionLines, type ShowLine } from "./session-lines.ts";
import type { SessionScreens } from "./session-screens.ts";
import { askTerminal, type ListenToInput, watchTyping } from "./terminal-input.ts";
import type { TerminalName } from "./terminal-name.ts";
import { type Worth, type WorthFacts, worthLoading } from "./worth-loading.ts";

export interface PiSessionOptions extends SessionReplacements {
  readonly mode: PiMode;
  readonly cwd: string;
  /** Whether Pi trusts the folder; without that nothing below the folder is read. */
  readonly isProjectTrusted: boolean;
  readonly sessionId: string;
  readonly sessionName: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly terminal: NodeJS.WritableStream;
  readonly terminalName: TerminalName;
  readonly show: ShowLine;
  readonly listen: ListenToInput;
  readonly herdr: HerdrEntry;
  /** Whether it runs inside another session's process, as a subagent's does; no variable says so. */
  readonly isNested: boolean;
  readonly screens: SessionScreens;
}

/** Tests pass these in place of the configuration, the machines, the configuration's reader and the viewer's page. */
export interface SessionReplacements {
  readonly config?: Config;
  readonly startRuntime?: StartSessionRuntime;
  readonly loadConfig?: LoadConfig;
  readonly viewerPage?: string;
}

/** How long the end of a session, or a command, waits for a configuration that is still being read, milliseconds (R16). */
const CONFIG_PATIENCE_MS = 500;

/** What only the handler of a command can do. */
export interface CommandHost extends Pick<CommandContext, "dialogs"> {
  readonly reloading: ReloadingHost;
}

/**
 * Stands between Pi's handlers and the machines for one Pi session.
 *
 * Handlers only append to the queue; the queue is worked off after they have returned (R12). What happens then depends
 * on the phase alone: `next` decides, and this class carries its orders out.
 */
export class PiSession {
  readonly heard: HeardEvents;
  readonly #options: PiSessionOptions;
  readonly #key = randomBytes(6).toString("hex");
  readonly #queue = new EventQueue();
  readonly #lines: SessionLines;
  /** Aborted when the session ends, for whatever runs beside its machines. */
  readonly #ending = new AbortController();
  readonly #configuration = handledPromise<ReadConfig>();
  readonly #machines = handledPromise<SessionRuntime>();
  readonly #over = handledPromise<void>();
  #phase: Phase<SessionRuntime> = { kind: "reading", wantedBy: "nobody" };
  #read: ReadConfig | undefined;
  #worthFacts: WorthFacts | undefined;
  #sessionName: string | undefined;

  constructor(options: PiSessionOptions) {
    this.#options = options;
    this.#lines = new SessionLines(options.show, options.env);
    this.#sessionName = options.sessionName;
    options.screens.set(options.sessionId, options.show);
    this.heard = new HeardEvents({
      sessionKey: this.#key,
      send: (event) => this.send(event),
      onInvalid: (channel) => this.invalidPayload(channel),
    });
    void afterHandlers().then(() => this.#readConfiguration());
  }

  /** Synchronous bookkeeping only. */
  send(event: SessionEvent): void {
    if (this.#phase.kind === "ended") return;
    if (!this.#queue.push(event)) {
      void afterHandlers().then(() => this.#lines.flooded());
      return;
    }
    // Each push looks at the queue once its handlers have returned; the first look empties it.
    void afterHandlers().then(() => this.#step({ type: "events.queued", worth: this.#worth() }));
  }

  /** Resolves when the machines have had every event so far, or none of them was wanted. */
  caughtUp(): Promise<void> {
    return this.#queue.whenEmpty();
  }

  rename(name: string | undefined): void {
    this.#sessionName = name;
  }

  /** An extension sent an invalid payload: shown once per session and channel, without a word of it (R15). */
  invalidPayload(channel: string): void {
    void afterHandlers().then(() => this.#lines.invalidPayload(channel));
  }

  completeCommand(prefix: string): Completion[] {
    const channelIds = this.#read?.config.channels.map(({ id }) => id) ?? [];
    return completeNotify(prefix, { channelIds, language: this.#lines.language });
  }

  /** `/notify …`: shows the answer in Pi's UI. */
  async runCommand(text: string, host: CommandHost): Promise<void> {
    // The answer is in the configured language; a file system that hangs does not hold it up.
    await answerSoon(() => this.#configuration.promise, CONFIG_PATIENCE_MS);
    const { show, language } = this.#lines;
    const { signal: ending } = this.#ending;
    if (!ending.aborted) await answerCommand(text, { show, language, ending, context: () => this.#contextOf(host) });
  }

  /** Resolves when nothing of the session is left; within R16's bounds. */
  async end(): Promise<void> {
    if (this.#phase.kind !== "ended") {
      this.#queue.push({ type: "session.ended" });
      this.#ending.abort();
      const { screens, sessionId, show } = this.#options;
      if (screens.get(sessionId) === show) screens.delete(sessionId);
      this.#step({ type: "session.ended", worth: this.#worth() });
    }
    await answerSoon(() => Promise.race([this.#configuration.promise, this.#over.promise]), CONFIG_PATIENCE_MS);
    this.#step({ type: "patience.ended" });
    await this.#over.promise;
  }

  #step(event: PhaseEvent<SessionRuntime>): void {
    const { phase, orders } = next(this.#phase, event);
    this.#phase = phase;
    for (const order of orders) {
      try {
        this.#carryOut(order);
      } catch {
        // This runs inside a promise of ours, whose rejection would end Pi (R12).
        this.#lines.internalError();
      }
    }
  }

  #carryOut(order: Order<SessionRuntime>): void {
    switch (order.type) {
      case "load machines":
        void this.#loadMachines();
        return;
      case "ask terminal":
        askTerminal(order.machines, this.#options.terminalName, this.#options.listen);
        return;
      case "hand over":
        for (const event of this.#queue.take()) this.#handOver(order.machines, event);
        return;
      case "drop queue":
        this.#queue.drop();
        return;
      case "report":
        this.#lines.fault(order.fault);
        return;
      case "close":
        this.#close(order.machines);
        return;
    }
  }

  /** An event that the machines refuse must not take those behind it along. */
  #handOver(machines: SessionRuntime, event: SessionEvent): void {
    try {
      machines.send(event);
    } catch {
      this.#lines.internalError();
    }
  }

  #close(machines: SessionRuntime | undefined): void {
    const isOver = new Error("the session has ended");
    this.#configuration.reject(isOver);
    this.#machines.reject(isOver);
    if (machines === undefined) this.#over.resolve();
    else void Promise.resolve(machines.closed).then(this.#over.resolve, () => this.#over.resolve());
  }

  #worth(): Worth {
    return worthLoading(this.#queue.types, this.#worthFacts);
  }

  async #readConfiguration(): Promise<void> {
    const { mode, env, isNested, config, loadConfig } = this.#options;
    try {
      const homeDir = homedir();
      const sources = configSources(this.#options, homeDir);
      const read = await readConfig({ sources, homeDir, config, loadConfig });
      this.#worthFacts = { config: read.config, mode, isChild: isNested || isSubagentChild(env) };
      this.#read = read;
      this.#lines.setLanguage(read.config.language);
      this.#configuration.resolve(read);
      for (const text of read.warnings) this.#lines.show(`pi-notify: ${text}`, "warning");
      this.#watchTyping(read.config);
      this.#step({ type: "configuration.read", worth: this.#worth() });
    } catch (error) {
      this.#fail(faultOf(error, "configNotRead"));
    }
  }

  async #loadMachines(): Promise<void> {
    try {
      const { config } = await this.#configuration.promise;
      const { startSessionRuntime } = await loadPart(async () => (await import("#lazy")).importRuntime());
      const { herdr, startRuntime = startSessionRuntime } = this.#options;
      const isChild = this.#worthFacts?.isChild === true;
      const machines = startRuntime({ ...this.#runtimeOptions(), config, isChild, herdr });
      this.#machines.resolve(machines);
      this.#step({ type: "machines.started", machines });
    } catch (error) {
      this.#fail(faultOf(error, "notStarted"));
    }
  }

  #fail(fault: Fault): void {
    this.#configuration.reject(new SessionFault(fault));
    this.#machines.reject(new SessionFault(fault));
    this.#step({ type: "start.failed", fault });
  }

  #watchTyping(config: Config): void {
    watchTyping({
      config,
      listen: this.#options.listen,
      isWaitedFor: () => this.#phase.kind === "running" && this.#phase.machines.deps.shown.isWaiting,
      onTyped: () => this.send({ type: "user.typed" }),
    });
  }

  #runtimeOptions(): Omit<SessionRuntimeOptions, "config"> {
    const { env, mode, show, terminal, cwd, sessionId, terminalName } = this.#options;
    return {
      ...{ mode, env, terminal },
      sessionKey: this.#key,
      session: () => ({
        ...{ cwd, sessionId },
        host: hostname(),
        ...(this.#sessionName === undefined ? {} : { sessionName: this.#sessionName }),
      }),
      terminalName: () => terminalName.get(),
      onFault: () => this.#lines.internalError(),
      onRefused: () => this.#lines.flooded(),
      tell: show,
    };
  }

  #isDelivering(): boolean {
    if (this.#queue.types.length > 0) return true;
    return this.#phase.kind === "running" && this.#phase.machines.isDelivering();
  }

  #contextOf({ dialogs, reloading }: CommandHost): CommandContext {
    const { env, cwd, terminalName, viewerPage, show, screens, sessionId } = this.#options;
    const homeDir = homedir();
    return {
      ...{ dialogs, env, cwd, homeDir, viewerPage },
      language: this.#lines.language,
      sources: configSources(this.#options, homeDir),
      terminalName: terminalName.get(),
      ending: this.#ending.signal,
      ownMachines: { ...this.#runtimeOptions(), sessionKey: `${this.#key}-own` },
      say: show,
      reload: async (onWaiting) => {
        const isReloaded = await reloadWhenIdle(reloading, {
          ...{ ending: this.#ending.signal, onWaiting },
          isDelivering: () => this.#isDelivering(),
        });
        return isReloaded ? screens.get(sessionId) : undefined;
      },
      configuration: async () => {
        const read = await this.#configuration.promise;
        return this.#read ?? read;
      },
      machines: () => {
        this.#step({ type: "machines.wanted" });
        return this.#machines.promise;
      },
      approvalChanged: () => {
        const read = this.#read;
        if (read !== undefined) this.#read = { ...read, files: { ...read.files, project: { kind: "changed" } } };
      },
    };
  }
}
