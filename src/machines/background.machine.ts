import { assign, not, sendParent, setup, stateIn } from "xstate";

export interface BackgroundInput {
  /** The longest that a settled notice waits, in milliseconds. */
  readonly maxMs: number;
}

interface BackgroundContext extends BackgroundInput {
  /** Tasks under way, by the ids that their extensions gave them. */
  readonly tasks: readonly string[];
}

export type BackgroundEvent =
  | { type: "task.started"; taskId: string }
  | { type: "task.ended"; taskId: string }
  /** A new run started; the session does not send this for a retry. */
  | { type: "run.started" }
  /** The run settled, and its notice may go out. */
  | { type: "run.settled" }
  /** The settled notice is finished, or there is none. */
  | { type: "run.over" };

/** Tells the session whether work in the background holds the run. */
export type BackgroundReport = { type: "background.held" } | { type: "background.released" };

/** How much longer a notice waits after the last task: Pi often begins a run of its own then. Milliseconds. */
export const WAKE_UP_LIMIT_MS = 2_000;

/** Work that goes on after the run has settled, for example subagents. Settled notices can wait for it, up to a limit. */
export const backgroundMachine = setup({
  types: {
    input: {} as BackgroundInput,
    context: {} as BackgroundContext,
    events: {} as BackgroundEvent,
  },
  delays: {
    longestWait: ({ context }) => context.maxMs,
    wakeUpLimit: WAKE_UP_LIMIT_MS,
  },
  guards: {
    isBusy: ({ context }) => context.tasks.length > 0,
    isRunUnfinished: not(stateIn({ run: "idle" })),
    isRunTelling: stateIn({ run: "telling" }),
  },
  actions: {
    addTask: assign({
      tasks: ({ context }, taskId: string) => [...context.tasks.filter((id) => id !== taskId), taskId],
    }),
    removeTask: assign({ tasks: ({ context }, taskId: string) => context.tasks.filter((id) => id !== taskId) }),
    reportHeld: sendParent({ type: "background.held" } satisfies BackgroundReport),
    reportReleased: sendParent({ type: "background.released" } satisfies BackgroundReport),
  },
}).createMachine({
  id: "background",
  description:
    "Work that goes on after the run has settled, for example subagents. The settled notice waits for it, up to a limit.",
  context: ({ input }) => ({ ...input, tasks: [] }),
  type: "parallel",
  states: {
    run: {
      description: "What the session says about the current run.",
      initial: "idle",
      states: {
        idle: { description: "No run works, and no settled notice is waiting.", on: { "run.started": "working" } },
        working: { description: "A run is working.", on: { "run.settled": "telling" } },
        telling: {
          description: "The run has settled, and its notice is unfinished.",
          on: { "run.started": "working", "run.over": "idle" },
        },
      },
    },

    work: {
      description: "Whether background work holds the settled notice.",
      initial: "free",
      on: {
        "task.started": { actions: { type: "addTask", params: ({ event }) => event.taskId } },
        "task.ended": { actions: { type: "removeTask", params: ({ event }) => event.taskId } },
      },
      states: {
        free: { description: "No task is running.", always: { guard: "isBusy", target: "holding" } },
        holding: {
          description: "A task is running or has just ended, and the settled notice waits.",
          entry: "reportHeld",
          exit: "reportReleased",
          type: "parallel",
          states: {
            tasks: {
              description: "Whether a task is still running.",
              initial: "underway",
              states: {
                underway: {
                  description: "A task is running.",
                  always: { guard: not("isBusy"), target: "ended" },
                },
                ended: {
                  description:
                    "The last task has ended. Pi often begins a run of its own now, which takes the notice's place.",
                  always: [
                    { guard: "isBusy", target: "underway" },
                    { guard: not("isRunUnfinished"), target: "#background.work.free" },
                  ],
                  after: { wakeUpLimit: "#background.work.free" },
                  on: { "run.started": "#background.work.free" },
                },
              },
            },
            limit: {
              description: "How long the notice has waited.",
              initial: "patient",
              states: {
                patient: {
                  description: "No notice waits yet, so no time is counted.",
                  always: { guard: "isRunTelling", target: "counting" },
                },
                counting: {
                  description: "A settled notice waits. The limit counts from the moment when the run settled.",
                  always: { guard: not("isRunTelling"), target: "patient" },
                  after: { longestWait: "#background.work.exhausted" },
                },
              },
            },
          },
        },
        exhausted: {
          description: "The limit has passed. This run does not wait any longer; the next one waits again.",
          always: { guard: not("isBusy"), target: "free" },
          on: { "run.started": "holding" },
        },
      },
    },
  },
});
