import type { AnyStateMachine, EventFromLogic, SnapshotFrom } from "xstate";
import { createTestModel } from "xstate/graph";

/** The shortest path to each state, one through each transition, or all that visit no state twice. */
export type PathKind = "shortest" | "transitions" | "simple";

/** One walk through a model from its beginning. */
export interface ModelPath<Model extends AnyStateMachine> {
  readonly steps: readonly ModelStep<Model>[];
}

export interface ModelStep<Model extends AnyStateMachine> {
  readonly event: EventFromLogic<Model>;
  /** The model's state after the event. */
  readonly state: SnapshotFrom<Model>;
}

export interface GeneratePathsOptions<Model extends AnyStateMachine> {
  readonly kind: PathKind;
  /** The events to try, where they carry data: a list, or what is possible in a state. Default: every type, bare. */
  readonly events?:
    | readonly EventFromLogic<Model>[]
    | ((state: SnapshotFrom<Model>) => readonly EventFromLogic<Model>[]);
  /** Which states are the same. Default: value and context, as JSON. */
  readonly serializeState?: (state: SnapshotFrom<Model>) => string;
  /** Gives up with an error after so many steps of the search: the model has too many states, or endless ones. */
  readonly limit?: number;
}

const DEFAULT_LIMIT = 100_000;

/**
 * Paths through an abstract model, as `xstate/graph` finds them. The model is a machine of events only: `xstate/graph`
 * knows no clock and no actors, so that a delay has to be an event of its own.
 * @throws Error when the model invokes something or waits (XState's own words), when it is too large, and when nothing
 * at all can happen in it.
 */
export function generatePaths<Model extends AnyStateMachine>(
  model: Model,
  { kind, events, serializeState = stateAsJson, limit = DEFAULT_LIMIT }: GeneratePathsOptions<Model>,
): readonly ModelPath<Model>[] {
  const testModel = createTestModel(model, {
    serializeState: (state, event, before) => {
      const here = serializeState(state);
      // To take each transition is to visit each state once for every way into it.
      if (kind !== "transitions" || event === undefined || before === undefined) return here;
      return `${here} after ${JSON.stringify(event)} in ${serializeState(before)}`;
    },
  });
  const options = { limit, ...(events === undefined ? {} : { events }) };
  const found = kind === "simple" ? testModel.getSimplePaths(options) : testModel.getShortestPaths(options);
  // XState's own list of steps begins with one that is no event of the model.
  const paths = found.map(({ steps }) => ({ steps: steps.slice(1) })).filter(({ steps }) => steps.length > 0);
  if (paths.length === 0) throw new Error(`${model.id}: the model has no path, no event leads anywhere`);
  return paths;
}

function stateAsJson(state: { readonly value: unknown; readonly context: unknown }): string {
  return JSON.stringify([state.value, state.context]);
}
