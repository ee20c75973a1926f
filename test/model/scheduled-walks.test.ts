import { PassThrough } from "node:stream";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Channel } from "../../src/channels/channel.ts";
import { CHANNELS } from "../../src/channels/registry.ts";
import { connect } from "../../src/extension.ts";
import type { ModelSetup } from "../../src/model/model-event.ts";
import { channel } from "../../src/model/scopes.ts";
import { startSessionRuntime } from "../../src/runtime/session-runtime.ts";
import { FakePi } from "../../src/testing/fake-pi.ts";
import { StepClock } from "../../src/testing/step-clock.ts";
import { type AgentFolder, writeAgentFolder } from "./extension-walker.ts";
import { IS_LONG } from "./long-run.ts";

const SETUP: ModelSetup = {
  mode: "tui",
  announces: "always",
  graceMs: 0,
  channels: [channel("hook"), channel("phone", { delayMs: 1_500 })],
};

/**
 * The whole extension while promises of its channels are under way in any number and are kept in any order, between
 * Pi's events and between each other. Nothing waits for anything, so there is no oracle to compare with after each
 * event: only what holds in every order is checked.
 */
class Interleaved {
  readonly pi = new FakePi({ mode: SETUP.mode });
  readonly clock = new StepClock();
  readonly attempts: string[] = [];
  readonly outcomes: string[] = [];
  readonly broken: string[] = [];
  /** What Pi's events have become, two turns of the event loop after each: by then the machines know it. */
  readonly #known = { dialog: false, ended: false, runs: 0 };
  dialogs = 0;
  isDialogOpen = false;
  isWorking = false;
  isEnded = false;
  #runs = 0;
  readonly #scheduler: fc.Scheduler;

  constructor(scheduler: fc.Scheduler) {
    this.#scheduler = scheduler;
  }

  async start(agent: AgentFolder): Promise<this> {
    const host = {
      env: { PI_CODING_AGENT_DIR: agent.path },
      terminal: new PassThrough(),
      startRuntime: (options: Parameters<typeof startSessionRuntime>[0]) => {
        const runtime = startSessionRuntime({ ...options, clock: this.clock, channels: this.#channels() });
        runtime.onOutcome(({ notice, channelId }) => this.outcomes.push(`${notice.id} ${channelId}`));
        return runtime;
      },
    };
    await this.pi.load((api) => connect(api, host));
    await this.pi.start();
    // The machines are there before the first interleaving; how they are loaded is no part of it.
    await this.pi.command("notify", "usage");
    for (let turn = 0; turn < 500 && this.pi.said.length === 0; turn += 1) await nextTurn();
    return this;
  }

  startRun(): Promise<void> {
    this.isWorking = true;
    this.#runs += 1;
    const runs = this.#runs;
    this.#later(() => {
      this.#known.runs = runs;
    });
    return this.pi.emit("agent_start");
  }

  async settle(stopReason: string): Promise<void> {
    this.isWorking = false;
    await this.pi.agentEnd(stopReason);
    await this.pi.emit("agent_settled", { aborted: stopReason === "aborted" });
  }

  openDialog(): Promise<void> {
    this.isDialogOpen = true;
    this.dialogs += 1;
    const dialog = this.dialogs;
    this.#later(() => {
      if (this.isDialogOpen && this.dialogs === dialog) this.#known.dialog = true;
    });
    return this.pi.openDialog();
  }

  closeDialog(): Promise<void> {
    this.isDialogOpen = false;
    this.#known.dialog = false;
    return this.pi.closeDialog();
  }

  end(): Promise<void> {
    this.isEnded = true;
    this.#later(() => {
      this.#known.ended = true;
    });
    return this.pi.shutdown();
  }

  /** Lets everything come to its end. */
  async finish(): Promise<void> {
    if (this.isDialogOpen) await this.closeDialog();
    const ended = this.isEnded ? Promise.resolve() : this.end();
    for (let step = 0; step < 20; step += 1) {
      for (let turn = 0; turn < 3; turn += 1) await nextTurn();
      if (this.#scheduler.count() > 0) await this.#scheduler.waitAll();
      this.clock.advance(1_000);
    }
    await ended;
  }

  #later(note: () => void): void {
    setImmediate(() => setImmediate(note));
  }

  #channels(): readonly Channel<unknown, unknown>[] {
    return CHANNELS.map((real) => {
      if (real.type !== "webhook") return real;
      return {
        ...real,
        warmUp: async () => {},
        prepare: () => this.#scheduler.schedule(Promise.resolve({ kind: "ready", facts: {} } as const), "prepare"),
        attempt: ({ notice, config }) => {
          const { url } = config as { url: string };
          this.#attempted(notice.id, url.slice(url.lastIndexOf("/") + 1));
          return this.#scheduler.schedule(Promise.resolve({ kind: "accepted" } as const), "attempt");
        },
      };
    });
  }

  #attempted(notice: string, id: string): void {
    const attempt = `${notice} ${id}`;
    const { dialog, ended, runs } = this.#known;
    const run = /-run(\d+)$/.exec(notice)?.[1];
    if (this.attempts.includes(attempt)) this.broken.push(`R1: ${attempt} is attempted twice`);
    if (run !== undefined && dialog) this.broken.push(`R4: ${attempt} is attempted under a dialog`);
    if (run !== undefined && Number(run) < runs) this.broken.push(`R6: ${attempt} is attempted in run ${runs}`);
    if (ended) this.broken.push(`R16: ${attempt} is attempted after the end`);
    this.attempts.push(attempt);
  }
}

