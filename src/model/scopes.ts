import type { ModelChannel, ModelSetup } from "./model-event.ts";
import { plan } from "./plans.ts";
import type { Alphabet } from "./possible-events.ts";
import type { ScopeSize, SizedScope } from "./scope-size.ts";

/** One step of the clock ends every wait but a leader's and a drain's, which take two. */
const STEP_MS = 1_000;

export function channel(id: string, changes: Partial<ModelChannel> = {}): ModelChannel {
  const success = id === "osc" || id === "bell" ? "written" : "accepted";
  return { ...plan(id), timeoutMs: 700, success, ...changes };
}

const SETUP: ModelSetup = { mode: "tui", announces: "during-run", graceMs: 150, channels: [channel("hook")] };

const ALPHABET: Alphabet = {
  atOnce: { settled: 1, dialog: 1, published: 0 },
  loopEnds: ["ok", "error"],
  settles: [false, true],
  lostEnds: false,
  typing: false,
  prepareAnswers: ["ready", "refused"],
  attemptAnswers: ["succeeded", "failed"],
  steps: [STEP_MS],
  stray: false,
};

function scope(
  name: string,
  setup: Partial<ModelSetup>,
  alphabet: Partial<Alphabet>,
  size: ScopeSize = "small",
): SizedScope {
  return { name, setup: { ...SETUP, ...setup }, alphabet: { ...ALPHABET, ...alphabet }, size };
}

// Long enough for the bell to lose patience (R10).
const SLOW_OSC = channel("osc", { timeoutMs: 2_700 });
/** Its bell yields to channels that are no OSC: no configuration does that. */
export const POLICY = "channels that policy refuses";

const BELL_AND_OSC = [channel("bell", { yieldsTo: ["osc"] }), SLOW_OSC];
const WITH_DELAY = channel("phone", { delayMs: 1_500 });
const BROKEN: Partial<Alphabet> = {
  loopEnds: ["error"],
  settles: [false],
  prepareAnswers: ["ready", "rejected", "nonsense"],
  attemptAnswers: ["succeeded", "rejected", "nonsense"],
};
const QUIET: Partial<Alphabet> = {
  loopEnds: [],
  settles: [false],
  prepareAnswers: ["ready"],
  attemptAnswers: ["succeeded"],
};
const IN_PRINT = { modes: ["print"], timeoutMs: 2_700 } as const;
const IN_JSON = { ...IN_PRINT, modes: ["json"] } as const;

