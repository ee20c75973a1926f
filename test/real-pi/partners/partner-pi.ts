import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BusRecord, readBusRecords } from "../../../rig/bus-records.ts";
import { BIN_FOLDER } from "../../../rig/clean-environment.ts";
import { PiOnPipes } from "../../../rig/pi-on-pipes.ts";
import { type PiOptions, setUpPi } from "../../../rig/pi-setup.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { BELL, EXTENSION, hookChannel, startToldPi, TERMINAL, type ToldPi } from "../../../rig/told-pi.ts";
import { type HeldAnswer, type ScriptedToolCall, toolCalls } from "../../../src/testing/model-answers.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";

const BUS_RECORDER = fileURLToPath(new URL("../../../rig/extensions/bus-recorder.ts", import.meta.url));
const PERMISSION_SYSTEM = "@gotgenes/pi-permission-system";

/**
 * Published versions of `pi-subagents`, by where they lie in node_modules.
 * 0.49 starts a Pi process for every child. 0.67 runs a foreground child inside Pi, without other extensions, and
 * cannot run a background child on Pi 1.6.0, which lacks an export that it wants.
 */
export const SUBAGENTS = {
  "0.34": "pi-subagents-0.34",
  "0.44": "pi-subagents-0.44",
  "0.49": "pi-subagents-0.49",
  "0.67": "pi-subagents",
} as const;

export type SubagentsVersion = keyof typeof SUBAGENTS;

export interface PartnerPiOptions {
  readonly subagents?: SubagentsVersion;
  /** Further packages, by their names in node_modules. */
  readonly packages?: readonly string[];
  /** Top-level keys of pi-notify's config beside `channels`. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Policy of the permission system. Default: everything is allowed. */
  readonly permission?: Readonly<Record<string, unknown>>;
}

export interface PartnerPi extends ToldPi {
  /** What the recorder heard on this channel: in Pi itself, or else in the children of a subagent extension. */
  heard(channel: string, where?: "pi" | "children"): BusRecord[];
  waitForHeard(channel: string, where?: "pi" | "children"): Promise<BusRecord>;
}

/**
 * A told Pi with the partners installed where `pi install npm:…` puts them. They, pi-notify and the recorder are
 * loaded into the children's sessions as well. The webhook takes every Pi mode, so that a child would be heard.
 */
export async function startPiWithPartners(options: PartnerPiOptions = {}): Promise<PartnerPi> {
  const scratch = makeScratchFolder();
  const busFile = join(scratch.path, "bus.jsonl");
  const told = await startToldPi({
    ...partnerSetup(options),
    ...(options.config === undefined ? {} : { config: options.config }),
    env: { RIG_BUS: busFile, TMPDIR: temporaryFolder(scratch.path) },
    channels: (url) => [TERMINAL, BELL, hookChannel("hook", url, { modes: ["tui", "rpc", "print", "json"] })],
  });
  const heard = (channel: string, where: "pi" | "children" = "pi") =>
    readBusRecords(busFile).filter((record) => {
      return record.channel === channel && (record.pid === told.pi.pid) === (where === "pi");
    });
  return {
    ...told,
    heard,
    waitForHeard: (channel, where = "pi") =>
      waitUntil(
        async () => `${channel} in ${where}; screen:\n${await told.pi.screen()}`,
        () => heard(channel, where)[0],
      ),
    async [Symbol.asyncDispose]() {
      await told[Symbol.asyncDispose]();
      await scratch[Symbol.asyncDispose]();
    },
  };
}

/** How long a first load may take: Pi compiles some hundred files of TypeScript and keeps the result, ms. */
export const FIRST_LOAD_MS = 300_000;

/** Loads a partner once, so that what Pi compiles for that is there before a test waits for Pi's start. */
export async function compilePartners(...versions: readonly SubagentsVersion[]): Promise<void> {
  for (const subagents of versions) {
    await using pi = new PiOnPipes(await setUpPi({ ...partnerSetup({ subagents }), env: { TMPDIR: tmpdir() } }), [
      "-p",
      "hi",
    ]);
    pi.endInput();
    const exit = await pi.exit(FIRST_LOAD_MS);
    if (exit.code !== 0) throw new Error(`Pi does not start with ${subagents}:\n${pi.stderr}`);
  }
}

/** Queues the answer with which the model asks for one run of the agent `delegate`. */
export function subagentCall(
  task: string,
  where: "foreground" | "background",
  version?: SubagentsVersion,
): ScriptedToolCall {
  const async = where === "background";
  if (version !== "0.44") return { name: "subagent", args: { agent: "delegate", task, async } };
  // "Direct execution was removed", it says, and came back later.
  const workflowScript = `return runs.run("main", ${JSON.stringify({ agent: "delegate", task })})`;
  return { name: "subagent", args: { workflowScript, async } };
}

export function bashCall(command: string): ScriptedToolCall {
  return { name: "bash", args: { command } };
}

export interface BackgroundRun {
  /** The child's first request to the model. */
  readonly child: HeldAnswer;
}

/**
 * Has Pi start a background run and lets Pi settle, while the child waits for its first answer.
 * Parent and child ask the model at the same time; which came first shows only when both have asked.
 */
export async function startBackgroundRun(
  { pi }: PartnerPi,
  task: string,
  version?: SubagentsVersion,
): Promise<BackgroundRun> {
  const asked = pi.model.requests.length;
  pi.model.answer(toolCalls(subagentCall(task, "background", version)));
  const answers = [pi.model.hold(), pi.model.hold()] as const;
  await pi.prompt("delegate");
  await Promise.all(answers.map((answer) => answer.reached(60_000)));
  const [first, second] = answers;
  const isChildFirst = pi.model.requests[asked + 1]?.prompt.includes(task) === true;
  (isChildFirst ? second : first).release();
  return { child: isChildFirst ? first : second };
}

/**
 * A folder for what `pi-subagents` leaves in the system's temporary one: sessions, results and outputs of children.
 * What Pi's loader has compiled is found there, too, so that stays the system's.
 */
function temporaryFolder(scratch: string): string {
  const folder = join(scratch, "tmp");
  mkdirSync(folder);
  symlinkSync(join(tmpdir(), "jiti"), join(folder, "jiti"));
  return folder;
}

function partnerSetup({
  subagents = "0.67",
  permission = { "*": "allow" },
  packages: more = [],
}: PartnerPiOptions): Pick<PiOptions, "extensions" | "settings" | "prepareAgentDir"> {
  const packages = {
    "pi-subagents": SUBAGENTS[subagents],
    ...Object.fromEntries([PERMISSION_SYSTEM, ...more].map((name) => [name, name])),
  };
  return {
    extensions: [],
    settings: {
      packages: [EXTENSION, ...Object.keys(packages).map((name) => `npm:${name}`)],
      extensions: [BUS_RECORDER],
    },
    prepareAgentDir(agentDir) {
      for (const [name, installed] of Object.entries(packages)) {
        const link = join(agentDir, "npm", "node_modules", name);
        mkdirSync(dirname(link), { recursive: true });
        symlinkSync(join(BIN_FOLDER, "..", installed), link);
      }
      const folder = join(agentDir, "extensions", "pi-permission-system");
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "config.json"), JSON.stringify({ permission, doublePressToConfirm: false }));
    },
  };
}
