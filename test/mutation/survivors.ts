import type { Survivor } from "./survivor.ts";

/**
 * The mutants that may live. `npm run mutation` fails on any other that survives, and names those that are
 * killed by now; `survivors.test.ts` fails when a line here no longer stands in its file.
 */
export const SURVIVORS: readonly Survivor[] = [
  {
    file: "src/content/cut.ts",
    line: 'segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });',
    changes: [['{ granularity: "grapheme" }', "{}"]],
    why: "Graphemes are what a segmenter cuts into when nothing is said; we say it for the reader.",
  },
  {
    file: "src/content/duration.ts",
    line: 'if (milliseconds === undefined || !Number.isFinite(milliseconds) || milliseconds < 0) return "";',
    changes: [["milliseconds === undefined", "false"]],
    why: "`Number.isFinite(undefined)` is false as well; only the compiler needs the first question.",
  },
  {
    file: "src/content/language.ts",
    line: 'return /^zh(?![a-z])/i.test(locale ?? "") ? "zh-CN" : "en";',
    changes: [['""', '"Stryker was here!"']],
    why: "Stands for no locale at all; any text that does not begin with `zh` would do.",
  },
  {
    file: "src/channels/osc/detect-protocol.ts",
    line: 'return { protocol: facts.config.fallback, by: { step: 9, name: "`osc.fallback`" } };',
    changes: [
      ['{ protocol: facts.config.fallback, by: { step: 9, name: "`osc.fallback`" } }', "{}"],
      ['{ step: 9, name: "`osc.fallback`" }', "{}"],
      ['"`osc.fallback`"', '""'],
    ],
    why: "Never reached, as the last row of the table always answers; the compiler cannot know.",
  },
  {
    file: "src/channels/osc/terminal-table.ts",
    line: '{ step: 9, name: "`osc.fallback`", answers: "as configured", test: ({ config }) => config.fallback },',
    changes: [["({ config }) => config.fallback", "() => undefined"]],
    why: "Without an answer of the last row `detectProtocol` gives the same one itself.",
  },
  {
    file: "src/channels/osc/terminal-table.ts",
    line: 'test: ({ env }) => (matches(env.TERM ?? "", pattern) ? answers : undefined),',
    changes: [['""', '"Stryker was here!"']],
    why: "Stands for no TERM; any text that matches no row of the table would do.",
  },
  {
    file: "src/channels/osc/multiplexers.ts",
    line: 'return tmux.kind === "outside" || !(env.TERM ?? "").startsWith("tmux");',
    changes: [['""', '"Stryker was here!"']],
    why: "Stands for no TERM; any text that does not begin with `tmux` would do.",
  },
  {
    file: "src/channels/osc/multiplexers.ts",
    line: 'if (tmux.kind === "outside" || permission === "assume") return undefined;',
    changes: [
      ['tmux.kind === "outside"', "false"],
      ['"outside"', '""'],
    ],
    why: "Outside tmux there is no `passthrough` for the questions below to object to; the compiler needs this one.",
  },
  {
    file: "src/machines/run.machine.ts",
    line: 'context: ({ input }) => ({ ...input, lastLoop: "ok" }),',
    changes: [['"ok"', '""']],
    why: "Before the first loop has ended anything will do that is neither `error` nor `aborted`: only these are asked for.",
  },
  {
    file: "src/machines/run.machine.ts",
    line: "types: {",
    changes: [["{ input: {} as RunInput, context: {} as RunContext, events: {} as RunEvent, }", "{}"]],
    why: "Read by the compiler only; at run time XState has no use for it.",
  },
  {
    file: "src/machines/run.machine.ts",
    line: "actors: { notice: noticeMachine },",
    changes: [["{ notice: noticeMachine }", "{}"]],
    why: "Gives the name its type. What runs under it is always provided: the bound machine by `provideSessionMachine`.",
  },
  {
    file: "src/machines/span.machine.ts",
    line: "types: {",
    changes: [["{ input: {} as SpanInput, context: {} as SpanInput, events: {} as SpanEvent, }", "{}"]],
    why: "Read by the compiler only; at run time XState has no use for it.",
  },
  {
    file: "src/machines/span.machine.ts",
    line: "actors: { notice: noticeMachine },",
    changes: [["{ notice: noticeMachine }", "{}"]],
    why: "Gives the name its type. What runs under it is always provided: the bound machine by `provideSessionMachine`.",
  },
  {
    file: "src/machines/span.machine.ts",
    line: 'notice: { id, event: "input-required", at, ...(promptTitle === undefined ? {} : { promptTitle }) },',
    changes: [["promptTitle === undefined", "false"]],
    why: "A title that is absent and one that is undefined are the same to all who read a notice.",
  },
  {
    file: "src/machines/span.machine.ts",
    line: 'id: "span",',
    changes: [['"span"', '""']],
    why: "Out of scope: no transition refers to it; it names the chart to tools that show it.",
  },
];
