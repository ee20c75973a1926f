import { channel } from "../../src/model/scopes.ts";
import type { PiScope } from "./pi-acts.ts";

/** A limit that no test reaches, and that the oracle sees no step of. */
const NEVER_MS = 60_000;
const HELD_HOOK = channel("hook", { timeoutMs: NEVER_MS });
const DELAYED_PHONE = channel("phone", { delayMs: NEVER_MS, timeoutMs: NEVER_MS });
const TERMINAL = [channel("bell", { yieldsTo: ["osc"] }), channel("osc")];

const RUNS = ["prompt.typed", "model.answered", "run.aborted"] as const;
const DIALOGS = ["dialog.opened", "dialog.answered"] as const;

/**
 * What the real Pi can do, at the grain at which a test can decide it. Time never passes by itself in here: a limit is
 * either out of reach or over at once.
 */
export const PI_SCOPES: readonly PiScope[] = [
  {
    name: "terminal, bell and a server that is slow",
    setup: { mode: "tui", announces: "during-run", graceMs: 0, channels: [...TERMINAL, HELD_HOOK] },
    atOnce: { settled: 2, dialog: 1 },
    acts: [...RUNS, ...DIALOGS, "prompt.sent", "server.answered"],
    tmux: "prompt",
    servers: "held",
    kind: "shortest",
    paths: 59,
  },
  {
    name: "dialogs outside runs, and within their grace time",
    setup: {
      mode: "tui",
      announces: "always",
      graceMs: NEVER_MS,
      channels: [HELD_HOOK],
    },
    atOnce: { settled: 1, dialog: 1 },
    acts: [...RUNS, ...DIALOGS, "dialog.withdrawn", "prompt.sent", "model.stumbled", "server.answered"],
    tmux: "prompt",
    servers: "held",
    kind: "shortest",
    paths: 10,
  },
  {
    // What it leaves behind shows only later, so that each way into a state counts.
    name: "a new run under a dialog, while the old run's notice is held",
    setup: { mode: "tui", announces: "always", graceMs: NEVER_MS, channels: [HELD_HOOK] },
    atOnce: { settled: 2, dialog: 1 },
    acts: ["prompt.typed", "prompt.sent", "model.answered", ...DIALOGS],
    tmux: "prompt",
    servers: "held",
    kind: "transitions",
    paths: 24,
  },
  {
    name: "a delay and typing",
    setup: { mode: "tui", announces: "during-run", graceMs: 0, channels: [DELAYED_PHONE] },
    atOnce: { settled: 2, dialog: 1 },
    acts: [...RUNS, ...DIALOGS, "dialog.withdrawn", "prompt.sent", "key.pressed"],
    tmux: "prompt",
    servers: "held",
    kind: "shortest",
    paths: 12,
  },
  {
    name: "compactions and recoveries",
    setup: { mode: "tui", announces: "during-run", graceMs: 0, channels: [HELD_HOOK] },
    atOnce: { settled: 1, dialog: 0 },
    acts: [...RUNS, "model.compacts", "model.recovered", "server.answered"],
    tmux: "prompt",
    servers: "held",
    kind: "transitions",
    paths: 24,
  },
  {
    name: "a slow tmux",
    setup: { mode: "tui", announces: "during-run", graceMs: 0, channels: [HELD_HOOK] },
    atOnce: { settled: 1, dialog: 1 },
    acts: [...RUNS, ...DIALOGS, "prompt.sent", "tmux.answered", "server.answered"],
    tmux: "slow",
    servers: "held",
    kind: "shortest",
    paths: 18,
  },
  {
    name: "a server that never answers",
    setup: { mode: "tui", announces: "during-run", graceMs: 0, channels: [channel("hook", { timeoutMs: 1_000 })] },
    atOnce: { settled: 1, dialog: 1 },
    acts: [...RUNS, ...DIALOGS, "dialog.withdrawn", "prompt.sent"],
    tmux: "prompt",
    servers: "silent",
    kind: "shortest",
    paths: 7,
  },
];

/** Behind MODEL_LONG=1: some two thousand acts. */
export const LONG_PI_SCOPES: readonly PiScope[] = [
  {
    name: "a delay beside none, typing and compactions",
    setup: { mode: "tui", announces: "during-run", graceMs: 0, channels: [DELAYED_PHONE, HELD_HOOK] },
    atOnce: { settled: 1, dialog: 1 },
    acts: [...RUNS, ...DIALOGS, "dialog.withdrawn", "prompt.sent", "key.pressed", "model.compacts", "server.answered"],
    tmux: "prompt",
    servers: "held",
    kind: "shortest",
    paths: 234,
  },
];
