import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askChannel } from "../../src/actors/ask-channel.ts";
import type { Notifier } from "../../src/actors/delivery-deps.ts";
import { bellChannel } from "../../src/channels/bell/bell.channel.ts";
import type { Channel, Readiness } from "../../src/channels/channel.ts";
import { desktopChannel } from "../../src/channels/desktop/desktop.channel.ts";
import { oscChannel } from "../../src/channels/osc/osc.channel.ts";
import { oscSchema } from "../../src/channels/osc/osc.schema.ts";
import { EVENT_IDS, type EventId } from "../../src/notices/event-table.ts";
import type { TmuxReply } from "../../src/ports/tmux-client.ts";

const DESKTOP = bound("desktop", desktopChannel, { when: "fallback" });
const ALWAYS = bound("desktop", desktopChannel, { when: "always" });
const OSC = bound("osc", oscChannel, oscSchema.parse({}));
const BELL = bound("bell", bellChannel, {});
const BROKEN = bound(
  "broken",
  { ...oscChannel, prepare: () => Promise.reject(new Error("broken")) },
  oscSchema.parse({}),
);
const NO_DESKTOP = bound(
  "desktop",
  { ...desktopChannel, prepare: () => ({ kind: "skipped", reason: "unsupported" }) },
  { when: "fallback" },
);

const KITTY = { KITTY_WINDOW_ID: "1" };
const APPLE = { TERM_PROGRAM: "Apple_Terminal" };
const VTE = { VTE_VERSION: "7006" };
const KONSOLE = { KONSOLE_VERSION: "221203" };
const OUTSIDE: TmuxReply = { kind: "outside" };

const READY = "ready";
const NOT_NEEDED = "not-needed";

function bound<Config, Facts>(id: string, channel: Channel<Config, Facts>, config: Config): Notifier {
  return { id, channel: channel as Channel<unknown, unknown>, config, events: EVENT_IDS };
}

function inTmux(passthrough: "off" | "on", paneVisible: boolean, ...clients: readonly string[]): TmuxReply {
  const names = { sessionName: "s", windowIndex: "0", paneIndex: "0", sessionId: "$0", windowId: "@0", paneId: "%0" };
  const told = clients.map((termType) => ({ termType, termName: "xterm-256color" }));
  return { kind: "answered", ...names, passthrough, paneVisible, clients: told, everyClient: [] };
}

interface Place {
  readonly env?: Record<string, string>;
  readonly tmux?: TmuxReply;
  readonly terminals?: readonly Notifier[];
  readonly desktops?: readonly Notifier[];
  readonly event?: EventId;
  readonly isFailing?: (id: string) => boolean;
}

/** What becomes of it: `ready`, or why it is skipped. */
async function ask(channel: Notifier, place: Place): Promise<string> {
  const { env = {}, tmux = OUTSIDE, terminals = [OSC], desktops = [DESKTOP], event, isFailing } = place;
  const deps = { env, platform: "darwin", terminalNotifiers: terminals, desktopNotifiers: desktops } as const;
  const verdict: Readiness<unknown> = await askChannel(
    channel,
    { ...deps, ...(isFailing && { isFailing }) },
    { tmux, ...(event && { event }) },
  );
  return verdict.kind === "ready" ? READY : verdict.reason;
}

const ONLY_ERRORS: Notifier = { ...OSC, events: ["agent-error"] };

describe("the desktop as a fallback", () => {
  it.each<[string, Place, string]>([
    ["the terminal surely shows it", { env: KITTY }, NOT_NEEDED],
    ["the terminal is not known, so that it gets the fallback's", {}, READY],
    ["the terminal shows it by build", { env: VTE }, READY],
    ["the terminal has none", { env: APPLE }, READY],
    ["GNU screen lies between, and which window is in front nobody knows", { env: { ...KITTY, STY: "1.a" } }, READY],
    ["tmux lets it through", { env: KITTY, tmux: inTmux("on", true, "kitty(0.26.5)") }, NOT_NEEDED],
    ["tmux's terminal shows it by build", { env: KITTY, tmux: inTmux("on", true, "VTE(7006)") }, READY],
    ["tmux's terminal is a tmux", { env: KITTY, tmux: inTmux("on", true, "tmux 3.3a") }, READY],
    ["tmux lets nothing through", { env: KITTY, tmux: inTmux("off", true, "kitty(0.26.5)") }, READY],
    ["nobody sees the pane", { env: KITTY, tmux: inTmux("on", false, "kitty(0.26.5)") }, READY],
    ["tmux does not answer", { env: KITTY, tmux: { kind: "unanswered" } }, READY],
    ["no channel would write to it", { env: KITTY, terminals: [] }, READY],
    ["the channel that would is broken", { env: KITTY, terminals: [BROKEN] }, READY],
    ["the channel that would has failed last", { env: KITTY, isFailing: (id) => id === "osc" }, READY],
    ["one of two can", { env: KITTY, terminals: [BROKEN, OSC] }, NOT_NEEDED],
    [
      "the terminal is not told of this event",
      { env: KITTY, terminals: [ONLY_ERRORS], event: "input-required" },
      READY,
    ],
    ["the terminal is told of this event", { env: KITTY, terminals: [ONLY_ERRORS], event: "agent-error" }, NOT_NEEDED],
  ])("%s", async (_name, place, verdict) => {
    expect(await ask(DESKTOP, place)).toBe(verdict);
  });
});

