import type { PathKind } from "../testing/generate-paths.ts";
import { isSmall, type SizedScope } from "./scope-size.ts";
import { ONE_RUN, SCOPES } from "./scopes.ts";

export interface PathSuite {
  readonly name: string;
  readonly kind: PathKind;
  readonly scope: SizedScope;
}

const NAMES = {
  shortest: "the shortest path to each state",
  transitions: "a path through each transition",
  simple: "every path that visits no state twice",
} as const satisfies Record<PathKind, string>;

export const PATH_SUITES: readonly PathSuite[] = [
  suite(ONE_RUN, "simple"),
  ...SCOPES.map((scope) => suite(scope, isSmall(scope) ? "transitions" : "shortest")),
];

export function suite(scope: SizedScope, kind: PathKind): PathSuite {
  return { name: `${scope.name}: ${NAMES[kind]}`, kind, scope };
}
