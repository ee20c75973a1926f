import { describe, expect, it } from "vitest";
import { createActor } from "xstate";
import { createAttemptDelivery } from "../../../src/actors/attempt-delivery.ts";
import type { DeliveryDeps } from "../../../src/actors/delivery-deps.ts";
import { createPrepareDelivery } from "../../../src/actors/prepare-delivery.ts";
import { ShownNotices } from "../../../src/actors/shown-notices.ts";
import { createTerminalTurns, turnsOf } from "../../../src/adapters/terminal/terminal-turns.ts";
import type { Channel, Readiness } from "../../../src/channels/channel.ts";
import { oscChannel } from "../../../src/channels/osc/osc.channel.ts";
import { oscSchema } from "../../../src/channels/osc/osc.schema.ts";
import { deliveryMachine } from "../../../src/machines/delivery.machine.ts";
import { plan } from "../../../src/model/plans.ts";
import type { EventId } from "../../../src/notices/event-table.ts";
import type { AttemptResult, Outcome } from "../../../src/notices/outcome.ts";
import type { TmuxReply } from "../../../src/ports/tmux-client.ts";
import { StepClock } from "../../../src/testing/step-clock.ts";
import { settle } from "../../machines/controlled-deliveries.ts";

const WRITTEN: Outcome = { kind: "written" };

/** Deliveries behind the real actors on one terminal and one clock. A `slow` one is asked about by hand. */
function startTerminal({ result = WRITTEN as AttemptResult } = {}) {
  const clock = new StepClock();
  const writes: string[] = [];
  const questions: (() => void)[] = [];
  const outside: TmuxReply = { kind: "outside" };
  const osc = oscChannel as unknown as Channel<unknown, unknown>;
  const config = oscSchema.parse({ protocol: "osc777" });
  const prepared = (prepare: () => Readiness<unknown>) => ({ channel: { ...osc, prepare }, config });
  const deps: DeliveryDeps = {
    channels: new Map([
      ...["terminal", "second"].map((id) => [id, { channel: osc, config }] as const),
      ["skips", prepared(() => ({ kind: "skipped", reason: "pane-hidden" }))],
      [
        "throws",
        prepared(() => {
          throw new Error("a planted fault");
        }),
      ],
    ]),
    terminalNotifiers: [],
    desktopNotifiers: [],
    env: {},
    platform: "linux",
    tmux: {
      ask: (key) =>
        key.includes("slow")
          ? new Promise((resolve) => questions.push(() => resolve(outside)))
          : Promise.resolve(outside),
    },
    turns: createTerminalTurns(clock),
    shown: new ShownNotices(),
    ports: {
      terminal: {
        write: async (bytes: string) => {
          const [, title, body] = /notify;(.*?);(.*)\x1b/.exec(bytes) ?? [];
          writes.push(`${clock.now()}: ${title} | ${body}`);
          return result;
        },
      },
    } as unknown as DeliveryDeps["ports"],
    language: "en",
    content: { project: true, session: false, host: false, location: false } as DeliveryDeps["content"],
    titles: {},
    session: () => ({ cwd: "/p", sessionId: "s", host: "h" }),
  };
  const machine = deliveryMachine.provide({
    actors: { prepareDelivery: createPrepareDelivery(deps), attemptDelivery: createAttemptDelivery(deps) },
  });
  return {
    clock,
    writes,
    answer: () => questions.shift()?.(),
    tell(event: EventId, { id = event as string, channel = "terminal" } = {}) {
      const notice = { id, event, at: 0 };
      const input = { notice, channel: plan(channel), mode: "tui", held: false } as const;
      const actor = createActor(machine, { clock, input });
      actor.start();
      return { send: actor.send, outcome: () => actor.getSnapshot().output };
    },
    async pass(ms: number) {
      await settle();
      await settle();
      clock.advance(ms);
      await settle();
      await settle();
    },
  };
}

