import { type ScopeSize, SIZES, type SizedScope } from "../../src/model/scope-size.ts";
import { IS_LONG } from "./long-run.ts";

/** The largest scope that each search takes in a short run. `MODEL_LONG=1` explores and walks all of them. */
const SHORT_RUN = {
  /** Every interleaving; of the others the walks and the random ones speak. */
  explore: "large",
  /** The paths through the whole extension; of the others the machines' own walk speaks. */
  extension: "medium",
} as const satisfies Record<string, ScopeSize>;

export function isInThisRun(search: keyof typeof SHORT_RUN, { size }: SizedScope): boolean {
  return IS_LONG || SIZES.indexOf(size) <= SIZES.indexOf(SHORT_RUN[search]);
}

/** Whether the machines walk its paths: not those of a large scope in a short run, which visits each of its states anyway. */
export function isWalkedInThisRun({ size }: SizedScope): boolean {
  return IS_LONG || size !== "large";
}
