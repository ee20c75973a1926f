import { expect, it } from "vitest";
import { OFF_DESKTOP } from "../../rig/off-desktop.ts";
import { bellChannel } from "../../src/channels/bell/bell.channel.ts";
import { attemptOf } from "./bell-and-osc-attempt.ts";

it("is one BEL byte, whatever tmux says", async () => {
  for (const tmux of [{ kind: "outside" }, { kind: "unanswered" }] as const) {
    expect(await bellChannel.prepare({ config: {}, env: { TMUX: "x" }, tmux, ...OFF_DESKTOP })).toEqual({
      kind: "ready",
      facts: null,
    });
  }
  expect(await attemptOf(bellChannel, {}, null)).toEqual({ result: { kind: "written" }, writes: ["\x07"] });
});

it("passes a failed write on", async () => {
  const failed = { kind: "failed", reason: "terminal closed" } as const;
  expect((await attemptOf(bellChannel, {}, null, { answer: failed })).result).toEqual(failed);
});

it("works in the TUI only and has nothing to configure", () => {
  expect(bellChannel.type).toBe("bell");
  expect(bellChannel.describe({}, "en")).toBe("terminal bell");
  expect(bellChannel.modes).toEqual({ default: ["tui"], allowed: ["tui"] });
  expect(bellChannel.timeoutMs({})).toBe(1_000);
  expect(bellChannel.schema.safeParse({}).success).toBe(true);
  expect(bellChannel.schema.safeParse({ volume: 1 }).success).toBe(false);
});
