import { expect, it } from "vitest";
import { askChannel } from "../../src/actors/ask-channel.ts";
import type { BoundChannel } from "../../src/actors/delivery-deps.ts";
import type { Channel, Readiness } from "../../src/channels/channel.ts";
import { desktopChannel } from "../../src/channels/desktop/desktop.channel.ts";
import { oscChannel } from "../../src/channels/osc/osc.channel.ts";
import { oscSchema } from "../../src/channels/osc/osc.schema.ts";
import type { TmuxReply } from "../../src/ports/tmux-client.ts";

const DESKTOP = bound(desktopChannel, { when: "fallback" });
const OSC = bound(oscChannel, oscSchema.parse({}));
const BROKEN = bound({ ...oscChannel, prepare: () => Promise.reject(new Error("broken")) }, oscSchema.parse({}));

const KITTY = { KITTY_WINDOW_ID: "1" };
const APPLE = { TERM_PROGRAM: "Apple_Terminal" };
const OUTSIDE: TmuxReply = { kind: "outside" };

const READY = { kind: "ready", facts: { desktop: "macos" } } as const;
const NOT_NEEDED = { kind: "skipped", reason: "not-needed" } as const;

function bound<Config, Facts>(channel: Channel<Config, Facts>, config: Config): BoundChannel {
  return { channel: channel as Channel<unknown, unknown>, config };
}

function inTmux(passthrough: "off" | "on", paneVisible: boolean): TmuxReply {
  const names = { sessionName: "s", windowIndex: "0", paneIndex: "0", sessionId: "$0", windowId: "@0", paneId: "%0" };
  return { kind: "answered", ...names, passthrough, paneVisible, clients: [], everyClient: [] };
}

it.each<[string, readonly BoundChannel[], Record<string, string>, TmuxReply, Readiness<unknown>]>([
  ["the terminal has a sequence", [OSC], KITTY, OUTSIDE, NOT_NEEDED],
  ["the terminal is not known, so that it gets the fallback's", [OSC], {}, OUTSIDE, NOT_NEEDED],
  ["the terminal has none", [OSC], APPLE, OUTSIDE, READY],
  ["GNU screen lies between and passes it on", [OSC], { ...KITTY, STY: "1.a" }, OUTSIDE, NOT_NEEDED],
  ["tmux lets it through", [OSC], KITTY, inTmux("on", true), NOT_NEEDED],
  ["tmux lets nothing through", [OSC], KITTY, inTmux("off", true), READY],
  ["nobody sees the pane", [OSC], KITTY, inTmux("on", false), READY],
  ["tmux does not answer", [OSC], KITTY, { kind: "unanswered" }, READY],
  ["no channel would write to it", [], KITTY, OUTSIDE, READY],
  ["the channel that would is broken", [BROKEN], KITTY, OUTSIDE, READY],
  ["one of two can", [BROKEN, OSC], KITTY, OUTSIDE, NOT_NEEDED],
])("the desktop as a fallback: %s", async (_name, terminalNotifiers, env, tmux, verdict) => {
  expect(await askChannel(DESKTOP, { env, platform: "darwin", terminalNotifiers }, tmux)).toEqual(verdict);
});