describe("two notifications on one terminal", () => {
  it("the first goes at once, the next after a second, and then at once again", async () => {
    const { tell, pass, writes, clock } = startTerminal();
    const first = tell("agent-completed");
    await pass(300);
    const second = tell("agent-error");
    await pass(699);
    expect(writes).toEqual(["0: Pi finished the task | Project: p"]);
    expect(second.outcome()).toBeUndefined();
    await pass(1);
    await pass(5_000);
    tell("input-required");
    await pass(0);
    expect(writes).toEqual([
      "0: Pi finished the task | Project: p",
      "1000: Pi encountered an error | Project: p",
      "6000: Pi needs your input | Project: p",
    ]);
    expect([first, second].map(({ outcome }) => outcome())).toEqual([WRITTEN, WRITTEN]);
    expect(clock.pending()).toEqual([]);
  });

  it("one in the same millisecond still comes within the second that preparing has", async () => {
    const { tell, pass, writes } = startTerminal();
    tell("agent-completed");
    await pass(0);
    const second = tell("agent-error");
    await pass(999);
    expect(writes).toEqual(["0: Pi finished the task | Project: p", "999: Pi encountered an error | Project: p"]);
    expect(second.outcome()).toEqual(WRITTEN);
  });

  it("all that come while one waits go with it, the most urgent in front", async () => {
    const { tell, pass, writes } = startTerminal();
    tell("agent-completed");
    await pass(100);
    const waiting = [tell("context-compacted"), tell("agent-error"), tell("task-completed")];
    await pass(500);
    waiting.push(tell("agent-error", { id: "again" }));
    await pass(400);
    expect(writes.slice(1)).toEqual([
      "1000: Pi encountered an error | Pi completed a task · Pi compacted the context · Project: p",
    ]);
    expect(waiting.map(({ outcome }) => outcome())).toEqual(Array(4).fill(WRITTEN));
  });

  it("those of one moment go together, though tmux answers one of them later", async () => {
    const { tell, pass, writes, answer } = startTerminal();
    tell("agent-completed", { id: "slow" });
    tell("context-compacted");
    await pass(50);
    expect(writes).toEqual([]);
    answer();
    await pass(0);
    expect(writes).toEqual(["50: Pi finished the task | Pi compacted the context · Project: p"]);
  });

  it("one that tmux does not answer keeps nobody for longer than preparing lasts", async () => {
    const { tell, pass, writes } = startTerminal();
    const hangs = tell("agent-completed", { id: "slow" });
    await pass(10);
    const other = tell("context-compacted");
    await pass(990);
    expect(hangs.outcome()).toEqual({ kind: "expired", reason: "prepare-timeout" });
    expect(other.outcome()).toEqual(WRITTEN);
    expect(writes).toEqual(["1000: Pi compacted the context | Project: p"]);
  });

  it.each<[string, object, Outcome | undefined]>([
    ["held", { type: "delivery.held" }, undefined],
    ["overtaken", { type: "delivery.expired", reason: "new-run" }, { kind: "expired", reason: "new-run" }],
  ])("one that is %s while it waits is not told with the others", async (_name, event, outcome) => {
    const { tell, pass, writes, clock } = startTerminal();
    tell("agent-completed");
    await pass(100);
    const waits = tell("context-compacted");
    const goes = tell("agent-error");
    await pass(100);
    waits.send(event as Parameters<typeof waits.send>[0]);
    await pass(800);
    expect(writes.slice(1)).toEqual(["1000: Pi encountered an error | Project: p"]);
    expect([waits.outcome(), goes.outcome()]).toEqual([outcome, WRITTEN]);
    expect(clock.pending()).toEqual([]);
  });

  it("nothing ticks for one that was overtaken alone, and the next one waits no longer for it", async () => {
    const { tell, pass, writes, clock } = startTerminal();
    tell("agent-completed");
    await pass(100);
    tell("context-compacted").send({ type: "delivery.expired", reason: "new-run" });
    await pass(0);
    expect(clock.pending()).toEqual([]);
    await pass(900);
    tell("agent-error");
    await pass(0);
    expect(writes.slice(1)).toEqual(["1000: Pi encountered an error | Project: p"]);
  });

  it("a released one waits for its turn again", async () => {
    const { tell, pass, writes } = startTerminal();
    const held = tell("agent-completed", { id: "slow" });
    await pass(0);
    held.send({ type: "delivery.held" });
    tell("input-required");
    await pass(200);
    expect(writes).toEqual(["0: Pi needs your input | Project: p"]);
    held.send({ type: "delivery.released" });
    await pass(100);
    held.send({ type: "delivery.expired", reason: "new-run" });
    await pass(1_000);
    expect(writes).toHaveLength(1);
  });

  it.each([
    ["is skipped", "skips", { kind: "skipped", reason: "pane-hidden" }],
    ["fails while it is prepared", "throws", { kind: "failed", reason: "internal error" }],
  ])("one that %s keeps no later one waiting", async (_name, channel, outcome) => {
    const { tell, pass, writes, clock } = startTerminal();
    const gone = tell("agent-completed", { channel });
    await pass(0);
    expect(gone.outcome()).toEqual(outcome);
    const next = tell("agent-error");
    await pass(0);
    expect(writes).toEqual(["0: Pi encountered an error | Project: p"]);
    expect(next.outcome()).toEqual(WRITTEN);
    expect(clock.pending()).toEqual([]);
  });

  it("two channels with one notice each write their own", async () => {
    const { tell, pass, writes } = startTerminal();
    tell("agent-completed");
    tell("agent-completed", { channel: "second" });
    await pass(0);
    expect(writes).toEqual(Array(2).fill("0: Pi finished the task | Project: p"));
  });

  it("what fails, fails for all that went together", async () => {
    const failed = { kind: "failed", reason: "terminal closed" } as const;
    const { tell, pass } = startTerminal({ result: failed });
    const both = [tell("agent-completed"), tell("agent-error")];
    await pass(0);
    expect(both.map(({ outcome }) => outcome())).toEqual([failed, failed]);
  });
});

it("a place is given up with its signal, before, while and after it is ready", async () => {
  const clock = new StepClock();
  const turns = createTerminalTurns(clock);
  expect(await turns.enter(AbortSignal.abort()).ready()).toBeUndefined();
  const going = new AbortController();
  const place = turns.enter(going.signal);
  going.abort();
  expect(await place.ready()).toBeUndefined();
  const last = turns.enter(new AbortController().signal);
  expect(await last.ready()).toMatchObject({ size: 1 });
  last.leave();
  const waiting = new AbortController();
  const ready = turns.enter(waiting.signal).ready();
  expect(clock.pending()).toEqual([999]);
  waiting.abort();
  expect(await ready).toBeUndefined();
  expect(clock.pending()).toEqual([]);
});

it("a terminal has its turns for life", () => {
  const terminal = {};
  expect(turnsOf(terminal)).toBe(turnsOf(terminal));
  expect(turnsOf({})).not.toBe(turnsOf(terminal));
});
