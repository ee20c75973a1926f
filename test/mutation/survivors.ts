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
];
