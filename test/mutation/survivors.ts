import type { Survivor } from "./survivor.ts";

/**
 * The mutants that may live. `npm run mutation` fails on any other that survives, and names those that are
 * killed by now; `survivors.test.ts` fails when a line here no longer stands in its file.
 */
export const SURVIVORS: readonly Survivor[] = [
  {
    file: "src/content/cut.ts",
    line: 'segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });',
    changes: [['{ granularity: "grapheme" }', "{}"]],
    why: "Graphemes are what a segmenter cuts into when nothing is said; we say it for the reader.",
  },
  {
    file: "src/content/duration.ts",
    line: 'if (milliseconds === undefined || !Number.isFinite(milliseconds) || milliseconds < 0) return "";',
    changes: [["milliseconds === undefined", "false"]],
    why: "`Number.isFinite(undefined)` is false as well; only the compiler needs the first question.",
  },
  {
    file: "src/content/language.ts",
    line: 'return /^zh(?![a-z])/i.test(locale ?? "") ? "zh-CN" : "en";',
    changes: [['""', '"Stryker was here!"']],
    why: "Stands for no locale at all; any text that does not begin with `zh` would do.",
  },
  {
    file: "src/channels/osc/detect-protocol.ts",
    line: 'return { protocol: facts.config.fallback, by: { step: FALLBACK_STEP, name: "`osc.fallback`" } };',
    changes: [
      ['{ protocol: facts.config.fallback, by: { step: FALLBACK_STEP, name: "`osc.fallback`" } }', "{}"],
      ['{ step: FALLBACK_STEP, name: "`osc.fallback`" }', "{}"],
      ['"`osc.fallback`"', '""'],
    ],
    why: "Never reached, as the last row of the table always answers; the compiler cannot know.",
  },
  {
    file: "src/channels/osc/terminal-table.ts",
    line: 'variableSet(4, "KITTY_WINDOW_ID", "osc99", "never"),',
    changes: [['"never"', '""']],
    why: "Only `always` and `silent` are asked for; anything else never counts inside tmux.",
  },
  {
    file: "src/channels/osc/terminal-table.ts",
    line: 'variableSet(5, "GHOSTTY_RESOURCES_DIR", "osc777", "never"),',
    changes: [['"never"', '""']],
    why: "Only `always` and `silent` are asked for; anything else never counts inside tmux.",
  },
  {
    file: "src/channels/osc/terminal-table.ts",
    line: 'termProgram("ghostty", "osc777", "never"),',
    changes: [['"never"', '""']],
    why: "Only `always` and `silent` are asked for; anything else never counts inside tmux.",
  },
  {
    file: "src/channels/osc/terminal-table.ts",
    line: 'inTmux: "never",',
    changes: [['"never"', '""']],
    why: "Only `always` and `silent` are asked for; anything else never counts inside tmux.",
  },
  {
    file: "src/channels/osc/terminal-table.ts",
    line: "test: ({ terminalName }) => (terminalName !== undefined && start.test(terminalName) ? answers : undefined),",
    changes: [["terminalName !== undefined", "true"]],
    why: "A pattern takes undefined for the word `undefined`, with which no terminal's name begins.",
  },
  {
    file: "src/channels/osc/terminal-table.ts",
    line: 'inTmux: "always",',
    changes: [['"always"', '""']],
    why: "In the last row only: where it does not count, `detectProtocol` gives the same answer itself.",
  },
  {
    file: "src/channels/osc/osc.channel.ts",
    line: 'const nothing: AttemptResult = { kind: "failed", reason: "no terminal of tmux\'s" };',
    changes: [
      ['{ kind: "failed", reason: "no terminal of tmux\'s" }', "{}"],
      ['"failed"', '""'],
      ['"no terminal of tmux\'s"', '""'],
    ],
    why: "Nothing is attempted without a client; only the compiler needs an answer for none.",
  },
  {
    file: "src/channels/osc/terminal-name.ts",
    line: 'if (tmux.kind !== "outside" || env.TMUX || NOT_ASKED.has(env.TERM)) return false;',
    changes: [['tmux.kind !== "outside"', "false"]],
    why: "A tmux that answers is a multiplexer around the terminal, which the next line finds as well.",
  },
  {
    file: "src/channels/osc/wrap.ts",
    line: "const pieces = sequence.replaceAll(ST, BEL).match(SCREEN_PIECE) ?? [];",
    changes: [["[]", '["Stryker was here"]']],
    why: "Every sequence has a piece; only the compiler needs the other answer.",
  },
  {
    file: "src/channels/osc/terminal-table.ts",
    line: "test: ({ config }) => config.fallback,",
    changes: [["({ config }) => config.fallback", "() => undefined"]],
    why: "Without an answer of the last row `detectProtocol` gives the same one itself.",
  },
  {
    file: "src/channels/osc/terminal-table.ts",
    line: 'test: ({ env }) => (matches(env.TERM ?? "", pattern) ? answers : undefined),',
    changes: [['""', '"Stryker was here!"']],
    why: "Stands for no TERM; any text that matches no row of the table would do.",
  },
  {
    file: "src/channels/osc/multiplexers.ts",
    line: 'function multiplexerByTerm({ TERM = "", STY }: Environment): Multiplexer | undefined {',
    changes: [['""', '"Stryker was here!"']],
    why: "Stands for no TERM; any text that begins with neither `tmux` nor `screen` would do.",
  },
  {
    file: "src/channels/osc/multiplexers.ts",
    line: 'if (tmux.kind === "outside" || permission === "assume") return undefined;',
    changes: [
      ['tmux.kind === "outside"', "false"],
      ['"outside"', '""'],
    ],
    why: "Outside tmux there is no `passthrough` for the questions below to object to; the compiler needs this one.",
  },
  {
    file: "src/machines/run.machine.ts",
    line: 'context: ({ input }) => ({ ...input, lastLoop: "ok" }),',
    changes: [['"ok"', '""']],
    why: "Before the first loop has ended anything will do that is neither `error` nor `aborted`: only these are asked for.",
  },
  {
    file: "src/machines/run.machine.ts",
    line: "types: {",
    changes: [["{ input: {} as RunInput, context: {} as RunContext, events: {} as RunEvent, }", "{}"]],
    why: "Read by the compiler only; at run time XState has no use for it.",
  },
  {
    file: "src/machines/run.machine.ts",
    line: "actors: { notice: noticeMachine },",
    changes: [["{ notice: noticeMachine }", "{}"]],
    why: "Gives the name its type. What runs under it is always provided: the bound machine by `provideSessionMachine`.",
  },
  {
    file: "src/machines/span.machine.ts",
    line: "types: {",
    changes: [["{ input: {} as SpanInput, context: {} as SpanInput, events: {} as SpanEvent, }", "{}"]],
    why: "Read by the compiler only; at run time XState has no use for it.",
  },
  {
    file: "src/machines/span.machine.ts",
    line: "actors: { notice: noticeMachine },",
    changes: [["{ notice: noticeMachine }", "{}"]],
    why: "Gives the name its type. What runs under it is always provided: the bound machine by `provideSessionMachine`.",
  },
  {
    file: "src/machines/span.machine.ts",
    line: "...(promptTitle === undefined ? {} : { promptTitle }),",
    changes: [["promptTitle === undefined", "false"]],
    why: "A title that is absent and one that is undefined are the same to all who read a notice.",
  },
  {
    file: "src/machines/span.machine.ts",
    line: "...(label === undefined ? {} : { label }),",
    changes: [["label === undefined", "false"]],
    why: "A label that is absent and one that is undefined are the same to all who read a notice.",
  },
  {
    file: "src/machines/span.machine.ts",
    line: 'id: "span",',
    changes: [['"span"', '""']],
    why: "Out of scope: no transition refers to it; it names the chart to tools that show it.",
  },
  {
    file: "src/channels/desktop/powershell-toast.ts",
    line: 'input: Buffer.from(words, "utf8").toString("base64"),',
    changes: [['"utf8"', '""']],
    why: "UTF-8 is what Node takes when nothing is said; we say it because the script reads it.",
  },
  {
    file: "src/channels/http-address.ts",
    line: 'if (username !== "" || password !== "" || /^https?:\\/\\/[^/?#]*@/i.test(url)) {',
    changes: [
      ['username !== "" || password !== ""', "false"],
      ['username !== "" || password !== ""', 'username !== "" && password !== ""'],
      ['username !== ""', "false"],
      ['password !== ""', "false"],
    ],
    why: "The pattern finds every `@` that could end credentials; the parser's own word is a second lock on the same door.",
  },
  {
    file: "src/channels/judge-reply.ts",
    line: "if (status < 200 || status >= 300) {",
    changes: [["status >= 300", "status > 300"]],
    why: "A status of 300 has been judged a redirect above.",
  },
  {
    file: "src/channels/judge-reply.ts",
    line: "} catch {",
    changes: [["{ return undefined; }", "{}"]],
    why: "A function that ends returns `undefined` too; the line says that it is meant.",
  },
  {
    file: "src/channels/webhook/render-template.ts",
    line: 'for (const [, inside = ""] of template.matchAll(PLACEHOLDER_PATTERN)) {',
    changes: [['""', '"Stryker was here!"']],
    why: "The group is in every match, if only empty; the compiler cannot know.",
  },
  {
    file: "src/channels/webhook/render-template.ts",
    line: "if (whole !== undefined && isPlaceholder(whole)) return values[whole];",
    changes: [["whole !== undefined", "true"]],
    why: "`undefined` is the name of no placeholder; only the compiler needs the first question.",
  },
  {
    file: "src/channels/webhook/render-template.ts",
    line: 'if (typeof template !== "object" || template === null) return undefined;',
    changes: [['typeof template !== "object"', "false"]],
    why: "A number or a boolean holds no values to look at, so the loop below ends as well without a problem.",
  },
  {
    file: "src/channels/webhook/render-template.ts",
    line: 'return name !== undefined && isPlaceholder(name) ? String(values[name]) : found.replaceAll(SHIELD, "");',
    changes: [["name !== undefined", "true"]],
    why: "`undefined` is the name of no placeholder; only the compiler needs the first question.",
  },
  {
    file: "src/channels/webhook/webhook.schema.ts",
    line: 'payload.issues.push({ code: "custom", input: payload.value, path: [problem.key], message: problem.what });',
    changes: [['"custom"', '""']],
    why: "Out of scope: what people read is the path and the message; the code is Zod's own word for checks like this.",
  },
  {
    file: "src/channels/webhook/presets/bark.ts",
    line: "...(shownTitle !== undefined && { title: shownTitle }),",
    changes: [["shownTitle !== undefined", "true"]],
    why: "A title that is undefined does not appear in JSON, and JSON is what is sent.",
  },
  {
    file: "src/channels/webhook/presets/fit-text.ts",
    line: "if (text.length <= limit && measure(text) <= limit) return text;",
    changes: [["text.length <= limit", "true"]],
    why: "A text that is longer only in UTF-16 comes out of the search below whole as well; asking first saves the measuring.",
  },
  {
    file: "src/channels/webhook/presets/bark.ts",
    line: 'signing: "standard",',
    changes: [['"standard"', '""']],
    why: "Whatever is not `own` is signed by the standard.",
  },
  {
    file: "src/channels/webhook/presets/discord.ts",
    line: 'signing: "standard",',
    changes: [['"standard"', '""']],
    why: "Whatever is not `own` is signed by the standard.",
  },
  {
    file: "src/channels/webhook/presets/gotify.ts",
    line: 'signing: "standard",',
    changes: [['"standard"', '""']],
    why: "Whatever is not `own` is signed by the standard.",
  },
  {
    file: "src/channels/webhook/presets/pushover.ts",
    line: 'signing: "standard",',
    changes: [['"standard"', '""']],
    why: "Whatever is not `own` is signed by the standard.",
  },
  {
    file: "src/channels/webhook/presets/slack.ts",
    line: 'signing: "standard",',
    changes: [['"standard"', '""']],
    why: "Whatever is not `own` is signed by the standard.",
  },
  {
    file: "src/channels/webhook/presets/teams.ts",
    line: 'signing: "standard",',
    changes: [['"standard"', '""']],
    why: "Whatever is not `own` is signed by the standard.",
  },
  {
    file: "src/channels/webhook/presets/telegram.ts",
    line: 'signing: "standard",',
    changes: [['"standard"', '""']],
    why: "Whatever is not `own` is signed by the standard.",
  },
  {
    file: "src/channels/webhook/presets/wecom.ts",
    line: 'signing: "standard",',
    changes: [['"standard"', '""']],
    why: "Whatever is not `own` is signed by the standard.",
  },
  {
    file: "src/machines/delivery.machine.ts",
    line: 'const unprovided = () => Promise.reject(new Error("actor not provided"));',
    changes: [
      ['"actor not provided"', '""'],
      ['() => Promise.reject(new Error("actor not provided"))', "() => undefined"],
    ],
    why: "Stands where `provideSessionMachine` puts the real actors; the compiler demands them, nothing runs without.",
  },
  {
    file: "src/machines/delivery.machine.ts",
    line: "types: {",
    changes: [
      [
        "{ input: {} as DeliveryInput, context: {} as DeliveryContext, events: {} as DeliveryEvent, output: {} as Outcome, }",
        "{}",
      ],
    ],
    why: "Read by the compiler only; at run time XState has no use for it.",
  },
  {
    file: "src/machines/delivery.machine.ts",
    line: "actors: {",
    changes: [
      [
        "{ prepareDelivery: fromPromise<PrepareOutput, PrepareInput>(unprovided […] , AttemptInput>(unprovided), }",
        "{}",
      ],
    ],
    why: "Gives the names their types. What runs under them is always provided: the bound machines by `provideSessionMachine`.",
  },
  {
    file: "src/machines/notice.machine.ts",
    line: 'if (openFollowers(context, channelId).length > 0) enqueue.sendTo(self, { type: "leader.finished", channelId });',
    changes: [
      ["openFollowers(context, channelId).length > 0", "true"],
      ["openFollowers(context, channelId).length > 0", "openFollowers(context, channelId).length >= 0"],
    ],
    why: "Where nobody follows, the event finds nobody to tell; asking first saves a step.",
  },
  {
    file: "src/machines/notice.machine.ts",
    line: "return openChannels(context)",
    changes: [
      ["openChannels(context) .filter((channel) => channel.yieldsTo.includes(channelId))", "openChannels(context)"],
    ],
    why: "A delivery that hears of a leader it does not wait for has none to drop.",
  },
  {
    file: "src/machines/notice.machine.ts",
    line: "types: {",
    changes: [
      [
        "{ input: {} as NoticeInput, context: {} as NoticeContext, events: {} as NoticeEvent, output: {} as NoticeOutcomes, }",
        "{}",
      ],
    ],
    why: "Read by the compiler only; at run time XState has no use for it.",
  },
  {
    file: "src/machines/notice.machine.ts",
    line: "actors: { delivery: deliveryMachine },",
    changes: [["{ delivery: deliveryMachine }", "{}"]],
    why: "Gives the names their types. What runs under them is always provided: the bound machines by `provideSessionMachine`.",
  },
  {
    file: "src/machines/notice.machine.ts",
    line: 'id: "notice",',
    changes: [['"notice"', '""']],
    why: "Out of scope: no transition refers to it; it names the chart to tools that show it.",
  },
  {
    file: "src/machines/session.machine.ts",
    line: "types: {",
    changes: [
      [
        "{ input: {} as SessionInput, context: {} as SessionContext, events: {} as SessionEvent, emitted: {} as SessionEmitted, }",
        "{}",
      ],
    ],
    why: "Read by the compiler only; at run time XState has no use for it.",
  },
  {
    file: "src/machines/session.machine.ts",
    line: "actors: { run: runMachine, span: spanMachine, notice: noticeMachine },",
    changes: [["{ run: runMachine, span: spanMachine, notice: noticeMachine }", "{}"]],
    why: "Gives the names their types. What runs under them is always provided: the bound machines by `provideSessionMachine`.",
  },
  {
    file: "src/machines/session.machine.ts",
    line: 'if (context.currentRun !== undefined) enqueue.sendTo(context.currentRun, { type: "run.superseded" });',
    changes: [["context.currentRun !== undefined", "true"]],
    why: "Without a run XState sends it to the session itself, which has no transition for it.",
  },
  {
    file: "src/machines/session.machine.ts",
    line: 'if (context.currentRun !== undefined) enqueue.sendTo(context.currentRun, { type: "run.held" });',
    changes: [["context.currentRun !== undefined", "true"]],
    why: "Without a run XState sends it to the session itself, which has no transition for it.",
  },
  {
    file: "src/machines/session.machine.ts",
    line: 'if (context.currentRun !== undefined) enqueue.sendTo(context.currentRun, { type: "run.released" });',
    changes: [["context.currentRun !== undefined", "true"]],
    why: "Without a run XState sends it to the session itself, which has no transition for it.",
  },
  {
    file: "src/machines/session.machine.ts",
    line: 'if (context.currentRun !== undefined) enqueue.sendTo(context.currentRun, { type: "session.draining" });',
    changes: [["context.currentRun !== undefined", "true"]],
    why: "Without a run XState sends it to the session itself, which has no transition for it.",
  },
  {
    file: "src/machines/session.machine.ts",
    line: 'actions: ["closeSpan", { type: "spawnSpan", params: ({ event }) => opening(event, "unwatched") }],',
    changes: [['"unwatched"', '""']],
    why: "Whatever is neither `ofRun` nor `ofNoRun` is unwatched.",
  },
  {
    file: "src/machines/session.machine.ts",
    line: "backgroundLimit: ({ context }) => context.background?.maxMs ?? 0,",
    changes: [["context.background?.maxMs", "context.background.maxMs"]],
    why: "Asked only where a run is held for background work, which is configured then; the compiler cannot know.",
  },
  {
    file: "src/machines/session.machine.ts",
    line: "if (context.currentSpan !== undefined) enqueue.sendTo(context.currentSpan, { type });",
    changes: [["context.currentSpan !== undefined", "true"]],
    why: "Without a span, which takes a fault of ours, XState sends it to the session itself, where a run works by then and nobody is engaged.",
  },
  {
    file: "src/machines/session.machine.ts",
    line: "if (context.currentSpan === undefined) return;",
    changes: [["context.currentSpan === undefined", "false"]],
    why: "Without a span, which takes a fault of ours, XState sends it to the session itself, which has no transition for it.",
  },
  {
    file: "src/machines/session.machine.ts",
    line: "enqueue.assign({ waitingLabel: undefined });",
    changes: [["{ waitingLabel: undefined }", "{}"]],
    why: "Whoever waits next writes it before anybody reads it; a session that shows what no longer waits would be a puzzle.",
  },
  {
    file: "src/machines/session.machine.ts",
    line: 'after: { questionLimit: { target: "none", actions: "forgetQuestions" } },',
    changes: [['"none"', '""']],
    why: "With every question forgotten the line above leads there too; the target tells the reader so.",
  },
  {
    file: "src/machines/session.machine.ts",
    line: '"run.settled": { target: "none", actions: "forgetQuestions" },',
    changes: [['"none"', '""']],
    why: "With every question forgotten the line above leads there too; the target tells the reader so.",
  },
  {
    file: "src/machines/session.machine.ts",
    line: 'on: { "run.started": { guard: "isNewRun", target: "holding" } },',
    changes: [['"isNewRun"', '""']],
    why: "The limit runs out only while a run is being told, so the next start is a new run's; a retry is ruled out for the reader.",
  },
  {
    file: "src/machines/session.machine.ts",
    line: 'on: { "run.started": { guard: "isNewRun", actions: "holdRun" } },',
    changes: [['"isNewRun"', '""']],
    why: "A run that is held already has no transition for being held once more.",
  },
  {
    file: "src/machines/channel-health.machine.ts",
    line: "if (!isFailure(outcome)) return;",
    changes: [["!isFailure(outcome)", "false"]],
    why: "The guard of the only transition that runs this has asked already; here only the compiler has to hear it.",
  },
  {
    file: "src/machines/channel-health.machine.ts",
    line: "types: {",
    changes: [
      [
        "{ input: {} as ChannelHealthInput, context: {} as ChannelHealthContext […]  {} as ChannelHealthEmitted, }",
        "{}",
      ],
    ],
    why: "Read by the compiler only; at run time XState has no use for it.",
  },
  {
    file: "src/machines/channel-health.machine.ts",
    line: 'id: "channel-health",',
    changes: [['"channel-health"', '""']],
    why: "Out of scope: no transition refers to it; it names the chart to tools that show it.",
  },
];
