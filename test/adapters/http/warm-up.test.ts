import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { NO_PROGRAMS } from "../../../rig/off-desktop.ts";
import { openHandles, waitForHandles } from "../../../rig/open-handles.ts";
import { createAttemptDelivery } from "../../../src/actors/attempt-delivery.ts";
import type { DeliveryDeps } from "../../../src/actors/delivery-deps.ts";
import { createPrepareDelivery } from "../../../src/actors/prepare-delivery.ts";
import { ShownNotices } from "../../../src/actors/shown-notices.ts";
import { createTerminalTurns } from "../../../src/adapters/terminal/terminal-turns.ts";
import type { Channel } from "../../../src/channels/channel.ts";
import { CHANNELS } from "../../../src/channels/registry.ts";
import { webhookChannel } from "../../../src/channels/webhook/webhook.channel.ts";
import { webhookSchema } from "../../../src/channels/webhook/webhook.schema.ts";
import { DEFAULT_CONTENT } from "../../../src/content/content-options.ts";
import { deliveryMachine, PREPARE_LIMIT_MS } from "../../../src/machines/delivery.machine.ts";
import { NOTICE, plan } from "../../../src/model/plans.ts";
import type { HttpClient } from "../../../src/ports/http-client.ts";
import { StepClock } from "../../../src/testing/step-clock.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";
import { settle } from "../../machines/controlled-deliveries.ts";

/** Nothing here writes. */
const NO_TERMINAL = { write: () => Promise.reject(new Error("not written to")) };

const LOADING = { pending: { delay: "over", progress: "preparing" } };

/** A webhook's delivery behind the real actors, and an HTTP client whose loading the test ends by hand. */
function start(changes: { warmUp?: HttpClient["warmUp"]; clock?: SimulatedClock } = {}) {
  const loads: { readonly resolve: () => void }[] = [];
  const posts: string[] = [];
  const http: HttpClient = {
    warmUp: changes.warmUp ?? (() => new Promise<void>((resolve) => loads.push({ resolve }))),
    post: ({ url }) => {
      posts.push(url);
      return Promise.resolve({ status: 204, body: "" });
    },
  };
  const deps: DeliveryDeps = {
    channels: new Map([
      [
        "hook",
        {
          channel: webhookChannel as Channel<unknown, unknown>,
          config: webhookSchema.parse({ url: "http://h/" }),
        },
      ],
    ]),
    terminalNotifiers: [],
    desktopNotifiers: [],
    env: {},
    platform: "linux",
    tmux: { ask: () => Promise.resolve({ kind: "outside" }) },
    turns: createTerminalTurns(new StepClock()),
    shown: new ShownNotices(),
    ports: { http, programs: NO_PROGRAMS, now: () => 0, terminal: NO_TERMINAL, ttys: NO_TERMINAL },
    language: "en",
    content: DEFAULT_CONTENT,
    titles: {},
    session: () => ({ cwd: "/p", sessionId: "s", host: "h" }),
  };
  const actor = createActor(
    deliveryMachine.provide({
      actors: { prepareDelivery: createPrepareDelivery(deps), attemptDelivery: createAttemptDelivery(deps) },
    }),
    {
      clock: changes.clock ?? new SimulatedClock(),
      input: { notice: NOTICE, channel: plan("hook"), mode: "tui", held: false },
    },
  ).start();
  const state = () => actor.getSnapshot().value;
  const outcome = () => waitUntil("an outcome", () => actor.getSnapshot().output);
  return { actor, loads, posts, state, outcome };
}

let baseline: string[] = [];

