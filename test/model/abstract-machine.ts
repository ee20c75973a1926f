import { assign, setup } from "xstate";
import {
  generatePaths as generateModelPaths,
  type ModelPath,
  type PathKind,
} from "../../src/testing/generate-paths.ts";
import type { Scope } from "./explore.ts";
import { oracleKey } from "./joint-state.ts";
import type { AttemptAnswer, ModelEvent, PrepareAnswer } from "./model-event.ts";
import { initialState, next } from "./oracle.ts";
import type { OracleState } from "./oracle-state.ts";
import { possibleEvents } from "./possible-events.ts";

/** A machine of events only: the oracle is its one state. So that `xstate/graph`, which knows no clock, can walk it. */
function abstractMachine(scope: Scope) {
  return setup({
    types: { context: {} as OracleContext, events: {} as PathEvent },
    actions: {
      obey: assign({
        oracle: ({ context, event }) => next(scope.setup, context.oracle, named(event, context.oracle)).state,
      }),
    },
  }).createMachine({
    id: scope.name,
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

export type GeneratedPath = ModelPath<ReturnType<typeof abstractMachine>>;

/** Paths through the abstract machine of a scope. */
export function generatePaths(scope: Scope, kind: PathKind): readonly GeneratedPath[] {
  return generateModelPaths(abstractMachine(scope), {
    kind,
    events: ({ context: { oracle } }) =>
      possibleEvents(oracle, scope.alphabet)
        .filter((event) => !next(scope.setup, oracle, event).ambiguous)
        .map((event) => placed(event, oracle)),
    serializeState: ({ context }) => oracleKey(context.oracle),
  });
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
