/** What one folder may import. */
export interface ImportRule {
  /** What the folder holds, for the map in CONTRIBUTING. */
  readonly holds: string;
  /** The folders whose files it may import. Within itself it is free. */
  readonly folders: readonly string[];
  /** The npm packages that it may import; `node:*` stands for Node's own modules. */
  readonly packages: readonly string[];
  /** The packages of which it may import types, which cost nothing at run time. */
  readonly typesOf?: readonly string[];
}

/** Node's own modules. */
const NODE = "node:*";
/** Anything. */
const ANY = ["*"];

/**
 * Every pair of folders between which an import is allowed, and no other pair.
 * The order is that of the layers: a folder imports only folders above it, except through the dynamic boundary.
 */
export const IMPORT_RULES: Readonly<Record<string, ImportRule>> = {
  notices: {
    holds: "the vocabulary: events, outcomes, reasons, and the pure decisions about them",
    folders: [],
    packages: [],
  },
  messages: {
    holds: "every sentence that a person reads, English and Chinese side by side",
    folders: ["notices"],
    packages: [],
  },
  ports: {
    holds: "interfaces to the outside: TmuxClient, TerminalWriter, ProgramRunner, HttpClient",
    folders: ["messages", "notices"],
    packages: ["node:path"],
    typesOf: ["xstate"],
  },
  content: {
    holds: "title and lines of a notification, safe to show anywhere",
    folders: ["messages", "notices", "ports"],
    packages: [NODE],
  },
  api: { holds: "pi-notify-xstate/api: what other extensions import", folders: ["notices"], packages: [] },
  machines: {
    holds: "the statecharts: session, run, span, notice, delivery, background work, channel health",
    folders: ["notices"],
    packages: ["xstate"],
  },
  adapters: {
    holds: "what talks to the outside: tmux, terminal, HTTP, programs, files, the clock",
    folders: ["messages", "notices", "ports"],
    packages: [NODE, "undici", "xstate"],
  },
  integrations: {
    holds: "what other extensions say on Pi's bus",
    folders: ["ports", "api", "content", "notices"],
    packages: [NODE],
  },
  channels: {
    holds: "one folder per channel: schema, prepare, attempt, describe",
    folders: ["content", "messages", "notices", "ports"],
    packages: [NODE, "zod"],
  },
  trace: {
    holds: "what the actors did: recorded, read, told in words; browsers run it too",
    folders: ["content", "messages", "notices"],
    packages: ["zod"],
    typesOf: ["xstate"],
  },
  config: {
    holds: "the pipeline from file to valid configuration: file, project, environment, schema",
    folders: ["adapters", "channels", "content", "messages", "notices", "ports"],
    packages: [NODE, "zod", "dotenv-expand", "jsonc-parser", "leven"],
  },
  actors: {
    holds: "actor logic: what a delivery prepares and attempts",
    folders: ["adapters", "channels", "content", "machines", "notices", "ports"],
    packages: ["xstate"],
  },
  live: { holds: "the viewer's page, written or served", folders: ["trace"], packages: [NODE] },
  inspector: {
    holds: "Stately's inspector, which hears of states only",
    folders: ["messages", "notices", "ports"],
    packages: [NODE, "@statelyai/inspect", "ws", "xstate"],
  },
  runtime: {
    holds: "the composition root of one session: plan, bind, inspect",
    folders: [
      ...["actors", "adapters", "channels", "config", "content", "inspector", "integrations", "machines"],
      ...["messages", "notices", "ports", "trace"],
    ],
    packages: ["xstate"],
  },
  commands: {
    holds: "/notify: one folder per command, and their table",
    folders: [
      ...["actors", "adapters", "channels", "config", "content", "integrations", "live"],
      ...["messages", "notices", "ports", "runtime", "trace"],
    ],
    packages: [NODE, "zod", "diff", "uqr", "jsonc-parser"],
  },
  pi: {
    holds: "the session as Pi sees it: queue, phase, what is worth loading, typing, the terminal's answers",
    folders: [
      ...["adapters", "api", "commands", "config", "content", "integrations", "lazy.ts", "machines", "messages"],
      ...["notices", "ports", "runtime"],
    ],
    packages: [NODE],
  },
  "extension.ts": {
    holds: "Pi's events in, actor events out; the only file that knows Pi's API",
    folders: ["adapters", "api", "commands", "integrations", "messages", "notices", "pi"],
    packages: ["@earendil-works/pi-coding-agent"],
  },
  "lazy.ts": {
    holds: "the dynamic boundary: whatever Pi's start must not pay for",
    folders: ["channels", "commands", "config", "runtime"],
    packages: [],
  },
  cli: {
    holds: "the text of the package's program",
    folders: ["content", "messages", "notices", "ports", "trace"],
    packages: [NODE],
  },
  "cli.ts": { holds: "the package's program", folders: ["cli", "lazy.ts", "content", "messages"], packages: [NODE] },
  testing: {
    holds: "pi-notify-xstate/testing: the kit, with a fake Pi",
    folders: [...["channels", "config", "content", "extension.ts", "machines", "notices", "ports"], "runtime"],
    packages: [NODE, "xstate", "zod"],
    typesOf: ["@earendil-works/pi-coding-agent"],
  },
  model: {
    holds: "the rules as an oracle, scopes, and drivers of the machines",
    folders: ["machines", "notices", "runtime", "testing", "trace"],
    packages: ["xstate"],
  },
  "visualizer/charts": {
    holds: "the machines as charts, with their descriptions",
    folders: ["machines", "messages"],
    packages: ["xstate", "elkjs"],
  },
  "visualizer/model": {
    holds: "what the viewer shows, worked out without the page",
    folders: ["messages", "notices", "trace", "visualizer/charts"],
    packages: [],
  },
  "visualizer/what-if": {
    holds: "the machines run in the viewer",
    folders: ["model"],
    packages: [],
  },
  "visualizer/view": {
    holds: "the page: plain DOM, in which text is only ever text",
    folders: [
      ...["messages", "model", "notices", "trace", "visualizer/charts", "visualizer/model", "visualizer/what-if"],
    ],
    packages: [],
  },
  visualizer: {
    holds: "the viewer's entry",
    folders: ["visualizer/charts", "visualizer/model", "visualizer/view"],
    packages: ["zod"],
  },
  rig: {
    holds: "what tests, demo and scripts drive: scripted model, tmux server, recorded terminal, receivers",
    folders: ["adapters", "channels", "ports", "testing", "trace"],
    packages: ANY,
  },
  demo: { holds: "the demo on the real Pi", folders: ["testing", "rig", "notices"], packages: ANY },
  scripts: {
    holds: "builds, documents, measurements",
    folders: [
      "channels",
      "commands",
      "config",
      "machines",
      "messages",
      "notices",
      "rig",
      "runtime",
      "testing",
      "trace",
    ],
    packages: ANY,
  },
  examples: { holds: "examples for authors of other extensions", folders: [], packages: ANY },
  test: { holds: "the tests", folders: ANY, packages: ANY },
};
