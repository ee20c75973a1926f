/** A mistake that somebody could make in a machine, as text to find, exactly once, and text to put there instead. */
export interface SeededFault {
  readonly name: string;
  readonly patches: readonly Patch[];
}

export interface Patch {
  /** Below `src/machines`, without `.machine.ts`; or what the machines decide by, in `src/notices`. */
  readonly machine: "delivery" | "notice" | "run" | "span" | "session" | "background" | "channel-health" | "question";
  readonly find: string;
  readonly put: string;
}

function fault(name: string, machine: Patch["machine"], find: string, put: string): SeededFault {
  return { name, patches: [{ machine, find, put }] };
}

/** Mistakes in the order of things. The model suite has to find every one, with no other test to help it. */
export const SEEDED_FAULTS: readonly SeededFault[] = [
  // Holding and releasing (R4, R5).
  fault(
    "a delivery that prepares is not held",
    "delivery",
    `              on: { "delivery.held": "held" },
            },
            // BEL`,
    `            },
            // BEL`,
  ),
  fault(
    "a bell that yields is not held",
    "delivery",
    `              after: { leaderLimit: "#delivery.attempting" },
              on: { "delivery.held": "held" },`,
    `              after: { leaderLimit: "#delivery.attempting" },`,
  ),
  fault(
    "a delivery that waits out its delay is not held",
    "delivery",
    `              always: { guard: "isDelayOver", target: "preparing" },
              on: { "delivery.held": "held" },`,
    `              always: { guard: "isDelayOver", target: "preparing" },`,
  ),
  fault(
    "holding expires instead",
    "notice",
    `enqueue.sendTo(id, { type: "delivery.held" })`,
    `enqueue.sendTo(id, { type: "delivery.expired", reason: "span-closed" })`,
  ),
  fault(
    "the delay begins anew after a hold",
    "delivery",
    `"delivery.released": { target: "waiting", actions: "beginNextRound" }`,
    `"delivery.released": { target: "#delivery.pending", actions: "beginNextRound" }`,
  ),
  fault(
    "after a hold nothing is asked again",
    "delivery",
    `"delivery.released": { target: "waiting", actions: "beginNextRound" }`,
    `"delivery.released": { target: "yielding", actions: "beginNextRound" }`,
  ),
  fault(
    "after a hold the old round's answers count",
    "delivery",
    `"delivery.released": { target: "waiting", actions: "beginNextRound" }`,
    `"delivery.released": { target: "waiting" }`,
  ),
  fault(
    "a release resumes every channel",
    "notice",
    `      for (const id of openDeliveries(context)) enqueue.sendTo(id, { type: "delivery.released" });`,
    `      for (const channel of context.channels) {
        const id = DELIVERY_PREFIX + channel.id;
        const isFinished = Object.hasOwn(context.outcomes, channel.id);
        if (!isFinished) enqueue.sendTo(id, { type: "delivery.released" });
        else enqueue.spawnChild("delivery", { id, input: { notice: context.notice, channel, mode: context.mode, held: false } });
      }`,
  ),
  fault(
    "a release resumes what has failed",
    "notice",
    `      for (const id of openDeliveries(context)) enqueue.sendTo(id, { type: "delivery.released" });`,
    `      for (const channel of context.channels) {
        const id = DELIVERY_PREFIX + channel.id;
        const outcome = context.outcomes[channel.id];
        if (outcome === undefined) enqueue.sendTo(id, { type: "delivery.released" });
        else if (outcome.kind === "failed") enqueue.spawnChild("delivery", { id, input: { notice: context.notice, channel, mode: context.mode, held: false } });
      }`,
  ),
  fault(
    "a release resumes one channel only",
    "notice",
    `for (const id of openDeliveries(context)) enqueue.sendTo(id, { type: "delivery.released" });`,
    `for (const id of openDeliveries(context).slice(0, 1)) enqueue.sendTo(id, { type: "delivery.released" });`,
  ),
  fault(
    "closing a dialog releases nothing",
    "run",
    `"run.released": { target: "telling", actions: "releaseNotice" }`,
    `"run.released": { target: "telling" }`,
  ),
  fault(
    "a dialog that opens holds nothing",
    "run",
    `telling: { on: { "run.held": { target: "held", actions: "holdNotice" } } }`,
    `telling: {}`,
  ),
  fault(
    "a run that settles under an open dialog is not held",
    "run",
    `target: "#run.settled.held",
              actions: { type: "spawnSettledNotice", params: ({ event }) => ({ at: event.at, held: true }) },`,
    `target: "#run.settled.telling",
              actions: { type: "spawnSettledNotice", params: ({ event }) => ({ at: event.at, held: false }) },`,
  ),
  fault("a run that settles after the dialog has closed is held", "run", `"run.released": "free",`, ``),
  fault(
    "a dialog from before the run holds nothing",
    "session",
    `on: { "run.started": { guard: "isNewRun", actions: "holdRun" } },`,
    ``,
  ),
  fault(
    "a dialog's lost end releases although the next is open",
    "session",
    `on: { "run.started": { guard: "isNewRun", actions: "holdRun" } },`,
    `on: {
                "run.started": { guard: "isNewRun", actions: "holdRun" },
                "span.opened": { actions: ["releaseRun", "holdRun"] },
              },`,
  ),
  fault(
    "the end of a dialog is told to its span only",
    "session",
    `target: "none", actions: "releaseRun" }`,
    `target: "none" }`,
  ),

  // Attempts (R1, R11).
  fault(
    "a failed attempt is tried again",
    "delivery",
    `{ target: "failed", actions: { type: "conclude", params: ({ event }) => event.output } },`,
    `{ target: "pending" },`,
  ),
  fault(
    "an attempt without an answer is tried again",
    "delivery",
    `attemptLimit: timedOut("no-answer")`,
    `attemptLimit: "pending"`,
  ),
  fault(
    "a hold takes an attempt back",
    "delivery",
    `open: { on: { "session.ended": "closing" } }`,
    `open: { on: { "session.ended": "closing", "delivery.held": "#delivery.pending.progress.held" } }`,
  ),
  fault(
    "an attempt under way expires",
    "delivery",
    `open: { on: { "session.ended": "closing" } }`,
    `open: { on: { "session.ended": "closing", "delivery.expired": expired("new-run") } }`,
  ),
  fault(
    "an attempt may take for ever",
    "delivery",
    `attemptLimit: ({ context }) => context.channel.timeoutMs`,
    `attemptLimit: 3_600_000`,
  ),
  fault("preparing may take for ever", "delivery", `prepareLimit: PREPARE_LIMIT_MS`, `prepareLimit: 3_600_000`),

  // BEL is last (R10).
  fault(
    "the bell comes first",
    "delivery",
    `hasLeader: ({ context }) => context.leaders.length > 0`,
    `hasLeader: () => false`,
  ),
  fault(
    "the bell waits for an OSC that was skipped",
    "notice",
    `if (openFollowers(context, channelId).length > 0)`,
    `if (outcome.kind !== "skipped" && openFollowers(context, channelId).length > 0)`,
  ),
  fault(
    "the bell hears of its own end only",
    "notice",
    `for (const id of openFollowers(context, channelId)) enqueue`,
    `for (const id of [DELIVERY_PREFIX + channelId].filter((id) => openDeliveries(context).includes(id))) enqueue`,
  ),
  fault("the bell waits for an OSC for ever", "delivery", `leaderLimit: LEADER_LIMIT_MS`, `leaderLimit: 3_600_000`),

  // Runs (R2, R3, R6).
  fault(
    "something is said at agent_end",
    "run",
    `"loop.ended": { actions: { type: "recordLoop", params: ({ event }) => ({ outcome: event.outcome }) } },`,
    `"loop.ended": {
          target: "#run.settled.telling",
          actions: [
            { type: "recordLoop", params: ({ event }) => ({ outcome: event.outcome }) },
            { type: "spawnSettledNotice", params: { at: 0, held: false } },
          ],
        },`,
  ),
  {
    name: "a second settled is told as well",
    patches: [
      {
        machine: "session",
        find: `              on: {
                "run.started": {
                  target: "working",
                  actions: [
                    "supersedeRun",`,
        put: `              on: {
                "run.settled": { actions: "forwardToRun" },
                "run.started": {
                  target: "working",
                  actions: [
                    "supersedeRun",`,
      },
      {
        machine: "run",
        find: `        "run.superseded": { target: ".expiring", actions: "expireNotice" },`,
        put: `        "run.superseded": { target: ".expiring", actions: "expireNotice" },
        "run.settled": { actions: { type: "spawnSettledNotice", params: ({ event }) => ({ at: event.at, held: false }) } },`,
      },
    ],
  },
  fault(
    "an aborted run is told",
    "run",
    `!(aborted ?? context.lastLoop === "aborted")`,
    `!(aborted === true && context.lastLoop === "aborted")`,
  ),
  fault(
    "an older Pi's aborted run is told",
    "run",
    `!(aborted ?? context.lastLoop === "aborted")`,
    `!(aborted ?? false)`,
  ),
  fault("an aborted run is never over", "run", `        "run.settled": "over",`, ``),
  fault(
    "one error makes the whole run one",
    "run",
    `recordLoop: assign({ lastLoop: (_, { outcome }: { outcome: LoopOutcome }) => outcome }),`,
    `recordLoop: assign({
      lastLoop: ({ context }, { outcome }: { outcome: LoopOutcome }) => (context.lastLoop === "error" ? "error" : outcome),
    }),`,
  ),
  fault(
    "a new run forgets the old run's notice",
    "run",
    `"run.superseded": { target: ".expiring", actions: "expireNotice" }`,
    `"run.superseded": ".expiring"`,
  ),
  fault(
    "an overtaken run forgets what is under way",
    "run",
    `"run.superseded": { target: ".expiring", actions: "expireNotice" }`,
    `"run.superseded": { target: "over", actions: "expireNotice" }`,
  ),
  fault(
    "what is held does not expire with a new run",
    "notice",
    `held: { on: { "notice.released": { target: "telling", actions: "releaseDeliveries" } } }`,
    `held: { on: { "notice.expired": {}, "notice.released": { target: "telling", actions: "releaseDeliveries" } } }`,
  ),
  fault(
    "a new run leaves the old run's dialogs alone",
    "session",
    `                "run.started": { guard: "isNewRun", actions: { type: "engageSpan", params: "run.started" } },
`,
    ``,
  ),
  fault(
    "after an aborted run a dialog does not go stale",
    "session",
    `isNewRun: not("isRunWorking")`,
    `isNewRun: stateIn({ active: { run: "telling" } })`,
  ),
  fault(
    "a retry makes its own run's dialog stale",
    "session",
    `"run.started": { guard: "isNewRun", actions: { type: "engageSpan", params: "run.started" } }`,
    `"run.started": { actions: { type: "engageSpan", params: "run.started" } }`,
  ),
  fault("every run has the same name", "session", `const number = context.runCount + 1;`, `const number = 1;`),
  fault(
    "a retry counts as a new run",
    "session",
    `                "loop.ended": { actions: "forwardToRun" },`,
    `                "run.started": { actions: { type: "spawnRun", params: ({ event }) => ({ at: event.at }) } },
                "loop.ended": { actions: "forwardToRun" },`,
  ),

  // Dialogs (R7, R8, R29).
  fault(
    "the grace time is ignored",
    "span",
    `{ guard: "startsOfRun", target: "grace.ofRun" }`,
    `{ guard: "startsOfRun", target: "announcing.ofRun" }`,
  ),
  fault(
    "the grace time is not the configured one",
    "span",
    `graceTime: ({ context }) => context.graceMs`,
    `graceTime: 0`,
  ),
  fault("a dialog that nobody waits for is announced", "span", `{ target: "unwatched" }`, `{ target: "grace" }`),
  fault(
    "no dialog outside a run is announced",
    "span",
    `startsOfNoRun: ({ context }) => context.standing === "ofNoRun"`,
    `startsOfNoRun: () => false`,
  ),
  fault(
    "a run that begins does not make an open dialog a waiting one",
    "session",
    `"run.started": { target: "waiting", actions: { type: "engageSpan", params: "run.started" } },`,
    `"run.started": { target: "waiting" },`,
  ),
  fault(
    "a dialog is announced again when a run begins",
    "span",
    `      on: { "span.closed": "over", "session.ended": "over" },
    },

    // The dialog is gone`,
    `      on: { "run.started": "announcing", "span.closed": "over", "session.ended": "over" },
    },

    // The dialog is gone`,
  ),
  fault(
    "closing a dialog forgets what is under way",
    "span",
    `          target: "expiring",
          actions: { type: "expireAnnouncement", params: { reason: "span-closed" } },`,
    `          target: "over",`,
  ),
  fault(
    "closing a dialog expires nothing",
    "span",
    `          target: "expiring",
          actions: { type: "expireAnnouncement", params: { reason: "span-closed" } },`,
    `          target: "expiring",`,
  ),
  fault(
    "a dialog after the run was told counts as the run's",
    "session",
    `              always: {
                guard: "isCurrentRunOver",
                target: "idle",
                actions: { type: "tellBackground", params: { type: "run.over" } },
              },
`,
    ``,
  ),

  // Whose dialog it is, and which run overtakes it (R6).
  fault(
    "a dialog of a run counts as one of no run",
    "span",
    `{ guard: "startsOfRun", target: "grace.ofRun" }`,
    `{ guard: "startsOfRun", target: "grace.ofNoRun" }`,
  ),
  fault(
    "a dialog of no run counts as one of a run",
    "span",
    `{ guard: "startsOfNoRun", target: "grace.ofNoRun" }`,
    `{ guard: "startsOfNoRun", target: "grace.ofRun" }`,
  ),
  fault(
    "a dialog that a run finds open counts as one of no run",
    "span",
    `"run.started": "grace.ofRun"`,
    `"run.started": "grace.ofNoRun"`,
  ),
  fault(
    "a run that begins within the grace time does not count",
    "span",
    `        ofNoRun: { on: { "run.started": "ofRun" } },
        // Nothing`,
    `        ofNoRun: {},
        // Nothing`,
  ),
  fault(
    "a run that begins within the grace time begins it anew",
    "span",
    `      on: { "span.closed": "over", "session.ended": "over" },
      states: {
        ofNoRun: { on: { "run.started": "ofRun" } },`,
    `      on: { "run.started": { target: ".ofRun", reenter: true }, "span.closed": "over", "session.ended": "over" },
      states: {
        ofNoRun: {},`,
  ),
  fault(
    "the end of the grace time forgets whose dialog it is",
    "span",
    `isOfRun: stateIn({ grace: "ofRun" })`,
    `isOfRun: () => false`,
  ),
  fault(
    "a run that finds a dialog announced does not count",
    "span",
    `        ofNoRun: { on: { "run.started": "ofRun" } },
        ofRun: {
`,
    `        ofNoRun: {},
        ofRun: {
`,
  ),
  fault(
    "the first run that finds a dialog announced overtakes it",
    "span",
    `        ofNoRun: { on: { "run.started": "ofRun" } },
        ofRun: {
`,
    `        ofNoRun: {
          on: {
            "run.started": { target: "ofRun", actions: { type: "expireAnnouncement", params: { reason: "new-run" } } },
          },
        },
        ofRun: {
`,
  ),
  fault(
    "the next run overtakes no dialog",
    "span",
    `target: "overtaken",
              actions: { type: "expireAnnouncement", params: { reason: "new-run" } },`,
    `target: "overtaken",`,
  ),
  fault(
    "an overtaken dialog forgets what is under way",
    "span",
    `target: "overtaken",
              actions: { type: "expireAnnouncement", params: { reason: "new-run" } },`,
    `target: "#span.over",
              actions: { type: "expireAnnouncement", params: { reason: "new-run" } },`,
  ),

  // Silent dialogs (R37).
  fault(
    "the marker means nothing",
    "session",
    `isNextDialogSilent: stateIn({ active: { marker: "armed" } })`,
    `isNextDialogSilent: () => false`,
  ),
  fault("the marker claims every dialog", "session", `armed: { on: { "span.opened": "unarmed" } }`, `armed: {}`),
  fault(
    "the marker leaks from an open dialog to the next",
    "session",
    `"span.silenced": { guard: "isDialogClosed", target: "armed" }`,
    `"span.silenced": "armed"`,
  ),
  fault(
    "a silent dialog holds",
    "session",
    `isRunToBeHeld: or([`,
    `isRunToBeHeld: or([stateIn({ active: { dialog: "silent" } }), `,
  ),
  fault(
    "a run waits for a silent dialog",
    "session",
    `                "span.closed": "closed",
`,
    `                "span.closed": "closed",
                "run.started": "waiting",
`,
  ),
  fault(
    "what is asked in a silent dialog is not told",
    "session",
    `                "question.asked": [
                  {
                    guard: "isRunUnfinished",
                    target: "waiting.inside",`,
    `                "question.asked": [
                  {
                    guard: "isRunUnfinished",`,
  ),
  fault(
    "what is asked in a silent dialog belongs to no run",
    "session",
    `params: ({ event }) => inside(event, "ofRun")`,
    `params: ({ event }) => inside(event, "ofNoRun")`,
  ),
  fault(
    "what is asked in a silent dialog outside runs belongs to one",
    "session",
    `params: ({ event }) => inside(event, "ofNoRun")`,
    `params: ({ event }) => inside(event, "ofRun")`,
  ),
  fault(
    "a silent dialog in which something was asked is waited for until it closes",
    "session",
    `                    guard: "isNothingAsked",
`,
    `                    guard: () => false,
`,
  ),
  fault(
    "an answer in a silent dialog leaves its notice alone",
    "session",
    `                    target: "#session.active.dialog.silent",
                    actions: "closeSpan",`,
    `                    target: "#session.active.dialog.silent",`,
  ),
  fault(
    "what was asked before a silent dialog is told in it",
    "session",
    `                actions: "forgetQuestions",
              },
              {`,
    `              },
              {`,
  ),

  // What is asked (R18, R29, R38).
  fault(
    "no dialog is a matter of permission",
    "span",
    `permission === undefined ? "input-required" : "permission-required"`,
    `permission === null ? "permission-required" : "input-required"`,
  ),
  fault(
    "a dialog knows only what was asked before it",
    "span",
    `recordPermission: assign({ permission: (_, permission: WaitingPermission | undefined) => permission })`,
    `recordPermission: () => {}`,
  ),
  fault(
    "a dialog hears of no question",
    "session",
    `actions: ["tellSpanOfPermission", "renameWaiting"]`,
    `actions: "renameWaiting"`,
  ),
  fault(
    "a dialog hears of no answer",
    "session",
    `                "question.answered": { actions: "tellSpanOfPermission" },
`,
    ``,
  ),
  fault(
    "what is asked in an idle dialog is not told",
    "session",
    `                  target: "waiting",
                  actions: ["tellSpanOfPermission", { type: "engageSpan", params: "span.engaged" }],`,
    `                  actions: "tellSpanOfPermission",`,
  ),
  fault(
    "an idle dialog is not told that it is waited for",
    "session",
    `actions: ["tellSpanOfPermission", { type: "engageSpan", params: "span.engaged" }]`,
    `actions: "tellSpanOfPermission"`,
  ),
  fault(
    "an idle dialog is not told what is asked",
    "session",
    `actions: ["tellSpanOfPermission", { type: "engageSpan", params: "span.engaged" }]`,
    `actions: { type: "engageSpan", params: "span.engaged" }`,
  ),
  fault(
    "a question in an idle dialog makes it one of a run",
    "span",
    `"span.engaged": "grace.ofNoRun"`,
    `"span.engaged": "grace.ofRun"`,
  ),
  fault(
    "what is asked just before an idle dialog does not count",
    "session",
    `isAwaitedAnyway: or(["areAllPromptsAnnounced", stateIn({ active: { question: "ahead" } })])`,
    `isAwaitedAnyway: "areAllPromptsAnnounced"`,
  ),
  fault(
    "a question waits for its dialog for ever",
    "session",
    `questionLimit: QUESTION_LIMIT_MS`,
    `questionLimit: 3_600_000`,
  ),
  fault(
    "a second question has only what is left of the first one's time",
    "session",
    `                  reenter: true,
`,
    ``,
  ),
  fault(
    "a question outlives the settled run",
    "session",
    `"run.settled": { target: "none", actions: "forgetQuestions" }`,
    `"run.settled": {}`,
  ),
  fault(
    "a question outlives its dialog",
    "session",
    `promptTitle: undefined, questions: [] }`,
    `promptTitle: undefined }`,
  ),
  fault(
    "an answer without an id answers the oldest question",
    "question",
    `candidates.find(({ subject }) => subject !== undefined && subject === answer.subject)`,
    `candidates[0]`,
  ),
  fault("an answer that fits none answers none", "question", `?? onlyOne(candidates))`, `?? undefined)`),
  fault("an answer that fits none answers any", "question", `?? onlyOne(candidates))`, `?? candidates[0])`),
  fault(
    "an answer answers every question",
    "question",
    `questions.filter((question) => question !== answered)`,
    `questions.filter((question) => answered === undefined)`,
  ),
  fault(
    "an answer of one kind answers another",
    "question",
    `questions.filter(({ kind }) => kind === answer.kind)`,
    `questions.filter(() => true)`,
  ),
  fault(
    "a question that is asked again is a second one",
    "question",
    `questions.filter(({ kind, id }) => kind !== asked.kind || id !== asked.id)`,
    `questions`,
  ),

  // Herdr (R39).
  fault(
    "herdr is never lowered",
    "session",
    `              exit: "endWaiting",
`,
    ``,
  ),
  fault(
    "herdr is lowered twice",
    "session",
    `                "span.closed": { target: "closed", actions: "closeSpan" },
              },
              states: {`,
    `                "span.closed": { target: "closed", actions: ["closeSpan", "endWaiting"] },
              },
              states: {`,
  ),
  fault(
    "herdr hears of a silent dialog",
    "session",
    `            silent: {
`,
    `            silent: {
              entry: "beginWaiting",
              exit: "endWaiting",
`,
  ),
  fault(
    "herdr hears of an idle dialog",
    "session",
    `            unwatched: {
`,
    `            unwatched: {
              entry: "beginWaiting",
              exit: "endWaiting",
`,
  ),
  fault(
    "a better title raises herdr a second time",
    "session",
    `      enqueue.emit({ type: "waiting.ended" });
      enqueue.assign({ waitingLabel: title });`,
    `      enqueue.assign({ waitingLabel: title });`,
  ),
  fault(
    "herdr never hears an ask flow's title",
    "session",
    `return promptTitle ?? askTitle(questions);`,
    `return promptTitle;`,
  ),
  fault(
    "an ask flow's title wins over the dialog's",
    "session",
    `return promptTitle ?? askTitle(questions);`,
    `return askTitle(questions) ?? promptTitle;`,
  ),

  // Work in the background (R34).
  fault("work in the background holds nothing", "session", `, stateIn({ active: { background: "holding" } })])`, `])`),
  fault(
    "work in the background holds although nobody wants that",
    "session",
    `if (context.background?.work === "hold") {`,
    `if (context.background !== undefined) {`,
  ),
  fault(
    "the end of one task counts as the end of all",
    "background",
    `removeTask: assign({ tasks: ({ context }, taskId: string) => context.tasks.filter((id) => id !== taskId) })`,
    `removeTask: assign({ tasks: [] })`,
  ),
  fault(
    "work in the background holds for ever",
    "background",
    `longestWait: ({ context }) => context.maxMs`,
    `longestWait: 3_600_000`,
  ),
  fault(
    "the limit of a wait for the background goes on from run to run",
    "background",
    `              always: { guard: not("isRunTelling"), target: "patient" },
`,
    ``,
  ),
  fault(
    "after one long wait no run waits again",
    "background",
    `          on: { "run.started": "holding" },
`,
    ``,
  ),
  fault(
    "background work never hears that a run is over",
    "session",
    `                actions: { type: "tellBackground", params: { type: "run.over" } },
`,
    ``,
  ),
  fault(
    "print mode drains nothing that waits for the background",
    "delivery",
    `                "session.draining": { target: "waiting", actions: "beginNextRound" },
`,
    ``,
  ),
  fault(
    "the end of the work releases what a dialog holds",
    "session",
    `"task.ended": { actions: { type: "tellBackground", params: ({ event }) => event } },`,
    `"task.ended": { actions: [{ type: "tellBackground", params: ({ event }) => event }, "releaseRun"] },`,
  ),
  fault(
    "the end of a dialog releases what waits for the background",
    "session",
    `            waiting: {
              entry: "beginWaiting",
              exit: "endWaiting",`,
    `            waiting: {
              entry: "beginWaiting",
              exit: ["endWaiting", "releaseRun"],`,
  ),

  // The health of channels.
  fault(
    "an outage is reported at each failure",
    "channel-health",
    `    failing: {
      on: {`,
    `    failing: {
      entry: { type: "reportOutage", params: { kind: "failed", reason: "http 500" } },
      on: {`,
  ),
  fault(
    "a recovery is not reported",
    "channel-health",
    `actions: ["forgetFailure", "reportRecovery"],`,
    `actions: "forgetFailure",`,
  ),
  {
    name: "the end of a session counts as an outage",
    patches: [
      { machine: "session", find: `      exit: "stopResidents",\n`, put: "" },
      {
        machine: "session",
        find: `    "delivery.finished": { actions: { type: "emitOutcome", params: ({ event }) => ({ report: event }) } },`,
        put: `    "delivery.finished": {
      actions: [
        { type: "emitOutcome", params: ({ event }) => ({ report: event }) },
        { type: "tellHealth", params: ({ event }) => event },
      ],
    },`,
      },
    ],
  },

  // Delays and typing (R28).
  fault(
    "typing expires what has waited out its delay",
    "delivery",
    `            over: {},`,
    `            over: { on: { "user.typed": expired("answered") } },`,
  ),
  fault("typing reaches no run's notice", "run", `"user.typed": { actions: "forwardTyping" },`, ``),
  fault(
    "there is no delay",
    "delivery",
    `hasNoDelay: ({ context }) => context.channel.delayMs === 0`,
    `hasNoDelay: () => true`,
  ),

  // Published notices, policy, independence (R9, R14).
  fault(
    "a dialog holds what was published",
    "session",
    `mode: context.mode, held: false },`,
    `mode: context.mode, held: context.currentSpan !== undefined },`,
  ),
  fault(
    "policy is not asked",
    "delivery",
    `isSuppressed: ({ context }) => context.outcome.kind === "skipped"`,
    `isSuppressed: () => false`,
  ),
  fault(
    "the first outcome ends the notice",
    "notice",
    `Object.keys(context.outcomes).length === context.channels.length`,
    `Object.keys(context.outcomes).length > 0`,
  ),
  fault(
    "a broken channel takes its notice along",
    "notice",
    `        { type: "settleDelivery", params: ({ event }) => broken(event) },
        { type: "reportOutcome", params: ({ event }) => broken(event) },`,
    `        { type: "settleDelivery", params: ({ event }) => broken(event) },
        { type: "reportOutcome", params: ({ event }) => broken(event) },
        { type: "expireDeliveries", params: "span-closed" },`,
  ),

  // Taking back (R30).
  fault(
    "a dialog that closes is not taken back",
    "session",
    `      enqueue.emit({ type: "notice.outdated", noticeId: spanNoticeId(context, context.spanCount) });
`,
    "",
  ),
  fault(
    "the dialog before the one that closes is taken back",
    "session",
    `noticeId: spanNoticeId(context, context.spanCount) });`,
    `noticeId: spanNoticeId(context, context.spanCount - 1) });`,
  ),
  fault(
    "typing takes nothing back",
    "session",
    `          { actions: ["forwardToChildren", "outdateLastRun"] },`,
    `          { actions: "forwardToChildren" },`,
  ),
  fault(
    "typing takes back what the run that works has not told yet",
    "session",
    `          { guard: "isRunWorking", actions: "forwardToChildren" },`,
    "",
  ),
  fault(
    "a run that follows another takes nothing back",
    "session",
    `                    "supersedeRun",
                    "outdateLastRun",`,
    `                    "supersedeRun",`,
  ),
  fault(
    "a run after a pause takes nothing back",
    "session",
    `                  actions: [
                    "outdateLastRun",`,
    `                  actions: [`,
  ),

  // The end (R16).
  fault("the last 500 ms are unlimited", "delivery", `closeLimit: CLOSE_LIMIT_MS`, `closeLimit: 3_600_000`),
  fault(
    "an attempt under way is dropped at the end",
    "session",
    `closing: {
      entry: "endChildren",
      always: { guard: "isQuiet", target: "closed" },`,
    `closing: {
      entry: "endChildren",
      always: { target: "closed" },`,
  ),
  fault(
    "print mode drains nothing",
    "session",
    `isSettledNoticeOwed: and(["endsWithItsRun", stateIn({ active: { run: "telling" } })])`,
    `isSettledNoticeOwed: () => false`,
  ),
  fault(
    "every mode drains",
    "session",
    `endsWithItsRun: ({ context }) => context.mode === "print" || context.mode === "json"`,
    `endsWithItsRun: () => true`,
  ),
  fault("print mode drains for ever", "session", `drainLimit: DRAIN_LIMIT_MS`, `drainLimit: 3_600_000`),
  fault(
    "print mode waits for everything",
    "session",
    `always: { guard: "isCurrentRunOver", target: "closing" },
      after`,
    `always: { guard: "isQuiet", target: "closed" },
      after`,
  ),
  fault("print mode waits for a delay", "session", `entry: "drainRun",`, ""),
  fault(
    "json mode drains nothing",
    "session",
    `context.mode === "print" || context.mode === "json"`,
    `context.mode === "print"`,
  ),
  fault(
    "a notice that drains keeps its delays",
    "notice",
    `"session.draining": { actions: { type: "forwardToDeliveries", params: ({ event }) => event } },`,
    "",
  ),
  fault(
    "the end lets deliveries go on",
    "session",
    `for (const id of context.children) enqueue.sendTo(id, { type: "session.ended" });`,
    `for (const id of context.children) if (id !== context.currentRun) enqueue.sendTo(id, { type: "session.ended" });`,
  ),
];
