import type { Survivor } from "./survivor.ts";

/**
 * The mutants that may live. `npm run mutation` fails on any other survivor and names those that tests notice by now.
 * `survivors.test.ts` fails when a piece named here is no longer in its file.
 */
export const SURVIVORS: readonly Survivor[] = [
  {
    file: "src/content/cut.ts",
    piece: "cutText",
    lives: { ObjectLiteral: 1 },
    why: "A segmenter cuts into graphemes by default; the option is there for the reader.",
  },
  {
    file: "src/content/duration.ts",
    piece: "durationText",
    lives: { ConditionalExpression: 1 },
    why: "`Number.isFinite(undefined)` is false as well; only the compiler needs the comparison with undefined.",
  },
  {
    file: "src/content/language.ts",
    piece: "resolveLanguage",
    lives: { StringLiteral: 1 },
    why: "The empty text stands for no locale; any text that does not begin with `zh` gives the same answer.",
  },
  {
    file: "src/channels/osc/detect-protocol.ts",
    piece: "detectProtocol",
    lives: { ObjectLiteral: 2, StringLiteral: 1 },
    why: "This line is never reached, because the last row of the table always answers; the compiler cannot know.",
  },
  {
    file: "src/channels/osc/terminal-table.ts",
    piece: "TERMINAL_TABLE",
    lives: { StringLiteral: 3 },
    why: "The code compares with `always` and `silent` only; every other word means never inside tmux.",
  },
  {
    file: "src/channels/osc/terminal-table.ts",
    piece: "term",
    lives: { StringLiteral: 1 },
    why: "The code compares with `always` and `silent` only; every other word means never inside tmux.",
  },
  {
    file: "src/channels/osc/terminal-table.ts",
    piece: "ownName",
    lives: { ConditionalExpression: 1 },
    why: "A pattern reads undefined as the word `undefined`, and no terminal's name begins like that.",
  },
  {
    file: "src/channels/osc/terminal-table.ts",
    piece: "TERMINAL_TABLE",
    lives: { StringLiteral: 1 },
    why: "This is the last row: where it does not count inside tmux, `detectProtocol` gives the same answer itself.",
  },
  {
    file: "src/channels/osc/osc.channel.ts",
    piece: "anyOf",
    lives: { ObjectLiteral: 1, StringLiteral: 2 },
    why: "Nothing is attempted without a client; only the compiler needs an answer for an empty list.",
  },
  {
    file: "src/channels/osc/terminal-name.ts",
    piece: "wantsTerminalName",
    lives: { ConditionalExpression: 1 },
    why: "A tmux that answers is a multiplexer around the terminal, and the next line finds that as well.",
  },
  {
    file: "src/channels/osc/wrap.ts",
    piece: "wrapScreen",
    lives: { ArrayDeclaration: 1 },
    why: "Every sequence matches at least once; only the compiler needs the other answer.",
  },
  {
    file: "src/channels/osc/terminal-table.ts",
    piece: "TERMINAL_TABLE",
    lives: { ArrowFunction: 1 },
    why: "Where the last row gives no answer, `detectProtocol` gives the same one itself.",
  },
  {
    file: "src/channels/osc/terminal-table.ts",
    piece: "term",
    lives: { StringLiteral: 1 },
    why: "The empty text stands for a missing TERM; any text that matches no row of the table gives the same answer.",
  },
  {
    file: "src/channels/osc/multiplexers.ts",
    piece: "multiplexerByTerm",
    lives: { StringLiteral: 1 },
    why: "The empty text stands for a missing TERM; any text that begins with neither `tmux` nor `screen` will do.",
  },
  {
    file: "src/channels/osc/multiplexers.ts",
    piece: "tmuxObjection",
    lives: { ConditionalExpression: 1, StringLiteral: 1 },
    why: "Outside tmux there is no `passthrough` for the questions below to object to; the compiler needs this one.",
  },
  {
    file: "src/machines/run.machine.ts",
    piece: "runMachine.chart",
    lives: { StringLiteral: 1 },
    why: "Before the first loop has ended, any word will do that is neither `error` nor `aborted`.",
  },
  ...[
    ["background", "backgroundMachine"],
    ["channel-health", "channelHealthMachine"],
    ["delivery", "deliveryMachine"],
    ["notice", "noticeMachine"],
    ["run", "runMachine"],
    ["session", "sessionMachine"],
    ["span", "spanMachine"],
  ].map(
    ([file, machine]): Survivor => ({
      file: `src/machines/${file}.machine.ts`,
      piece: `${machine}.types`,
      lives: { ObjectLiteral: 1 },
      why: "Only the compiler reads the types; XState does not use them at run time.",
    }),
  ),
  ...["delivery", "notice", "run", "session", "span"].map(
    (name): Survivor => ({
      file: `src/machines/${name}.machine.ts`,
      piece: `${name}Machine.actors`,
      lives: { ObjectLiteral: 1 },
      why: "It gives the names their types. `provideSessionMachine` always provides the actors that run.",
    }),
  ),
  ...["notice", "span"].map(
    (name): Survivor => ({
      file: `src/machines/${name}.machine.ts`,
      piece: `${name}Machine.chart`,
      lives: { StringLiteral: 1 },
      why: "Out of scope: no transition refers to the machine's id; it names the chart in tools that show it.",
    }),
  ),
  {
    file: "src/machines/span.machine.ts",
    piece: "spanMachine.actions.spawnAnnouncement",
    lives: { ConditionalExpression: 2 },
    why: "Code that reads a notice treats a missing title or label like an undefined one.",
  },
  {
    file: "src/channels/desktop/powershell-toast.ts",
    piece: "powershellCall",
    lives: { StringLiteral: 1 },
    why: "Node uses UTF-8 by default; the argument is there because the script reads UTF-8.",
  },
  {
    file: "src/channels/http-address.ts",
    piece: "addressProblem",
    lives: { ConditionalExpression: 3, LogicalOperator: 1 },
    why: "The pattern finds every `@` that could end credentials; what the parser found is a second safeguard.",
  },
  {
    file: "src/channels/check-reply.ts",
    piece: "checkReply",
    lives: { EqualityOperator: 1 },
    why: "The lines above have returned for a status of 300 already, as a redirect.",
  },
  {
    file: "src/channels/check-reply.ts",
    piece: "parseObject",
    lives: { BlockStatement: 1 },
    why: "A function that ends returns `undefined` too; the line shows that it is intended.",
  },
  {
    file: "src/channels/webhook/render-template.ts",
    piece: "templateProblem",
    lives: { StringLiteral: 1 },
    why: "The group takes part in every match, although it may be empty; the compiler cannot know.",
  },
  {
    file: "src/channels/webhook/render-template.ts",
    piece: "fill",
    lives: { ConditionalExpression: 2 },
    why: "No placeholder is called `undefined`; only the compiler needs the comparison with undefined.",
  },
  {
    file: "src/channels/webhook/render-template.ts",
    piece: "templateProblem",
    lives: { ConditionalExpression: 1 },
    why: "A number or a boolean has no values to look at, so the loop below finds no problem either.",
  },
  {
    file: "src/channels/webhook/webhook.schema.ts",
    piece: "webhookSchema",
    lives: { StringLiteral: 1 },
    why: "Out of scope: people read the path and the message; the code is Zod's own name for checks like this.",
  },
  {
    file: "src/channels/webhook/presets/bark.ts",
    piece: "bark.body",
    lives: { ConditionalExpression: 1 },
    why: "JSON leaves out a title that is undefined, and the body is sent as JSON.",
  },
  {
    file: "src/channels/webhook/presets/fit-text.ts",
    piece: "fitText",
    lives: { ConditionalExpression: 1 },
    why: "The search below returns a text whole that is too long only in UTF-16; the check saves measuring it.",
  },
  ...["bark", "discord", "gotify", "pushover", "slack", "teams", "telegram", "wecom"].map(
    (preset): Survivor => ({
      file: `src/channels/webhook/presets/${preset}.ts`,
      piece: `${preset}.signing`,
      lives: { StringLiteral: 1 },
      why: "The code compares with `own` only; every other word means the standard signature.",
    }),
  ),
  {
    file: "src/machines/delivery.machine.ts",
    piece: "unprovided",
    lives: { StringLiteral: 1, ArrowFunction: 1 },
    why: "`provideSessionMachine` replaces these actors; the compiler demands them and nothing runs them.",
  },
  {
    file: "src/machines/notice.machine.ts",
    piece: "noticeMachine.actions.settleDelivery",
    lives: { ConditionalExpression: 1, EqualityOperator: 1 },
    why: "Where no delivery follows, the event has no delivery to reach; the check saves a step.",
  },
  {
    file: "src/machines/notice.machine.ts",
    piece: "openFollowers",
    lives: { MethodExpression: 1 },
    why: "A delivery that hears of a leader which it does not wait for has none to drop.",
  },
  ...["supersedeRun", "holdRun", "releaseRun", "drainRun"].map(
    (action): Survivor => ({
      file: "src/machines/session.machine.ts",
      piece: `sessionMachine.actions.${action}`,
      lives: { ConditionalExpression: 1 },
      why: "Without a run XState sends the event to the session itself, which has no transition for it.",
    }),
  ),
  {
    file: "src/machines/session.machine.ts",
    piece: "sessionMachine.chart.active.dialog",
    lives: { StringLiteral: 1 },
    why: "Every word but `ofRun` and `ofNoRun` means unwatched.",
  },
  {
    file: "src/machines/session.machine.ts",
    piece: "sessionMachine.actions.engageSpan",
    lives: { ConditionalExpression: 1 },
    why: "Only a fault of ours leaves no span. XState then sends the event to the session itself, where a run works and the dialog is not unwatched.",
  },
  {
    file: "src/machines/session.machine.ts",
    piece: "sessionMachine.actions.closeSpan",
    lives: { ConditionalExpression: 1 },
    why: "Only a fault of ours leaves no span. XState then sends the event to the session itself, which has no transition for it.",
  },
  {
    file: "src/machines/session.machine.ts",
    piece: "sessionMachine.actions.endWaiting",
    lives: { ObjectLiteral: 1 },
    why: "The next dialog that waits writes the label before anything reads it; clearing it keeps the context readable.",
  },
  {
    file: "src/machines/session.machine.ts",
    piece: "sessionMachine.chart.active.question.ahead",
    lives: { StringLiteral: 2 },
    why: "With every question forgotten, the state's own eventless transition leads there too; the target tells the reader.",
  },
  {
    file: "src/machines/session.machine.ts",
    piece: "sessionMachine.chart.active.hold.holding",
    lives: { StringLiteral: 1 },
    why: "A run that is held already has no transition for being held once more.",
  },
  {
    file: "src/machines/channel-health.machine.ts",
    piece: "channelHealthMachine.chart",
    lives: { StringLiteral: 1 },
    why: "Out of scope: no transition refers to the machine's id; it names the chart in tools that show it.",
  },
];
