import { describe, expect, it } from "vitest";
import { DEFAULT_CONFIG } from "../../src/config/config.ts";
import type { PiMode } from "../../src/notices/notice.ts";
import { type WorthFacts, worthLoading } from "../../src/pi/worth-loading.ts";

type Events = Parameters<typeof worthLoading>[0];

const STARTING: Events = [
  "run.started",
  "span.opened",
  "span.silenced",
  "question.asked",
  "task.started",
  "notice.published",
];
const OTHERS: Events = [
  "loop.ended",
  "run.settled",
  "span.closed",
  "question.answered",
  "task.ended",
  "user.typed",
  "session.ended",
];

function facts({ mode = "tui" as PiMode, isChild = false, ...config }: Partial<WorthFacts> & Changes = {}): WorthFacts {
  return { mode, isChild, config: { ...DEFAULT_CONFIG, ...config } };
}

type Changes = Partial<WorthFacts["config"]>;

const OFF = DEFAULT_CONFIG.channels.map((channel) => ({ ...channel, enabled: false }));
const NO_HERDR = { herdr: { enabled: false } };
const TELLS = { attention: { ...DEFAULT_CONFIG.attention, childProcesses: "notify" as const } };

describe("worthLoading", () => {
  it.each(STARTING)("%s waits for the configuration, and is worth it where a channel would notify", (type) => {
    expect(worthLoading([type], undefined)).toBe("wait");
    expect(worthLoading([type], facts())).toBe("load");
    expect(worthLoading(["user.typed", type, "session.ended"], facts())).toBe("load");
  });

  it("nothing else is ever worth it, whatever the configuration", () => {
    expect(worthLoading([], undefined)).toBe("nothing");
    expect(worthLoading(OTHERS, undefined)).toBe("nothing");
    expect(worthLoading(OTHERS, facts())).toBe("nothing");
  });

  it.each<[string, WorthFacts, run: string, dialog: string]>([
    ["defaults in the terminal", facts(), "load", "load"],
    ["no channel works in this mode", facts({ mode: "json" }), "nothing", "load"],
    ["the same, and herdr off", facts({ mode: "json", ...NO_HERDR }), "nothing", "nothing"],
    ["every channel off", facts({ channels: OFF }), "nothing", "load"],
    ["no channel", facts({ channels: [] }), "nothing", "load"],
    ["pi-notify off", facts({ enabled: false }), "nothing", "load"],
    ["pi-notify and herdr off", facts({ enabled: false, ...NO_HERDR }), "nothing", "nothing"],
    ["a subagent's child", facts({ isChild: true }), "nothing", "load"],
    ["a subagent's child that may notify", facts({ isChild: true, ...TELLS }), "load", "load"],
    ["herdr off", facts(NO_HERDR), "load", "load"],
  ])("%s", (_name, given, run, dialog) => {
    expect(worthLoading(["run.started"], given)).toBe(run);
    expect(worthLoading(["task.started"], given)).toBe(run);
    expect(worthLoading(["notice.published"], given)).toBe(run);
    for (const type of ["span.opened", "span.silenced", "question.asked"] as const) {
      expect(worthLoading([type], given), type).toBe(dialog);
    }
  });
});
