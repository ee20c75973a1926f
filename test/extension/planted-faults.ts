import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { Channel } from "../../src/channels/channel.ts";
import { CHANNELS } from "../../src/channels/registry.ts";
import type { ExtensionHost } from "../../src/extension.ts";
import type { Clock } from "../../src/ports/clock.ts";
import {
  type SessionRuntime,
  type SessionRuntimeOptions,
  startSessionRuntime,
} from "../../src/runtime/session-runtime.ts";
import { changeContext, instead } from "./changed-context.ts";

/** What the extension is connected to. */
export interface Surroundings {
  readonly pi: ExtensionAPI;
  readonly host: ExtensionHost;
}

/** One point at which something misbehaves in one way. */
export interface PlantedFault {
  readonly name: string;
  /** Whether the channel `good` has to tell of a run all the same. */
  readonly goodTells: boolean;
  plant(surroundings: Surroundings): Surroundings;
}

/** Of two webhooks with these ids the first one misbehaves. */
export const BAD_CHANNEL = "bad";
export const GOOD_CHANNEL = "good";

/** The configuration that the faults are made for; a delay makes the extension listen to the keyboard. */
export function faultyConfig(url: string): object {
  const hook = (id: string) => ({ id, type: "webhook", webhook: { url: `${url}/${id}`, timeoutMs: 2_000 } });
  const later = { ...hook("later"), delayMs: 60_000 };
  return { version: 1, language: "en", channels: [hook(BAD_CHANNEL), hook(GOOD_CHANNEL), later] };
}

/** Ways not to answer a call. */
const MISDEEDS: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new Error("a planted fault");
  },
  "throws nothing at all": () => {
    throw undefined;
  },
  rejects: () => Promise.reject(new Error("a planted fault")),
  "rejects later": () => new Promise((_, reject) => setTimeout(reject, 20, new Error("a planted fault"))),
  "never answers": () => new Promise(() => {}),
  "answers undefined": () => undefined,
  "answers a number that is none": () => Number.NaN,
  "answers with what throws when it is read": () =>
    new Proxy({}, { get: throwing, has: throwing, ownKeys: throwing, getPrototypeOf: throwing }),
  "answers with what can be read once": () => onceReadable(),
  // biome-ignore lint/suspicious/noThenProperty: whoever awaits it is thrown at, that is the point
  "answers with a promise that throws": () => Object.defineProperty({}, "then", { get: throwing }),
};

type ChannelPoint = "warmUp" | "prepare" | "attempt" | "describe" | "timeoutMs";

const CHANNEL_FAULTS = (["warmUp", "prepare", "attempt", "describe", "timeoutMs"] as const).flatMap((point) =>
  Object.entries(MISDEEDS).map(([how, act]) => channelFault(point, how, act)),
);

const SCHEMA_FAULT: PlantedFault = {
  name: "a channel's schema throws when it is read",
  goodTells: true,
  plant: (surroundings) =>
    withChannels(
      surroundings,
      CHANNELS.map((channel) =>
        channel.type === "bell"
          ? Object.defineProperty({ ...channel }, "schema", { get: throwing, enumerable: true })
          : channel,
      ),
    ),
};

/** Pi's interface, at the points that the extension uses. */
const PI_FAULTS: readonly PlantedFault[] = [
  contextFault("ctx.ui.notify throws", true, { notify: throwing }),
  contextFault("ctx.ui.notify rejects", true, { notify: () => Promise.reject(new Error("a planted fault")) }),
  contextFault("ctx.ui.onTerminalInput throws", true, { onTerminalInput: throwing }),
  contextFault("ctx.ui.onTerminalInput gives a function that throws", true, { onTerminalInput: () => throwing }),
  contextFault("ctx.ui.onTerminalInput gives a function that rejects", true, {
    onTerminalInput: () => () => Promise.reject(new Error("a planted fault")),
  }),
  contextFault("ctx.ui.onTerminalInput brings something that is no text", true, {
    onTerminalInput: (handler: (data: unknown) => unknown) => {
      for (const data of [undefined, null, 7, {}]) handler(data);
      return () => {};
    },
  }),
  // Without a session there is nothing to tell of.
  apiFault("pi.getSessionName throws", false, { getSessionName: throwing }),
];

const CLOCK_FAULTS: readonly PlantedFault[] = [
  // Preparing has a limit, and a limit needs a clock.
  clockFault("the clock cannot be set", false, { setTimeout: throwing }),
  clockFault("the clock cannot be stopped", false, { clearTimeout: throwing }),
  clockFault("the clock never strikes", true, { setTimeout: () => 0, clearTimeout: () => {} }),
  clockFault("the clock strikes twice", true, {
    setTimeout: (strike, ms) => {
      setTimeout(strike, ms + 50).unref();
      return setTimeout(strike, ms);
    },
    clearTimeout: (id) => clearTimeout(id),
  }),
];