describe("the terminal beside a desktop", () => {
  it.each<[string, Place, string]>([
    ["surely shows it", { env: KITTY }, READY],
    ["surely shows it, and the desktop always does", { env: KITTY, desktops: [ALWAYS] }, READY],
    ["is not known", {}, NOT_NEEDED],
    ["is not known, and no desktop is reachable", { desktops: [NO_DESKTOP] }, READY],
    ["is not known, and no desktop is configured", { desktops: [] }, READY],
    ["is not known, and the desktop has failed last", { isFailing: (id) => id === "desktop" }, READY],
    [
      "is not known, and the desktop tells of other events",
      { desktops: [{ ...DESKTOP, events: ["agent-error"] }], event: "input-required" },
      READY,
    ],
    ["shows it by build, beside one that surely does", { env: VTE, terminals: [OSC, sure()] }, READY],
    ["has none", { env: APPLE }, "unsupported"],
    ["is behind a tmux that lets nothing through", { env: KITTY, tmux: inTmux("off", true) }, "passthrough-off"],
  ])("%s", async (_name, place, verdict) => {
    expect(await ask(OSC, place)).toBe(verdict);
  });
});

describe("the terminal and the desktop", () => {
  const terminal = fc.constantFrom<Record<string, string>>(KITTY, APPLE, VTE, KONSOLE, {}, { TERM: "st-256color" });
  const tmux = fc.constantFrom<TmuxReply>(
    OUTSIDE,
    { kind: "unanswered" },
    inTmux("on", true, "kitty(0.26.5)"),
    inTmux("on", true, "VTE(7006)"),
    inTmux("on", false, "kitty(0.26.5)"),
    inTmux("off", true, "kitty(0.26.5)"),
  );
  const told = fc.uniqueArray(fc.constantFrom(...EVENT_IDS));
  const event = fc.constantFrom(...EVENT_IDS);

  it("tell of an event once at most, and once wherever one of them is told of it and could show it", async () => {
    const kinds = fc.record({
      env: terminal,
      tmux,
      event,
      ofTerminal: told,
      ofDesktop: told,
      hasDesktop: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(kinds, async ({ env, tmux, event, ofTerminal, ofDesktop, hasDesktop }) => {
        const osc = { ...OSC, events: ofTerminal };
        const desktop = { ...(hasDesktop ? DESKTOP : NO_DESKTOP), events: ofDesktop };
        const place: Place = { env, tmux, event, terminals: [osc], desktops: [desktop] };
        // The machines ask no channel about an event that it is not told of.
        const asked = [osc, desktop].filter(({ events }) => events.includes(event));
        const verdicts = await Promise.all(asked.map((channel) => ask(channel, place)));
        const alone = await Promise.all(
          asked.map((channel) => ask(channel, { ...place, terminals: [], desktops: [] })),
        );
        expect(verdicts.filter((verdict) => verdict === READY)).toHaveLength(alone.includes(READY) ? 1 : 0);
      }),
      { numRuns: 500 },
    );
  });

  it("one of them tells although the other has failed last", async () => {
    await fc.assert(
      fc.asyncProperty(terminal, tmux, fc.constantFrom("osc", "desktop"), async (env, tmux, failing) => {
        const place: Place = { env, tmux, isFailing: (id) => id === failing };
        const reliable = failing === "osc" ? DESKTOP : OSC;
        const alone = await ask(reliable, { ...place, terminals: [], desktops: [] });
        expect(await ask(reliable, place)).toBe(alone);
      }),
    );
  });
});

describe("the bell, of which Konsole makes a notification", () => {
  it.each<[string, Place, string]>([
    ["where the terminal is written to", { env: KONSOLE, desktops: [] }, NOT_NEEDED],
    ["where the desktop tells", { env: KONSOLE }, NOT_NEEDED],
    ["where nothing else tells", { env: KONSOLE, terminals: [], desktops: [] }, READY],
    [
      "where nothing else tells of this event",
      { env: KONSOLE, terminals: [ONLY_ERRORS], desktops: [], event: "input-required" },
      READY,
    ],
    ["inside tmux, which rings itself", { env: KONSOLE, tmux: inTmux("on", true, "Konsole 22.12.3") }, READY],
    ["in another terminal", { env: KITTY }, READY],
  ])("%s", async (_name, place, verdict) => {
    expect(await ask(BELL, place)).toBe(verdict);
  });
});

/** A terminal channel that was told by its configuration what the terminal speaks. */
function sure(): Notifier {
  return bound("sure", oscChannel, oscSchema.parse({ protocol: "osc99" }));
}
