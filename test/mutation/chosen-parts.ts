import { dirname } from "node:path";
import { MUTATED_PARTS, type MutatedPart } from "./mutated-parts.ts";

/** A part to mutate, or one file of it. */
export interface ChosenPart {
  readonly part: MutatedPart;
  /** One file of the part, perhaps with a range of lines such as `:12-34`; absent for the whole part. */
  readonly file?: string;
}

/**
 * What a path on the command line chooses: the parts in a folder, or a file.
 *
 * @throws Error when nothing there is mutated
 */
export function chosenParts(argument: string): readonly ChosenPart[] {
  const path = argument.replace(/^\.\//, "").replace(/\/$/, "");
  const parts = MUTATED_PARTS.filter(({ folder }) => folder === path || folder.startsWith(`${path}/`));
  if (parts.length > 0) return parts.map((part) => ({ part }));
  const part = MUTATED_PARTS.find(({ folder }) => folder === dirname(path));
  if (part !== undefined && /\.ts(?::\d+-\d+)?$/.test(path)) return [{ part, file: path }];
  const folders = MUTATED_PARTS.map(({ folder }) => folder).join(", ");
  throw new Error(`${argument}: not mutated; name one of ${folders}, or a file in one of them`);
}
