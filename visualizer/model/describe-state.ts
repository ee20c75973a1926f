import type { Language } from "../../src/notices/event-table.ts";
import type { Chart, Described } from "../charts/chart.ts";

/** What the page says about one state of a chart. */
export interface StateDescription {
  /** `delivery: pending.delay`; of the machine itself its name. */
  readonly name: string;
  readonly text: string;
  /** The guards, actions and delays of its entry, exit and transitions, in the order of the chart. */
  readonly parts: readonly { readonly name: string; readonly text: string }[];
}

/** @returns undefined where the chart has no such state */
export function describeState(
  { machine, states, words }: Pick<Chart, "machine" | "words"> & { readonly states: Chart["states"] },
  path: string,
  language: Language,
): StateDescription | undefined {
  const state = states.find((candidate) => candidate.path === path);
  if (state === undefined) return undefined;
  const inLanguage = (described: Described | undefined) => (language === "en" ? described?.en : described?.zh) ?? "";
  return {
    name: path === "" ? machine : `${machine}: ${path}`,
    text: inLanguage(words.states[path]),
    parts: state.parts.map((name) => ({ name, text: inLanguage(words.parts[name]) })),
  };
}
