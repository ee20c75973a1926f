import { assign, type EventObject, setup } from "xstate";
import { generatePaths as generateModelPaths, type PathKind } from "../testing/generate-paths.ts";
import type { Scope } from "./explore.ts";
import { oracleKey } from "./joint-state.ts";
import type { AttemptAnswer, ModelEvent, PrepareAnswer } from "./model-event.ts";
import { initialState, next } from "./oracle.ts";
import type { OracleState } from "./oracle-state.ts";
import { possibleEvents } from "./possible-events.ts";

/** What paths are generated of: the oracle, and which events are possible where. */
export interface PathModel<Event extends EventObject> {
  readonly name: string;
  take(state: OracleState, event: Event): OracleState;
  possible(state: OracleState): readonly Event[];
}

/** A machine of events only: the oracle is its one state. So that `xstate/graph`, which knows no clock, can walk it. */
function abstractMachine<Event extends EventObject>({ name, take }: PathModel<Event>) {
  return setup({
    types: { context: {} as OracleContext, events: {} as EventObject },
    actions: {
      // Only what `possible` gave comes in.
      obey: assign({ oracle: ({ context, event }) => take(context.oracle, event as Event) }),
    },
  }).createMachine({
    id: name,
    context: { oracle: initialState() },
    on: { "*": { actions: "obey" } },
  });
}

interface OracleContext {
  readonly oracle: OracleState;
}

/**
 * An event whose notice is called by its place among those not finished yet: of many equal states the generator
 * keeps any one, and in the next the same notice has another number.
 */
export type PathEvent =
  | Exclude<ModelEvent, AnswerEvent>
  | { readonly type: "prepare.answered"; readonly place: number; readonly channel: string; readonly how: PrepareAnswer }
  | {
      readonly type: "attempt.answered";
      readonly place: number;
      readonly channel: string;
      readonly how: AttemptAnswer;
    };

type AnswerEvent = Extract<ModelEvent, { type: "prepare.answered" | "attempt.answered" }>;

/** A walk through a model, by its own events. */
export interface GeneratedPath<Event extends EventObject = PathEvent> {
  readonly steps: readonly { readonly event: Event }[];
}

/** Paths through the abstract machine of a scope. */
export function generatePaths(scope: Scope, kind: PathKind): readonly GeneratedPath[] {
  const model: PathModel<PathEvent> = {
    name: scope.name,
    take: (state, event) => next(scope.setup, state, named(event, state)).state,
    possible: (state) =>
      possibleEvents(state, scope.alphabet)
        .filter((event) => !next(scope.setup, state, event).ambiguous)
        .map((event) => placed(event, state)),
  };
  return pathsThrough(model, kind);
}

/** Paths through a model; two states are the same where the oracle could not tell them apart. */
export function pathsThrough<Event extends EventObject>(
  model: PathModel<Event>,
  kind: PathKind,
): readonly GeneratedPath<Event>[] {
  const paths = generateModelPaths(abstractMachine(model), {
    kind,
    events: ({ context }) => model.possible(context.oracle),
    serializeState: ({ context }) => oracleKey(context.oracle),
  });
  // Its events are what `possible` gave.
  return paths as unknown as readonly GeneratedPath<Event>[];
}

/** What `event` is in `state`. */
export function named(event: PathEvent, state: OracleState): ModelEvent {
  if (!("place" in event)) return event;
  const { place, ...rest } = event;
  const notice = state.notices[place]?.name;
  if (notice === undefined) throw new Error(`there is no notice at place ${place}`);
  return { ...rest, notice } as AnswerEvent;
}

function placed(event: ModelEvent, state: OracleState): PathEvent {
  if (event.type !== "prepare.answered" && event.type !== "attempt.answered") return event;
  const { notice, ...rest } = event;
  return { ...rest, place: state.notices.findIndex(({ name }) => name === notice) } as PathEvent;
}
