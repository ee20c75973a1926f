import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { bellChannel } from "../../src/channels/bell/bell.channel.ts";
import type { AttemptRequest, Channel, Readiness } from "../../src/channels/channel.ts";
import { oscChannel } from "../../src/channels/osc/osc.channel.ts";
import { webhookChannel } from "../../src/channels/webhook/webhook.channel.ts";
import { connect } from "../../src/extension.ts";
import type { ModelChannel, ModelEvent, ModelSetup } from "../../src/model/model-event.ts";
import { type OracleStep, outcomeText } from "../../src/model/oracle.ts";
import { openQuestions, type Seen } from "../../src/model/seen.ts";
import type { AttemptResult } from "../../src/notices/outcome.ts";
import { type StartSessionRuntime, startSessionRuntime } from "../../src/runtime/session-runtime.ts";
import { FakePi } from "../../src/testing/fake-pi.ts";
import { StepClock } from "../../src/testing/step-clock.ts";
import { busEvent } from "./bus-event.ts";
import type { Walker } from "./walk-path.ts";

const LIMIT_MS = 5_000;
/** What a channel may resolve with that is neither a verdict nor a result. */
const NONSENSE: readonly unknown[] = [
  undefined,
  null,
  "ready",
  42,
  {},
  { kind: "ready" },
  { kind: "skipped", reason: "because" },
  { kind: "failed" },
  { kind: "timed-out", reason: "no-answer" },
];
/** Counts on over all walks, so that together they try all of it. */
let nonsenseTold = 0;
const HOOK_HOST = "http://127.0.0.1:9/";

const STARTS_SOMETHING: ReadonlySet<string> = new Set([
  "run.started",
  "dialog.opened",
  "dialog.silenced",
  "question.asked",
  "task.started",
  "notice.published",
]);

interface Question {
  readonly channel: string;
  /** `run1 hook #2`, as the rules call it: a channel is not told for whom it is asked. */
  label: string | undefined;
  readonly resolve: (verdict: Readiness<unknown>) => void;
  readonly reject: (error: unknown) => void;
}

interface Attempt {
  readonly delivery: string;
  readonly channel: string;
  readonly signal: AbortSignal;
  readonly resolve: (result: AttemptResult) => void;
  readonly reject: (error: unknown) => void;
}

/** With a channel that tells here, if only that it does not, the file has exactly the channels that it names. */
const NOTHING_BUILT_IN = { id: "no-bell", type: "bell", enabled: false };

/** A configuration file that says what a model's setup says, in a Pi agent folder of its own. */
export interface AgentFolder extends AsyncDisposable {
  readonly path: string;
}

