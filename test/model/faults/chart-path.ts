import { isDeepStrictEqual } from "node:util";

/** Picks the one element of a list that has all these properties, such as `{ guard: "isReady" }`. */
export type Where = Readonly<Record<string, unknown>>;

/** A way through a state's configuration: keys such as `on` and `run.started`, and elements of lists. */
export type ChartPath = readonly (string | Where)[];

/** Stands for a value that is not there, before an edit or after it. */
export const absent = Symbol("absent");

/** Receives what is at the end of a path and returns what shall be there. */
export type Edit = (value: unknown) => unknown;

/**
 * Copies a configuration with one edit in it. Everything beside the path is shared with the original.
 *
 * @throws Error when the path leads nowhere or the edit changes nothing
 */
export function editAt(config: unknown, path: ChartPath, edit: Edit): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return changed(config, edit(config));
  if (typeof step !== "string") {
    if (!Array.isArray(config)) throw new Error(`no list to look for ${JSON.stringify(step)} in`);
    const matching = config.filter((element) => matches(element, step));
    if (matching.length !== 1) throw new Error(`${matching.length} elements match ${JSON.stringify(step)}, not 1`);
    return config
      .map((element) => (element === matching[0] ? editAt(element, rest, edit) : element))
      .filter((element) => element !== absent);
  }
  if (!isRecord(config)) throw new Error(`no ${step}`);
  const isThere = Object.hasOwn(config, step);
  // Only the last key may be new: the edit decides.
  if (!isThere && rest.length > 0) throw new Error(`no ${step}`);
  const value = editAt(isThere ? config[step] : absent, rest, edit);
  if (value !== absent) return { ...config, [step]: value };
  const { [step]: _, ...others } = config;
  return others;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function changed(before: unknown, after: unknown): unknown {
  if (isDeepStrictEqual(before, after)) throw new Error("this changes nothing");
  return after;
}

function matches(element: unknown, wanted: Where): boolean {
  return isRecord(element) && Object.entries(wanted).every(([key, value]) => isDeepStrictEqual(element[key], value));
}
