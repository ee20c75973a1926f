import { not, or, setup, stateIn } from "xstate";

/**
 * The rules of SPEC 3 for one channel, as a chart of what may be asked and attempted at any moment.
 * Written from the rules and not from the production machines; events only, so that `xstate/graph` can walk it.
 * The settled notice and the dialog's notice are each at most one of: asked, under way, told.
 */
export const orderingsModel = setup({
  types: {
    events: {} as
      | { type: "run starts" }
      | { type: "run settles" }
      | { type: "run is aborted" }
      | { type: "dialog opens" }
      | { type: "dialog closes" }
      | { type: "grace time ends" }
      | { type: "settled question is answered" }
      | { type: "settled attempt succeeds" }
      | { type: "dialog question is answered" }
      | { type: "dialog attempt succeeds" },
  },
  guards: {
    isRunUnfinished: not(stateIn({ run: "idle" })),
    isDialogWaiting: not(or([stateIn({ dialog: "closed" }), stateIn({ dialog: "unwatched" })])),
    isRunOver: not(stateIn({ run: "working" })),
  },
}).createMachine({
  type: "parallel",
  states: {
    run: {
      initial: "idle",
      states: {
        idle: { on: { "run starts": "working" } },
        working: {
          on: {
            "run is aborted": "idle",
            "run settles": [{ guard: "isDialogWaiting", target: "held" }, { target: "asked" }],
          },
        },
        held: { on: { "dialog closes": "asked", "run starts": "working" } },
        asked: {
          on: {
            "dialog opens": "held",
            "settled question is answered": "underWay",
            "run starts": "working",
          },
        },
        underWay: { on: { "settled attempt succeeds": "idle" } },
      },
    },
    dialog: {
      initial: "closed",
      states: {
        closed: {
          on: { "dialog opens": [{ guard: "isRunUnfinished", target: "grace" }, { target: "unwatched" }] },
        },
        unwatched: { on: { "run starts": "grace", "dialog closes": "closed" } },
        grace: { on: { "grace time ends": "asked", "dialog closes": "closed" } },
        asked: {
          on: {
            "dialog question is answered": "underWay",
            "dialog closes": "closed",
            // With a new run it belongs to an older one: it stays open and silent. A start while working is a retry (R2).
            "run starts": { guard: "isRunOver", target: "over" },
          },
        },
        // What is under way when it closes still gets its answer; nothing else depends on that (R9).
        underWay: { on: { "dialog attempt succeeds": "over", "dialog closes": "closed" } },
        over: { on: { "dialog closes": "closed" } },
      },
    },
  },
});