/** Explored to the fixed point. Together they take each transition of each machine that a channel can cause. */
export const SCOPES: readonly SizedScope[] = [
  scope("1 channel, 2 dialogs", {}, { atOnce: { settled: 1, dialog: 2, published: 0 }, lostEnds: true }),
  scope("2 channels, 1 dialog", { channels: [channel("hook"), channel("phone")] }, {}, "large"),
  scope(
    "3 channels, no dialog",
    { channels: [channel("hook"), channel("phone"), channel("desk")] },
    { atOnce: { settled: 1, dialog: 0, published: 0 }, loopEnds: [], settles: [false] },
    "medium",
  ),
  scope("bell after osc", { channels: BELL_AND_OSC }, { loopEnds: ["ok"] }, "largest"),
  scope(
    "2 runs and a publication, every stray event",
    {},
    {
      atOnce: { settled: 2, dialog: 1, published: 1 },
      loopEnds: ["ok", "error", "aborted"],
      settles: [false, true, undefined],
      stray: true,
      lostEnds: true,
      attemptAnswers: ["succeeded"],
    },
    "largest",
  ),
  scope(
    "a delay and typing",
    { channels: [WITH_DELAY] },
    { atOnce: { settled: 2, dialog: 1, published: 1 }, loopEnds: ["ok"], typing: true },
    "medium",
  ),
  scope(
    "a delay beside none",
    { channels: [WITH_DELAY, channel("hook")] },
    { loopEnds: [], settles: [false], typing: true, prepareAnswers: ["ready"], attemptAnswers: ["succeeded"] },
    "medium",
  ),
  scope(
    "dialogs outside runs",
    // A grace time of two steps, so that a run can begin in the middle of it.
    { announces: "always", graceMs: 1_500 },
    { atOnce: { settled: 1, dialog: 2, published: 0 }, typing: true },
  ),
  scope(
    "print mode",
    {
      mode: "print",
      channels: [channel("hook", IN_PRINT), channel("phone", { ...IN_PRINT, delayMs: 1_200 }), channel("osc")],
    },
    {
      atOnce: { settled: 1, dialog: 0, published: 1 },
      loopEnds: [],
      settles: [false],
      prepareAnswers: ["ready"],
      attemptAnswers: ["succeeded"],
      stray: true,
    },
    "large",
  ),
  scope(
    "json mode with a delay",
    { mode: "json", channels: [channel("hook", IN_JSON), channel("phone", { ...IN_JSON, delayMs: 1_500 })] },
    { atOnce: { settled: 1, dialog: 0, published: 0 }, loopEnds: ["error"], settles: [false] },
  ),
  scope(
    POLICY,
    {
      channels: [
        channel("off", { unusable: "disabled" }),
        channel("errors", { events: ["agent-error"] }),
        channel("osc", { modes: ["rpc"] }),
        channel("bell", { yieldsTo: ["off", "errors", "osc"] }),
      ],
    },
    { loopEnds: ["error", "ok"], settles: [false] },
  ),
  scope("a broken channel beside a good one", { channels: [channel("bad"), channel("hook")] }, BROKEN, "largest"),
  scope(
    "a channel that throws when asked",
    { channels: [channel("bad", { throwsAt: "prepare" }), channel("hook")] },
    BROKEN,
  ),
  scope(
    "a channel that throws when it should tell",
    { channels: [channel("osc", { throwsAt: "attempt" }), channel("bell", { yieldsTo: ["osc"] })] },
    BROKEN,
  ),
  // With work in the background that nobody wants to wait for.
  scope("a silent dialog", {}, { ...QUIET, marker: true, tasks: ["t"] }),
  scope(
    "silent dialogs and what is asked in them",
    {},
    {
      ...QUIET,
      marker: true,
      questions: [{ kind: "permission", id: "a" }],
      lostEnds: true,
    },
    "medium",
  ),
  scope(
    "two permissions at once, answered in any words",
    {},
    {
      ...QUIET,
      atOnce: { settled: 0, dialog: 1, published: 0 },
      questions: [
        { kind: "permission", id: "a" },
        { kind: "permission", id: "b" },
      ],
      answerForms: ["by id", "by subject", "unnamed"],
    },
  ),
  scope(
    "a question's time",
    {},
    {
      ...QUIET,
      atOnce: { settled: 0, dialog: 1, published: 0 },
      questions: [
        { kind: "permission", id: "a" },
        { kind: "permission", id: "b" },
      ],
      steps: [500],
    },
  ),
  scope(
    "an ask flow beside a permission, and titles",
    {},
    {
      ...QUIET,
      atOnce: { settled: 0, dialog: 1, published: 0 },
      questions: [
        // Ids are unique within a kind only.
        { kind: "forwarded", id: "a" },
        { kind: "ask", id: "a" },
      ],
      marker: true,
      lostEnds: true,
      titles: [undefined, "title"],
    },
    "medium",
  ),
  scope(
    "questions around runs",
    { announces: "always" },
    { ...QUIET, questions: [{ kind: "forwarded", id: "a" }], stray: true, lostEnds: true },
  ),
  scope(
    "more publications than may wait",
    { publishedLimit: 1 },
    { ...QUIET, atOnce: { settled: 1, dialog: 0, published: 2 }, attemptAnswers: ["succeeded", "rejected"] },
  ),
  scope(
    "work in the background",
    { backgroundMs: 1_500 },
    { ...QUIET, atOnce: { settled: 2, dialog: 1, published: 0 }, settles: [false, true], tasks: ["t"] },
  ),
  scope(
    "work in the background that ends, and is told by its run",
    // Longer than Pi may take to begin a run of its own.
    { backgroundMs: 4_500 },
    { ...QUIET, atOnce: { settled: 1, dialog: 0, published: 1 }, tasks: ["t"], taskNotices: true },
  ),
  scope(
    "work in the background, with a delay",
    { backgroundMs: 2_500, channels: [WITH_DELAY] },
    { ...QUIET, atOnce: { settled: 1, dialog: 0, published: 0 }, tasks: ["t", "u"], typing: true },
  ),
  scope(
    "work in the background in print mode",
    { mode: "print", backgroundMs: 1_500, channels: [channel("hook", IN_PRINT)] },
    { ...QUIET, atOnce: { settled: 1, dialog: 0, published: 0 }, tasks: ["t"] },
  ),
];

/** Longer, behind MODEL_LONG=1. */
export const LONG_SCOPES: readonly SizedScope[] = [
  scope(
    "3 channels",
    { channels: [...BELL_AND_OSC, channel("hook")] },
    { loopEnds: ["ok"], settles: [false], attemptAnswers: ["succeeded", "failed"] },
    "largest",
  ),
  scope(
    "2 channels, 2 dialogs, 2 runs",
    { channels: [channel("hook"), channel("phone")] },
    {
      atOnce: { settled: 2, dialog: 2, published: 0 },
      loopEnds: ["ok"],
      settles: [false],
      prepareAnswers: ["ready"],
      attemptAnswers: ["succeeded", "failed"],
    },
    "largest",
  ),
  scope(
    "half steps of the clock",
    {},
    { atOnce: { settled: 2, dialog: 2, published: 1 }, lostEnds: true, steps: [500] },
    "largest",
  ),
  scope(
    "delays beside each other",
    { channels: [WITH_DELAY, channel("hook")] },
    { typing: true, loopEnds: ["ok"] },
    "largest",
  ),
];

/** Small enough for all its paths. */
export const ONE_RUN = scope(
  "1 channel, no dialog",
  {},
  {
    atOnce: { settled: 1, dialog: 0, published: 0 },
    loopEnds: ["error"],
    settles: [false],
    prepareAnswers: ["ready"],
    attemptAnswers: ["succeeded"],
  },
);