type Command = fc.AsyncCommand<Situation, Interleaved, false>;
/** What decides whether an event can happen; the real object keeps the same books by itself. */
interface Situation {
  working: boolean;
  dialog: boolean;
  ended: boolean;
}

function command(
  name: string,
  isPossible: (situation: Situation) => boolean,
  happen: (situation: Situation, real: Interleaved) => unknown,
): fc.Arbitrary<Command> {
  return fc.constant({
    check: (situation) => !situation.ended && isPossible(situation),
    run: async (situation, real) => {
      await happen(situation, real);
    },
    toString: () => name,
  });
}

function often(times: number, wanted: fc.Arbitrary<Command>): readonly fc.Arbitrary<Command>[] {
  return Array.from({ length: times }, () => wanted);
}

const commands = fc.commands<Situation, Interleaved, false>(
  [
    ...often(
      3,
      command(
        "run starts",
        ({ working }) => !working,
        (situation, real) => {
          situation.working = true;
          return real.startRun();
        },
      ),
    ),
    ...["stop", "stop", "stop", "error", "aborted"].map((stopReason) =>
      command(
        `run settles: ${stopReason}`,
        ({ working }) => working,
        (situation, real) => {
          situation.working = false;
          return real.settle(stopReason);
        },
      ),
    ),
    command(
      "dialog opens",
      ({ dialog }) => !dialog,
      (situation, real) => {
        situation.dialog = true;
        return real.openDialog();
      },
    ),
    command(
      "dialog closes",
      ({ dialog }) => dialog,
      (situation, real) => {
        situation.dialog = false;
        return real.closeDialog();
      },
    ),
    command(
      "key",
      () => true,
      (_, real) => real.pi.type("x"),
    ),
    // Most of a walk has to be waiting: a second that passes ends every question under way.
    ...often(
      12,
      command("a turn passes", () => true, nextTurn),
    ),
    command(
      "no time passes",
      () => true,
      (_, real) => real.clock.advance(0),
    ),
    command(
      "a second passes",
      () => true,
      (_, real) => real.clock.advance(1_000),
    ),
    command(
      "session ends",
      () => true,
      (situation, real) => {
        situation.ended = true;
        void real.end();
      },
    ),
  ],
  { maxCommands: 60, size: "max" },
);

it("promises kept in any order, between Pi's events: what always holds holds", { timeout: 60 * 60_000 }, async () => {
  await using agent = await writeAgentFolder(SETUP);
  let attempts = 0;
  const property = fc.asyncProperty(fc.scheduler(), commands, async (scheduler, walk) => {
    const real = await new Interleaved(scheduler).start(agent);
    await fc.scheduledModelRun(
      scheduler,
      async () => ({ model: { working: false, dialog: false, ended: false }, real }),
      walk,
    );
    await real.finish();
    attempts += real.attempts.length;
    expect(real.broken).toEqual([]);
    expect(real.pi.errors).toEqual([]);
    // Each delivery has exactly one outcome (R11), and whatever was attempted has one.
    expect(new Set(real.outcomes).size).toBe(real.outcomes.length);
    expect(real.attempts.filter((attempt) => !real.outcomes.includes(attempt))).toEqual([]);
    expect(real.clock.pending()).toEqual([]);
  });
  await fc.assert(property, { numRuns: IS_LONG ? 20_000 : 500 });
  console.log(`${attempts} attempts in all walks`);
  expect(attempts).toBeGreaterThan(50);
});

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