describe("the first webhook of a process", () => {
  beforeEach(() => {
    baseline = openHandles();
  });
  afterEach(async () => {
    await waitForHandles(baseline);
  });

  it("is still being prepared while the HTTP client loads, and is sent afterwards", async () => {
    const { loads, posts, state, outcome } = start();
    await settle();
    expect(state()).toEqual(LOADING);
    expect(posts).toEqual([]);
    loads[0]?.resolve();
    expect(await outcome()).toEqual({ kind: "accepted" });
    expect(posts).toHaveLength(1);
  });

  it("can be held meanwhile, and goes out once when it is released", async () => {
    const { actor, loads, posts, state, outcome } = start();
    await settle();
    actor.send({ type: "delivery.held" });
    loads[0]?.resolve();
    await settle();
    expect(state()).toMatchObject({ pending: { progress: "held" } });
    expect(posts).toEqual([]);
    actor.send({ type: "delivery.released" });
    await settle();
    expect(state()).toEqual(LOADING);
    loads[1]?.resolve();
    expect(await outcome()).toEqual({ kind: "accepted" });
    expect(posts).toHaveLength(1);
  });

  it.each([
    [{ type: "delivery.expired", reason: "new-run" } as const, "new-run"],
    [{ type: "session.ended" } as const, "session-ended"],
  ])("can be overtaken meanwhile: %j", async (event, reason) => {
    const { actor, loads, posts, outcome } = start();
    await settle();
    actor.send(event);
    loads[0]?.resolve();
    expect(await outcome()).toEqual({ kind: "expired", reason });
    await settle();
    expect(posts).toEqual([]);
  });

  it("keeps to the limit of preparing", async () => {
    const clock = new SimulatedClock();
    const { posts, outcome } = start({ clock });
    await settle();
    clock.increment(PREPARE_LIMIT_MS);
    expect(await outcome()).toEqual({ kind: "expired", reason: "prepare-timeout" });
    await settle();
    expect(posts).toEqual([]);
  });

  it("does not wait for ever for a client that loads and loads", async () => {
    const { posts, outcome } = start();
    expect(await outcome()).toEqual({ kind: "accepted" });
    expect(posts).toHaveLength(1);
  });

  it.each<[string, HttpClient["warmUp"]]>([
    ["rejects", () => Promise.reject(new Error("no such file"))],
    [
      "throws",
      () => {
        throw new Error("no such file");
      },
    ],
  ])("lets the attempt tell when loading %s", async (_how, warmUp) => {
    const { posts, outcome } = start({ warmUp });
    expect(await outcome()).toEqual({ kind: "accepted" });
    expect(posts).toHaveLength(1);
  });
});

it.each(CHANNELS.map((channel) => [channel.type, channel] as const))(
  "%s loads the HTTP client beforehand only if it posts",
  async (type, channel) => {
    let loads = 0;
    const http: HttpClient = {
      warmUp: async () => {
        loads += 1;
      },
      post: () => Promise.reject(new Error("nothing is to be sent")),
    };
    await channel.warmUp?.({
      http,
      programs: NO_PROGRAMS,
      now: () => 0,
      terminal: NO_TERMINAL,
      ttys: NO_TERMINAL,
    });
    expect(loads).toBe(["webhook", "ntfy"].includes(type) ? 1 : 0);
  },
);

it.each(CHANNELS.map((channel) => [channel.type, channel] as const))(
  "%s makes do with an HTTP client that has nothing to load",
  async (_type, channel) => {
    const http: HttpClient = { post: () => Promise.reject(new Error("nothing is to be sent")) };
    const ports = { http, programs: NO_PROGRAMS, now: () => 0, terminal: NO_TERMINAL, ttys: NO_TERMINAL };
    expect(await channel.warmUp?.(ports)).toBeUndefined();
  },
);

it("warming up loads undici, opens nothing, and creating a client loads nothing", async () => {
  const client = fileURLToPath(new URL("../../../src/adapters/http/undici-http-client.ts", import.meta.url));
  const script = `
    import { createRequire } from "node:module";
    const { cache } = createRequire(process.argv[1]);
    const isLoaded = () => Object.keys(cache).some((path) => path.includes("undici/lib/dispatcher/client.js"));
    const { createHttpClient } = await import(process.argv[1]);
    const http = createHttpClient({ env: {} });
    const before = isLoaded();
    await http.warmUp();
    const handles = process.getActiveResourcesInfo().filter((name) => /TCP|TLS|Timeout|DNS|GetAddrInfo/.test(name));
    console.log(JSON.stringify([before, isLoaded(), handles]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script, client]);
  expect(JSON.parse(stdout)).toEqual([false, true, []]);
});
