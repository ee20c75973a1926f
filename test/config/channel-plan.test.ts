import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Channel } from "../../src/channels/channel.ts";
import { CHANNELS } from "../../src/channels/registry.ts";
import { type Config, DEFAULT_CONFIG, type ResolvedChannel } from "../../src/config/config.ts";
import { planChannels } from "../../src/runtime/channel-plan.ts";

function configOf(channels: readonly Partial<ResolvedChannel>[], more: Partial<Config> = {}): Config {
  const usual = { enabled: true, events: [], modes: ["tui"], delayMs: 0, withdraw: false, config: {} } as const;
  const whole = channels.map((channel): ResolvedChannel => {
    const type = channel.type ?? "bell";
    return { id: type, type, ...usual, ...channel };
  });
  return { ...DEFAULT_CONFIG, ...more, channels: whole };
}

test("the default channels", () => {
  expect(planChannels(DEFAULT_CONFIG, CHANNELS)).toEqual([
    {
      id: "terminal",
      type: "osc",
      events: DEFAULT_CONFIG.channels[0]?.events,
      modes: ["tui"],
      delayMs: 0,
      timeoutMs: 1000,
      yieldsTo: [],
    },
    {
      id: "bell",
      type: "bell",
      events: DEFAULT_CONFIG.channels[1]?.events,
      modes: ["tui"],
      delayMs: 0,
      timeoutMs: 1000,
      yieldsTo: ["terminal"],
    },
  ]);
});

test("the channel says its timeout from its own configuration", () => {
  const slow: Channel<{ seconds: number }, null> = {
    type: "slow",
    modes: { default: ["tui"], allowed: ["tui"] },
    schema: z.object({ seconds: z.number() }),
    timeoutMs: ({ seconds }) => seconds * 1000,
    prepare: () => ({ kind: "ready", facts: null }),
    attempt: () => Promise.resolve({ kind: "written" }),
    describe: () => "slow",
  };
  const [plan] = planChannels(configOf([{ type: "slow", config: { seconds: 7 } }]), [
    slow as Channel<unknown, unknown>,
  ]);
  expect(plan?.timeoutMs).toBe(7000);
});

describe("what cannot say anything", () => {
  test.each<[string, Partial<ResolvedChannel>, Partial<Config>, string | undefined]>([
    ["a channel that works", {}, {}, undefined],
    ["one that is off", { enabled: false }, {}, "disabled"],
    ["one whose variable is not set", { unusable: "not-configured", config: undefined }, {}, "not-configured"],
    ["one that is off and whose variable is not set", { enabled: false, unusable: "not-configured" }, {}, "disabled"],
    ["one of a type that is not there", { type: "pigeon" }, {}, "not-configured"],
    ["any, with everything off", {}, { enabled: false }, "disabled"],
  ])("%s", (_name, channel, more, unusable) => {
    // A webhook's timeout needs its configuration, which an unusable one does not have.
    const [plan] = planChannels(configOf([{ type: "webhook", config: { timeoutMs: 5 }, ...channel }], more), CHANNELS);
    expect(plan?.unusable).toBe(unusable);
    expect(plan?.timeoutMs).toBe(unusable === undefined ? 5 : 0);
  });
});

describe("a bell yields to the notifications on its terminal that are due by then", () => {
  test.each<[string, readonly Partial<ResolvedChannel>[], readonly string[]]>([
    ["alone", [], []],
    ["after one osc", [{ type: "osc" }], ["osc"]],
    [
      "to several",
      [
        { type: "osc", id: "a" },
        { type: "osc", id: "b", delayMs: 100 },
      ],
      ["a", "b"],
    ],
    [
      "not to a later one",
      [
        { type: "osc", id: "a" },
        { type: "osc", id: "b", delayMs: 101 },
      ],
      ["a"],
    ],
    ["not to a webhook or another bell", [{ type: "webhook" }, { type: "bell", id: "other" }], []],
  ])("%s", (_name, others, yieldsTo) => {
    const plans = planChannels(configOf([{ type: "bell", id: "it", delayMs: 100 }, ...others]), CHANNELS);
    expect(plans.find(({ id }) => id === "it")?.yieldsTo).toEqual(yieldsTo);
    for (const { type, yieldsTo: theirs } of plans) if (type !== "bell") expect(theirs).toEqual([]);
  });
});
