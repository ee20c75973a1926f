import { randomBytes } from "node:crypto";
import { access } from "node:fs/promises";
import { homedir, hostname } from "node:os";
import { PI_NOTIFY_PUBLISH_EVENT } from "../api/api.ts";
import { type Completion, completeNotify } from "../commands/complete-notify.ts";
import type { SetupDialogs } from "../commands/setup/setup-dialogs.ts";
import type { ProjectConfig } from "../commands/trust/trust.ts";
import { type Config, DEFAULT_CONFIG, defaultConfigAt } from "../config/config.ts";
import { agentDir, configPath, projectConfigPath } from "../config/file/config-path.ts";
import type { LoadConfigOptions, LoadedConfig, loadConfig, ProjectState } from "../config/load-config.ts";
import type { ApprovalAnswer } from "../config/project/approve-project.ts";
import type { SessionFacts } from "../content/compose.ts";
import type { BusWord } from "../integrations/bus-word.ts";
import type { HerdrEntry } from "../integrations/herdr-entry.ts";
import { type Publication, readPublication } from "../integrations/read-publication.ts";
import { isSubagentChild } from "../integrations/subagent-child.ts";
import type { SessionEvent } from "../machines/session.types.ts";
import type { PiMode } from "../notices/notice.ts";
import type { SessionRuntime, SessionRuntimeOptions, StartSessionRuntime } from "../runtime/session-runtime.ts";

/** Pi's way to show a line; a no-op once the session has ended. */
export type Say = (text: string, level: "info" | "warning" | "error") => void;

export interface ExtensionSessionOptions {
  readonly mode: PiMode;
  readonly cwd: string;
  /** Pi's word on the folder; without it nothing below the folder is read (R26). */
  readonly isProjectTrusted: boolean;
  readonly sessionId: string;
  readonly sessionName: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly terminal: NodeJS.WritableStream;
  readonly say: Say;
  readonly herdr?: HerdrEntry;
  /** It runs inside another session's process, as a subagent's does; no variable tells. */
  readonly isNested?: boolean;
  /** In place of the file, of the real runtime and of the reader; a test gives them. */
  readonly config?: Config;
  readonly startRuntime?: StartSessionRuntime;
  readonly loadConfig?: typeof loadConfig;
  /** In place of the viewer's built page; a test gives it. */
  readonly viewerPage?: string;
  /** Called once the configuration is known and some channel has a delay, or takes back what it showed: then typing matters. */
  readonly watchTyping: () => void;
  /**
   * Listens for the terminal's answer to what it is called, and keeps the answer from Pi's input.
   * @returns whether the terminal is still to be asked: an earlier session may have done so
   */
  readonly awaitTerminalName?: () => boolean;
  /** What it has said. */
  readonly terminalName?: () => string | undefined;
}

/**
 * Stands between Pi's handlers and the machines for one Pi session.
 *
 * Handlers only append to a queue; the queue is worked off after they have returned (R12).
 * The machines, and all that they need, are loaded at the first event that can lead to a notice,
 * and not at all where no configured channel works in this mode.
 */
export class ExtensionSession {
  readonly #options: ExtensionSessionOptions;
  readonly #config: Promise<Config>;
  readonly #queue: SessionEvent[] = [];
  readonly #key = randomBytes(6).toString("hex");
  #channelIds: readonly string[] = [];
  #project: ProjectState;
  /** Undefined where there was no file to read. */
  #files: Pick<LoadedConfig, "global" | "origins"> | undefined;
  /** Numbers the notices that no run and no dialog makes. */
  #published = 0;
  readonly #complainedOf = new Set<string>();
  /** The run that goes on, while nothing is loaded that could know of it. */
  #unheardRun: SessionEvent | undefined;
  #sessionName: string | undefined;
  #drainScheduled = false;
  #drained: Promise<void> = Promise.resolve();
  #runtime: Promise<SessionRuntime | undefined> | undefined;
  #loaded: SessionRuntime | undefined;
  /** Aborted with the session's end, for what runs beside its machines. */
  readonly #ending = new AbortController();
  #hasDelays = false;
  #ended = false;
  #broken = false;