export async function writeAgentFolder(setup: ModelSetup): Promise<AgentFolder> {
  const path = await mkdtemp(join(tmpdir(), "pi-notify-model-"));
  const folder = join(path, "extensions", "pi-notify");
  await mkdir(folder, { recursive: true });
  const config = {
    version: 1,
    language: "en",
    prompts: { notify: setup.announces, graceMs: setup.graceMs },
    ...(setup.backgroundMs === undefined
      ? {}
      : { attention: { backgroundWork: "hold", backgroundWorkMaxMs: setup.backgroundMs } }),
    channels: [
      NOTHING_BUILT_IN,
      ...setup.channels.map(({ id, delayMs, timeoutMs, events, modes, unusable }) => ({
        id,
        ...(id === "osc" || id === "bell"
          ? { type: id }
          : { type: "webhook", modes, webhook: { url: `${HOOK_HOST}${id}`, timeoutMs } }),
        delayMs,
        events,
        enabled: unusable === undefined,
      })),
    ],
  };
  await writeFile(join(folder, "config.json"), JSON.stringify(config));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/**
 * The whole extension on a fake Pi: Pi's events in, a configuration file, its queue, its machines and their actors.
 * Only the clock is moved by hand, and what the channels would do outside is answered by hand.
 */
export class ExtensionWalker implements Walker, AsyncDisposable {
  readonly #pi: FakePi;
  readonly #setup: ModelSetup;
  readonly #clock = new StepClock();
  #agent: AgentFolder | undefined;
  readonly #unnamed: Question[] = [];
  readonly #questions = new Set<Question>();
  readonly #attempts = new Set<Attempt>();
  #asked: string[] = [];
  #started: string[] = [];
  #outcomes: string[] = [];
  #waiting: string[] = [];
  #isClosed = false;
  /** The machines are loaded at the first event that can lead to a notice; time must not pass before. */
  #runtime: "not wanted" | "loading" | "loaded" = "not wanted";

  private constructor(setup: ModelSetup) {
    this.#setup = setup;
    this.#pi = new FakePi({ mode: setup.mode });
  }

  /** With a folder of its own, which goes when the walker is disposed. */
  static async startAlone(setup: ModelSetup): Promise<ExtensionWalker> {
    const agent = await writeAgentFolder(setup);
    const walker = await ExtensionWalker.start(setup, agent);
    walker.#agent = agent;
    return walker;
  }

  static async start(setup: ModelSetup, agent: AgentFolder): Promise<ExtensionWalker> {
    const walker = new ExtensionWalker(setup);
    const host = {
      env: { PI_CODING_AGENT_DIR: agent.path },
      terminal: new PassThrough(),
      startRuntime: walker.#startRuntime,
    };
    await walker.#pi.load((api) => connect(api, host));
    walker.#pi.bus.on("herdr:blocked", ({ active, label }) => walker.#hearHerdr(active, label));
    await walker.#pi.start();
    return walker;
  }

  async take(event: ModelEvent, expected: OracleStep): Promise<Seen> {
    this.#asked = [];
    this.#started = [];
    this.#outcomes = [];
    this.#waiting = [];
    if (event.type === "clock.advanced") await this.#advance(event.ms);
    else this.#perform(event);
    await this.#until(expected);
    this.#answerLate(expected);
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    this.#nameQuestions(expected);
    return this.#seen(expected);
  }

  async end(): Promise<void> {
    if (!this.#isClosed) void this.#pi.shutdown();
    for (let step = 0; step < 100 && this.#clock.pending().length > 0; step += 1) {
      this.#clock.advance(1_000);
      await nextTurn();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
    await this.#agent?.[Symbol.asyncDispose]();
  }

  readonly #startRuntime: StartSessionRuntime = (options) => {
    const runtime = startSessionRuntime({ ...options, clock: this.#clock, channels: this.#channels() });
    this.#runtime = "loaded";
    runtime.onOutcome(({ notice, channelId, outcome }) => {
      if (channelId === NOTHING_BUILT_IN.id) return;
      this.#outcomes.push(`${nameOf(notice.id)} ${notice.event} ${channelId}: ${outcomeText(outcome)}`);
    });
    return runtime;
  };

  /** From timer to timer, with time between them for what is no timer. */
  async #advance(ms: number): Promise<void> {
    const end = this.#clock.now() + ms;
    for (let next = this.#clock.pending()[0]; next !== undefined; next = this.#clock.pending()[0]) {
      if (this.#clock.now() + next > end) break;
      this.#clock.advance(next);
      for (let turn = 0; turn < 2; turn += 1) await nextTurn();
    }
    this.#clock.advance(end - this.#clock.now());
  }

  #perform(event: ModelEvent): void {
    switch (event.type) {
      case "prepare.answered":
        this.#answerPrepare(event);
        break;
      case "attempt.answered":
        this.#answerAttempt(event);
        break;
      case "user.typed":
        this.#pi.type("x");
        break;
      case "session.ended":
        void this.#pi.shutdown().then(() => {
          this.#isClosed = true;
        });
        break;
      default:
        if (this.#runtime === "not wanted" && STARTS_SOMETHING.has(event.type)) this.#runtime = "loading";
        void this.#emit(event);
    }
  }

  /** As docs/pi.md has it. */
  #emit(event: ModelEvent): Promise<void> {
    const stopReasons = { ok: "stop", error: "error", aborted: "aborted" } as const;
    switch (event.type) {
      case "run.started":
        return this.#pi.emit("agent_start");
      case "loop.ended":
        return this.#pi.agentEnd(stopReasons[event.outcome]);
      case "run.settled":
        return this.#pi.emit("agent_settled", { aborted: event.aborted });
      case "dialog.opened":
        return this.#pi.emit("ui_prompt_start", { reason: "ui_prompt", kind: "custom", title: event.title });
      case "dialog.closed":
        return this.#pi.emit("ui_prompt_end", { reason: "ui_prompt", kind: "custom" });
      case "dialog.silenced":
      case "question.asked":
      case "question.answered":
      case "task.started":
      case "task.ended":
        this.#pi.bus.emit(...busEvent(event));
        return Promise.resolve();
      case "notice.published":
        return this.#pi.emit("session_compact", { reason: "threshold", willRetry: false });
      default:
        throw new Error(`${event.type} is no event of Pi`);
    }
  }

  #hearHerdr(active: boolean, label: string): void {
    if (!active) this.#waiting.push("ended");
    else this.#waiting.push(label === "" ? "began" : `began ${label}`);
  }

  /** Until all that the rules want has happened. What they do not want is seen a few turns later. */
  async #until(expected: OracleStep): Promise<void> {
    const deadline = performance.now() + LIMIT_MS;
    const { happened, state } = expected;
    const hasHappened = () =>
      this.#runtime !== "loading" &&
      this.#asked.length + this.#unnamed.length >= happened.asked.length &&
      this.#started.length >= happened.attempts.length &&
      this.#outcomes.length >= happened.outcomes.length &&
      this.#waiting.length >= happened.waiting.length &&
      (state.session !== "closed" || this.#isClosed);
    do {
      await nextTurn();
      this.#nameQuestions(expected);
    } while (!hasHappened() && performance.now() < deadline);
  }

  /** A channel is asked without being told for which notice; asked in the order of the rules, the names fit. */
  #nameQuestions({ happened }: OracleStep): void {
    for (const question of this.#unnamed.splice(0)) {
      const taken = new Set(this.#asked);
      const label = happened.asked.find((text) => !taken.has(text) && text.split(" ")[1] === question.channel);
      question.label = label;
      this.#asked.push(label ?? `an unexpected question to ${question.channel}`);
    }
  }

  #seen({ state }: OracleStep): Seen {
    const wanted = openQuestions(state);
    const labels = [...this.#questions].flatMap(({ label }) => label ?? []);
    return {
      asked: this.#asked,
      attempts: this.#started,
      outcomes: this.#outcomes,
      waiting: this.#waiting,
      dismissed: undefined,
      // Whether a question was withdrawn is not told to a channel: one that is not wanted any more counts as that.
      questions: labels.filter((label) => wanted.includes(label)),
      underWay: [...this.#attempts].filter(({ signal }) => !signal.aborted).map(({ delivery }) => delivery),
      closed: this.#isClosed,
      timers: this.#clock.pending().length,
      faults: [
        ...this.#pi.errors.map(String),
        ...this.#pi.said.filter((line) => line.includes("internal error ended")),
      ],
    };
  }

  #answerPrepare(event: Extract<ModelEvent, { type: "prepare.answered" }>): void {
    const whose = `${event.notice} ${event.channel} #`;
    const question = [...this.#questions].findLast(({ label }) => label?.startsWith(whose));
    if (question === undefined) return;
    this.#questions.delete(question);
    if (event.how === "ready") question.resolve(ready(question));
    else if (event.how === "refused") question.resolve({ kind: "skipped", reason: "pane-hidden" });
    else if (event.how === "rejected") question.reject(new Error("the channel rejected"));
    else question.resolve(this.#nonsense() as Readiness<unknown>);
  }

  #answerAttempt(event: Extract<ModelEvent, { type: "attempt.answered" }>): void {
    const attempt = [...this.#attempts].find(({ delivery }) => delivery === `${event.notice} ${event.channel}`);
    if (attempt === undefined) return;
    this.#attempts.delete(attempt);
    if (event.how === "succeeded") attempt.resolve({ kind: this.#channel(event.channel).success });
    else if (event.how === "failed") attempt.resolve({ kind: "failed", reason: "http 500" });
    else if (event.how === "rejected") attempt.reject(new Error("the channel rejected"));
    else attempt.resolve(this.#nonsense() as AttemptResult);
  }

  #nonsense(): unknown {
    nonsenseTold += 1;
    return NONSENSE[nonsenseTold % NONSENSE.length];
  }

  /** Whoever is not waited for any more answers all the same. */
  #answerLate({ state }: OracleStep): void {
    const wanted = openQuestions(state);
    for (const question of this.#questions) {
      if (question.label !== undefined && wanted.includes(question.label)) continue;
      this.#questions.delete(question);
      question.resolve(ready(question));
    }
    for (const attempt of this.#attempts) {
      if (!attempt.signal.aborted) continue;
      this.#attempts.delete(attempt);
      attempt.resolve({ kind: "accepted" });
    }
  }

  /** The real channels but for what they do: they ask and tell the test. */
  #channels(): readonly Channel<unknown, unknown>[] {
    return [
      this.#byHand(oscChannel, () => "osc"),
      this.#byHand(bellChannel, () => "bell"),
      this.#byHand(webhookChannel, ({ url }) => url.slice(HOOK_HOST.length)),
    ];
  }

  #byHand<Config, Facts>(real: Channel<Config, Facts>, idOf: (config: Config) => string): Channel<unknown, unknown> {
    // The model knows nothing of turns, and a turn is waited for on the system's clock. Nor of what a first request has
    // to load, during which this clock by hand would run on.
    const { takesTurns: _, warmUp: __, ...channel } = real as Channel<unknown, unknown>;
    return {
      ...channel,
      timeoutMs: (config) => this.#channel(idOf(config as Config)).timeoutMs,
      prepare: ({ config }) => this.#prepare(idOf(config as Config)),
      attempt: (request, _ports, signal) => this.#attempt(idOf(request.config as Config), request, signal),
    };
  }

  #prepare(channel: string): Promise<Readiness<unknown>> {
    if (this.#channel(channel).throwsAt === "prepare") {
      this.#unnamed.push({ channel, label: undefined, resolve: () => {}, reject: () => {} });
      throw new Error("the channel threw");
    }
    return new Promise((resolve, reject) => {
      const question: Question = { channel, label: undefined, resolve, reject };
      this.#unnamed.push(question);
      this.#questions.add(question);
    });
  }

  #attempt(channel: string, request: AttemptRequest<unknown, unknown>, signal: AbortSignal): Promise<AttemptResult> {
    const { notice, facts } = request;
    const name = nameOf(notice.id);
    this.#started.push(`${name} ${notice.event} ${channel} #${(facts as { round: string }).round}`);
    if (this.#channel(channel).throwsAt === "attempt") throw new Error("the channel threw");
    return new Promise((resolve, reject) => {
      this.#attempts.add({ delivery: `${name} ${channel}`, channel, signal, resolve, reject });
    });
  }

  #channel(id: string): ModelChannel {
    const channel = this.#setup.channels.find((candidate) => candidate.id === id);
    if (channel === undefined) throw new Error(`no channel ${id}`);
    return channel;
  }
}

function ready({ label }: Question): Readiness<unknown> {
  return { kind: "ready", facts: { round: label?.split("#")[1] ?? "?" } };
}

function nameOf(noticeId: string): string {
  return (noticeId.split("-").at(-1) ?? "").replace("compaction", "note");
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
