import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventFromLogic,
  type SnapshotFrom,
} from "xstate";
import { type GeneratePathsOptions, generatePaths, type ModelPath, type PathKind } from "./generate-paths.ts";
import { type MachineCoverage, TransitionCoverage } from "./transition-coverage.ts";

/** What to do to the implementation for each event of the model; none may be missing. */
export type Steps<Model extends AnyStateMachine, Subject> = {
  readonly [Type in EventFromLogic<Model>["type"]]: (
    subject: Subject,
    event: Extract<EventFromLogic<Model>, { type: Type }>,
  ) => unknown;
};

/** What has to be true of the implementation in a state of the model, by its name: `open`, `dialog.open`; `*` is every state. */
export type StateChecks<Model extends AnyStateMachine, Subject> = Readonly<
  Record<string, (subject: Subject, state: SnapshotFrom<Model>) => unknown>
>;

export interface WalkPathsOptions<Model extends AnyStateMachine, Subject>
  extends Omit<GeneratePathsOptions<Model>, "kind"> {
  readonly paths: PathKind;
  /** A fresh implementation, for each path. */
  readonly start: () => Subject | Promise<Subject>;
  readonly steps: Steps<Model, Subject>;
  /** Checked at the beginning and after every step. */
  readonly states: StateChecks<Model, Subject>;
  /** The path is over, whether well or not. */
  readonly end?: (subject: Subject) => unknown;
}

export interface PathReport {
  readonly paths: number;
  readonly events: number;
  /** How often a state was checked. */
  readonly checks: number;
  /** What the paths took of the model itself. */
  readonly model: MachineCoverage;
}

/** A step or a check failed. The message tells the way there, the cause is what was thrown. */
export class PathFailure extends Error {
  /** The events up to and with the one that failed. */
  readonly events: readonly unknown[];

  constructor(events: readonly { readonly type: string }[], where: string, cause: unknown) {
    const way = events.map(({ type }) => type).join(" → ") || "nothing";
    super(`after ${way}, ${where}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "PathFailure";
    this.events = events;
  }
}

/**
 * Walks an implementation along every generated path of an abstract model and checks it on the way.
 *
 * Where XState's own runner says nothing, this one throws: an event without an executor, a step or a check for
 * something that is not in the model, a check that no path ever reached, and, with `paths: "transitions"`, a transition
 * of the model that no path takes.
 *
 * @throws PathFailure at the first step or check that fails
 * @throws TypeError when the model and what was given for it do not fit
 */
export async function walkPaths<Model extends AnyStateMachine, Subject>(
  model: Model,
  options: WalkPathsOptions<Model, Subject>,
): Promise<PathReport> {
  const { paths: kind, start, steps, states, end, ...generating } = options;
  assertFitting(model, steps, states);
  const paths = generatePaths(model, { kind, ...generating });
  const coverage = new TransitionCoverage([model]);
  const checked = new Map<string, number>();
  for (const path of paths) {
    takeInModel(model, path, coverage);
    const subject = await start();
    try {
      await walk(model, path, { subject, steps, states, checked });
    } finally {
      await end?.(subject);
    }
  }
  const [report] = coverage.report();
  if (report === undefined) throw new TypeError("no model was given");
  const unreached = Object.keys(states).filter((name) => !checked.has(name));
  if (unreached.length > 0) throw new TypeError(`${model.id}: no path leads to ${unreached.join(", ")}`);
  if (kind === "transitions" && report.missing.length > 0) {
    throw new TypeError(`${model.id}: no path takes ${report.missing.join(", ")}`);
  }
  return {
    paths: paths.length,
    events: paths.reduce((sum, { steps }) => sum + steps.length, 0),
    checks: [...checked.values()].reduce((sum, count) => sum + count, 0),
    model: report,
  };
}

interface Walk<Model extends AnyStateMachine, Subject> {
  readonly subject: Subject;
  readonly steps: Steps<Model, Subject>;
  readonly states: StateChecks<Model, Subject>;
  readonly checked: Map<string, number>;
}

async function walk<Model extends AnyStateMachine, Subject>(
  model: Model,
  path: ModelPath<Model>,
  { subject, steps, states, checked }: Walk<Model, Subject>,
): Promise<void> {
  const taken: EventFromLogic<Model>[] = [];
  const check = async (state: SnapshotFrom<Model>) => {
    for (const name of ["*", ...namesIn((state as AnyMachineSnapshot).value)]) {
      const assertion = states[name];
      if (assertion === undefined) continue;
      checked.set(name, (checked.get(name) ?? 0) + 1);
      await attempt(taken, `where "${name}" has to be true`, () => assertion(subject, state));
    }
  };
  await check(createActor(model).getSnapshot() as SnapshotFrom<Model>);
  for (const { event, state } of path.steps) {
    taken.push(event);
    const type: EventFromLogic<Model>["type"] = event.type;
    const step = steps[type] as (subject: Subject, event: EventFromLogic<Model>) => unknown;
    await attempt(taken, "in that step", () => step(subject, event));
    await check(state);
  }
}

async function attempt(
  taken: readonly { readonly type: string }[],
  where: string,
  action: () => unknown,
): Promise<void> {
  try {
    await action();
  } catch (error) {
    throw new PathFailure([...taken], where, error);
  }
}

/** Counts what the path takes of the model. */
function takeInModel(
  model: AnyStateMachine,
  { steps }: ModelPath<AnyStateMachine>,
  coverage: TransitionCoverage,
): void {
  const actor = createActor(model, { inspect: coverage.inspect }).start();
  for (const { event } of steps) actor.send(event);
  actor.stop();
}

function assertFitting(model: AnyStateMachine, steps: object, states: object): void {
  const events = model.events.filter((type) => type !== "*" && !type.startsWith("xstate."));
  const names = ["*", ...namesBelow(model.root)];
  const problems = [
    ...events.filter((type) => !(type in steps)).map((type) => `no step for the event "${type}"`),
    ...Object.keys(steps)
      .filter((type) => !events.includes(type))
      .map((type) => `a step for "${type}", which is no event of the model`),
    ...Object.keys(states)
      .filter((name) => !names.includes(name))
      .map((name) => `a check for "${name}", which is no state of the model`),
    ...(Object.keys(states).length === 0 ? ["nothing is checked in any state"] : []),
  ];
  if (problems.length > 0) throw new TypeError(`${model.id}: ${problems.join("; ")}`);
}

function namesBelow(node: AnyStateMachine["root"]): string[] {
  return Object.values(node.states).flatMap((child) => [child.path.join("."), ...namesBelow(child)]);
}

/** `{ run: "idle" }` is `run` and `run.idle`. */
function namesIn(value: unknown, above = ""): string[] {
  if (typeof value === "string") return [above + value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) => [above + key, ...namesIn(below, `${above}${key}.`)]);
}