  constructor(options: ExtensionSessionOptions) {
    this.#options = options;
    this.#sessionName = options.sessionName;
    this.#project = { kind: options.isProjectTrusted ? "absent" : "untrusted" };
    this.#config = afterHandlers()
      .then(() => this.#loadConfig())
      .catch(() => this.#giveUp())
      .then((config) => {
        this.#channelIds = config.channels.map(({ id }) => id);
        return config;
      });
  }

  /** Synchronous bookkeeping only. */
  send(event: SessionEvent): void {
    if (this.#ended) return;
    this.#queue.push(event);
    if (this.#drainScheduled) return;
    this.#drainScheduled = true;
    // A rejection nobody handles would end Pi (docs/pi.md).
    this.#drained = afterHandlers()
      .then(() => this.#drain())
      .catch(() => void this.#giveUp());
  }

  /** A key was pressed. One that can change nothing goes no further, and so fills no trace. */
  typed(): void {
    if (this.#hasDelays || this.#loaded?.world.shown.isWaiting) this.send({ type: "user.typed" });
  }

  /** Resolves when the machines have had every event so far, or none of them was wanted. */
  caughtUp(): Promise<void> {
    return this.#drained;
  }

  rename(name: string | undefined): void {
    this.#sessionName = name;
  }

  /** Pi has compacted the context (R18). */
  compacted(at: number): void {
    this.#publish("compaction", { event: "context-compacted" }, at);
  }

  /** Another extension has published a notice (R36), or something that is none. */
  published(payload: unknown, at: number): void {
    const publication = readPublication(payload);
    if (publication === undefined) {
      this.complain(PI_NOTIFY_PUBLISH_EVENT);
      return;
    }
    this.#publish("published", publication, at);
  }

  /** Another extension has said something on Pi's bus. Synchronous bookkeeping only. */
  hear(word: BusWord, at: number): void {
    switch (word.type) {
      case "silence":
        this.send({ type: "span.silenced" });
        return;
      case "question":
        this.send({ type: "question.asked", question: word.question, at });
        return;
      case "answer":
        this.send({ type: "question.answered", answer: word.answer });
        return;
      case "task started":
        this.send({ type: "task.started", taskId: word.taskId });
        return;
      case "task ended":
        if (word.notice !== undefined) this.#publish("task", word.notice, at);
        if (word.taskId !== undefined) this.send({ type: "task.ended", taskId: word.taskId });
        return;
    }
  }

  /** A payload on this channel made no sense: told once a session, without a word of it (R15, R35). */
  complain(channel: string): void {
    if (this.#complainedOf.has(channel)) return;
    this.#complainedOf.add(channel);
    const text = `pi-notify: an extension sent ${channel} with a payload that is none; it is ignored.`;
    void afterHandlers().then(() => this.#options.say(text, "warning"));
  }

  #publish(kind: "compaction" | "published" | "task", { event, label }: Publication, at: number): void {
    this.#published += 1;
    const id = `${this.#key}-${kind}${this.#published}`;
    this.send({ type: "notice.published", notice: { id, event, at, ...(label === undefined ? {} : { label }) } });
  }

  completeCommand(prefix: string): Completion[] {
    return completeNotify(prefix, this.#channelIds);
  }

  /** `/notify …`: the answer goes to Pi's UI, line by line. */
  async runCommand(args: string): Promise<void> {
    if (args.trim() === "doctor") return this.#examine();
    const runtime = await this.runtime();
    if (runtime === undefined) return;
    const { runNotifyCommand } = await importRuntime();
    const sources = this.#configSources();
    const project: ProjectConfig = {
      state: this.#project,
      approve: () =>
        this.#changeApproval(({ approveProject, CHANNELS }) => approveProject({ ...sources, registry: CHANNELS })),
      withdraw: () => this.#changeApproval(({ withdrawProject }) => withdrawProject(sources.project)),
    };
    const { global = "absent", origins = { of: () => [] } } = this.#files ?? {};
    const files = { path: sources.path, homeDir: homedir(), global, project: this.#project, origins };
    const viewing = { page: this.#options.viewerPage, ending: this.#ending.signal };
    const lines = await runNotifyCommand(args, { runtime, project, files, place: sources.project, viewing });
    this.#options.say(lines.join("\n"), "info");
  }

  /** `/notify doctor`: looks at everything anew, the files included, and starts no machine for it. */
  async #examine(): Promise<void> {
    const { env, cwd, isProjectTrusted, say, terminalName } = this.#options;
    try {
      const { importDoctor } = await import("../lazy.ts");
      const { examine, reportLines } = await importDoctor();
      const findings = await examine({
        ...{
          env,
          cwd,
          isProjectTrusted,
          terminalName: terminalName?.(),
          platform: process.platform,
          homeDir: homedir(),
          pid: process.pid,
        },
        signal: this.#ending.signal,
      });
      say(reportLines(findings).join("\n"), "info");
    } catch {
      this.#giveUp();
    }
  }

  /**
   * `/notify setup`: asks in these dialogs and writes the global file.
   * @returns whether the file was written; it is in force after `/reload`
   */
  async setUp(dialogs: SetupDialogs | undefined): Promise<boolean> {
    const { env, say } = this.#options;
    const { importSetup } = await import("../lazy.ts");
    const { runSetup, testWritten } = await importSetup();
    const runtime = { ...this.#runtimeOptions(), sessionKey: `${this.#key}-setup` };
    return await runSetup({
      dialogs,
      path: this.#configSources().path,
      env,
      say,
      sendTest: (text) => testWritten(text, runtime, this.#ending.signal),
    });
  }

  /** The machines, loaded when they are not yet; undefined when that failed or the session is over. */
  runtime(): Promise<SessionRuntime | undefined> {
    this.#runtime ??= this.#startRuntime();
    return this.#runtime;
  }

  /** Resolves when nothing of the session is left; within R16's bounds. */
  async end(): Promise<void> {
    if (this.#ended) return;
    // In one go with what is still queued, so that nothing slips in between.
    this.#queue.push({ type: "session.ended" });
    this.#ended = true;
    this.#ending.abort();
    const closed = this.#close();
    await Promise.race([closed, this.#tireOfConfig(closed)]);
  }

  /** Resolves, with nothing left to do, if the configuration is not read in time: a file system that hangs. */
  #tireOfConfig(closed: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#queue.length = 0;
        resolve();
      }, CONFIG_PATIENCE_MS);
      const stop = () => clearTimeout(timer);
      // Handled both ways: a rejection that nobody handles would end Pi.
      for (const done of [this.#config, closed]) void done.then(stop, stop);
    });
  }

  async #close(): Promise<void> {
    await this.#drain().catch(() => this.#giveUp());
    await (await this.#runtime)?.closed;
  }

  async #drain(): Promise<void> {
    this.#drainScheduled = false;
    if (this.#queue.length === 0) return;
    // Once loaded, events are handed over without a further turn of the event loop.
    const runtime = this.#loaded ?? (await this.#runtimeIfWanted());
    for (const event of this.#queue.splice(0)) {
      if (runtime === undefined) this.#rememberRun(event);
      else this.#handOver(runtime, event);
    }
  }

  #handOver(runtime: SessionRuntime, event: SessionEvent): void {
    const unheard = this.#unheardRun;
    this.#unheardRun = undefined;
    for (const next of unheard === undefined ? [event] : [unheard, event]) {
      try {
        runtime.send(next);
      } catch {
        // One event that breaks something must not take those behind it along.
        this.#giveUp();
      }
    }
  }

  /** Where no channel would tell the run, a dialog still has to know that it is one of a run. */
  #rememberRun(event: SessionEvent): void {
    if (event.type === "run.started") this.#unheardRun ??= event;
    if (event.type === "run.settled") this.#unheardRun = undefined;
  }

  async #runtimeIfWanted(): Promise<SessionRuntime | undefined> {
    const isWanted = this.#runtime !== undefined || (await this.#isWorthLoading());
    return isWanted ? this.runtime() : undefined;
  }

  async #isWorthLoading(): Promise<boolean> {
    const { mode } = this.#options;
    if (!this.#queue.some(({ type }) => STARTS_SOMETHING.has(type))) return false;
    const { enabled, channels, herdr, attention } = await this.#config;
    const mayTell = enabled && !(this.#isChild() && attention.childProcesses === "silent");
    if (mayTell && channels.some((channel) => channel.enabled && channel.modes.includes(mode))) return true;
    return herdr.enabled && this.#queue.some(({ type }) => CONCERNS_DIALOGS.has(type));
  }

  #isChild(): boolean {
    return this.#options.isNested === true || isSubagentChild(this.#options.env);
  }

  async #loadConfig(): Promise<Config> {
    const config = this.#options.config ?? (await this.#readConfig());
    this.#hasDelays = config.channels.some(({ delayMs }) => delayMs > 0);
    if (this.#hasDelays || config.channels.some(({ withdraw }) => withdraw)) this.#options.watchTyping();
    return config;
  }

  async #readConfig(): Promise<Config> {
    const { say } = this.#options;
    const sources = this.#configSources();
    const { cwd, isTrusted } = sources.project;
    const files = [sources.path, ...(isTrusted ? [projectConfigPath(cwd)] : [])];
    if (!(await Promise.all(files.map(exists))).includes(true))
      return defaultConfigAt({ platform: process.platform, env: sources.env });
    const { loadConfig: load, CHANNELS } = await import("../lazy.ts");
    const loaded = await (this.#options.loadConfig ?? load)({ ...sources, registry: CHANNELS });
    const { config, warnings, project } = loaded;
    this.#project = project;
    this.#files = loaded;
    for (const warning of warnings) say(`pi-notify: ${warning.text}`, "warning");
    return config;
  }

  async #changeApproval(
    change: (lazy: typeof import("../lazy.ts")) => Promise<ApprovalAnswer>,
  ): Promise<readonly string[]> {
    const { lines, isChanged } = await change(await import("../lazy.ts"));
    if (isChanged) this.#project = { kind: "changed" };
    return lines;
  }

  #configSources(): Pick<LoadConfigOptions, "path" | "env"> & Required<Pick<LoadConfigOptions, "project">> {
    const { env, cwd, isProjectTrusted } = this.#options;
    const place = { env, homeDir: homedir() };
    return { path: configPath(place), env, project: { cwd, agentDir: agentDir(place), isTrusted: isProjectTrusted } };
  }

  async #startRuntime(): Promise<SessionRuntime | undefined> {
    try {
      const config = await this.#config;
      // Known too late: the end did not wait for it.
      if (this.#ended && this.#queue.length === 0) return undefined;
      const { startSessionRuntime } = await importRuntime();
      const { herdr } = this.#options;
      this.#loaded = (this.#options.startRuntime ?? startSessionRuntime)({
        ...this.#runtimeOptions(),
        config,
        isChild: this.#isChild(),
        ...(herdr === undefined ? {} : { herdr }),
      });
      this.#askTerminal(this.#loaded);
      return this.#loaded;
    } catch {
      this.#giveUp();
      return undefined;
    }
  }

  /** Long before there is something to tell; one that never answers is not waited for. */
  #askTerminal({ terminalQuestion, world }: SessionRuntime): void {
    const { awaitTerminalName, terminalName } = this.#options;
    if (terminalQuestion === undefined || awaitTerminalName === undefined || this.#ended) return;
    if (terminalName?.() !== undefined) return;
    if (awaitTerminalName()) void world.ports.terminal.write(terminalQuestion);
  }

  #runtimeOptions(): Omit<SessionRuntimeOptions, "config"> {
    const { env, mode, say, terminal, cwd, sessionId, terminalName } = this.#options;
    return {
      sessionKey: this.#key,
      mode,
      env,
      terminal,
      session: (): SessionFacts => ({
        cwd,
        sessionId,
        host: hostname(),
        ...(this.#sessionName === undefined ? {} : { sessionName: this.#sessionName }),
      }),
      ...(terminalName === undefined ? {} : { terminalName }),
      onFault: () => say("pi-notify: an internal error ended a notice; Pi itself is unharmed.", "warning"),
      tell: say,
    };
  }

  /** A broken installation: told once; Pi goes on without notices (R12). */
  #giveUp(): Config {
    if (!this.#broken) {
      this.#options.say(
        "pi-notify: could not be loaded and stays silent; run `npm ci` in its folder, then /reload.",
        "error",
      );
    }
    this.#broken = true;
    return { ...DEFAULT_CONFIG, channels: [] };
  }
}

async function importRuntime() {
  const lazy = await import("../lazy.ts");
  return lazy.importRuntime();
}

/** Events that can lead to a notice; without one of them there is nothing to end either. */
const STARTS_SOMETHING: ReadonlySet<SessionEvent["type"]> = new Set([
  "run.started",
  "span.opened",
  "span.silenced",
  "question.asked",
  "task.started",
  "notice.published",
]);

/** Of these herdr hears, whatever the channels. */
const CONCERNS_DIALOGS: ReadonlySet<SessionEvent["type"]> = new Set(["span.opened", "span.silenced", "question.asked"]);

/** How long the end of a session waits for a configuration that is still being read, milliseconds (R16). */
const CONFIG_PATIENCE_MS = 500;

/** The next turn of the event loop: by then Pi's handlers for this event have returned. */
function afterHandlers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    // A file that is there but cannot be read is the loader's to tell (R17).
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}