const RUNTIME_FAULTS: readonly PlantedFault[] = [
  runtimeFault("the machines do not start", false, throwing),
  runtimeFault("the machines are something else", false, () => 7 as never),
  runtimeFault("the machines refuse an event", true, (options) => {
    const runtime = startSessionRuntime(options);
    return {
      ...runtime,
      send: (event) => {
        if (event.type === "loop.ended") throw new Error("a planted fault");
        runtime.send(event);
      },
    };
  }),
  runtimeFault("the machines' end is told as an error", true, (options) => ({
    ...startSessionRuntime(options),
    closed: rejected(),
  })),
  runtimeFault("the machines never end", true, (options) => ({
    ...startSessionRuntime(options),
    closed: new Promise(() => {}),
  })),
  {
    name: "the environment throws when it is read",
    goodTells: false,
    plant: ({ pi, host }) => ({ pi, host: { ...host, env: new Proxy({}, { get: throwing, has: throwing }) } }),
  },
];

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  ...CHANNEL_FAULTS,
  SCHEMA_FAULT,
  ...PI_FAULTS,
  ...CLOCK_FAULTS,
  ...RUNTIME_FAULTS,
];

function channelFault(point: ChannelPoint, how: string, act: () => unknown): PlantedFault {
  const isBad = (config: unknown) => (config as { url: string }).url.endsWith(`/${BAD_CHANNEL}`);
  return {
    name: `a channel's ${point} ${how}`,
    goodTells: true,
    plant: (surroundings) =>
      withChannels(
        surroundings,
        CHANNELS.map((channel) => {
          if (channel.type !== "webhook") return channel;
          const real = channel[point] as (...args: unknown[]) => unknown;
          const faulty = (first: unknown, ...rest: unknown[]) => {
            // Warming up is for all channels of a type.
            if (point === "warmUp") return act();
            const config = point === "prepare" || point === "attempt" ? (first as { config: unknown }).config : first;
            return isBad(config) ? act() : real.call(channel, first, ...rest);
          };
          return { ...channel, [point]: faulty };
        }),
      ),
  };
}

function withChannels(surroundings: Surroundings, channels: readonly Channel<unknown, unknown>[]): Surroundings {
  return withRuntime(surroundings, (options) => startSessionRuntime({ ...options, channels }));
}

function withRuntime({ pi, host }: Surroundings, startRuntime: StartRuntime): Surroundings {
  return { pi, host: { ...host, startRuntime } };
}

type StartRuntime = (options: SessionRuntimeOptions) => SessionRuntime;

function runtimeFault(name: string, goodTells: boolean, startRuntime: StartRuntime): PlantedFault {
  return { name, goodTells, plant: (surroundings) => withRuntime(surroundings, startRuntime) };
}

function clockFault(name: string, goodTells: boolean, faulty: Partial<Clock>): PlantedFault {
  const clock: Clock = {
    setTimeout: (strike, ms) => setTimeout(strike, ms),
    clearTimeout: (id) => clearTimeout(id),
    ...faulty,
  };
  return runtimeFault(name, goodTells, (options) => startSessionRuntime({ ...options, clock }));
}

function apiFault(name: string, goodTells: boolean, faulty: Readonly<Record<string, unknown>>): PlantedFault {
  return { name, goodTells, plant: ({ pi, host }) => ({ pi: instead(pi, faulty), host }) };
}

/** Every context that the extension is given has these in its `ui`. */
function contextFault(name: string, goodTells: boolean, faulty: Readonly<Record<string, unknown>>): PlantedFault {
  return {
    name,
    goodTells,
    plant: ({ pi, host }) => ({ pi: changeContext(pi, { ui: faulty }), host }),
  };
}

function throwing(): never {
  throw new Error("a planted fault");
}

/** Handled here; who waits for it is told all the same. */
function rejected(): Promise<never> {
  const promise = Promise.reject(new Error("a planted fault"));
  promise.catch(() => {});
  return promise;
}

/** An answer that is right when it is checked and throws when it is used. */
function onceReadable(): object {
  const read = new Set<string>();
  const values: Record<string, unknown> = { kind: "failed", reason: "no" };
  const keys = Object.keys(values);
  return new Proxy(values, {
    get: (target, key) => {
      if (typeof key !== "string" || !keys.includes(key)) return undefined;
      if (read.has(key)) throwing();
      read.add(key);
      return target[key];
    },
  });
}
