import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fillAgentDir } from "../src/testing/agent-folder.ts";
import { type ScriptedModel, startScriptedModel } from "../src/testing/scripted-model.ts";
import { BIN_FOLDER, cleanEnvironment } from "./clean-environment.ts";
import { makeScratchFolder } from "./scratch-folder.ts";

/** What a Pi under test is started with; all optional. */
export interface PiOptions {
  /** Extensions under test, in the order Pi loads them; the probe comes last. */
  readonly extensions?: readonly string[];
  /** pi-notify's config file: an object, or its raw text. */
  readonly config?: object | string;
  /** Merged over the rig's settings.json. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Added to Pi's clean environment; `RIG_DIALOG_ON_SETTLED` and `RIG_DIALOG_WHEN` steer the probe. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further arguments of `pi`; a session is kept only with `["--session-dir", …]` in place of the default `--no-session`. */
  readonly args?: readonly string[];
  /** Folders first on Pi's PATH only, not the rig's: for a slow or broken `tmux`. */
  readonly pathPrepend?: readonly string[];
  /** Name of Pi's working directory. Default `project`. */
  readonly cwdName?: string;
  /** A whole working directory in place of a fresh empty one; it is not removed. */
  readonly cwd?: string;
  /** A filled agent directory to use as it is, for tests of `pi install`; `config` and `settings` do not apply. */
  readonly agentDir?: string;
  /** Puts more into the fresh agent directory before Pi starts; it gets that directory's path. */
  readonly prepareAgentDir?: (agentDir: string) => void;
  /** A model that the caller owns and closes. Default: a new one, closed with Pi. */
  readonly model?: ScriptedModel;
  /** Words before `pi`, such as `["unshare", "--uts", "sh", "-c", …]`. */
  readonly commandPrefix?: readonly string[];
}

/** Everything on disk and on the network that one Pi needs. */
export interface PiSetup extends AsyncDisposable {
  readonly model: ScriptedModel;
  readonly home: string;
  readonly cwd: string;
  readonly agentDir: string;
  readonly eventsFile: string;
  /** argv; append messages or mode options. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The real binary. */
export const PI_PROGRAM = join(BIN_FOLDER, "pi");

const PROBE = fileURLToPath(new URL("./extensions/probe.ts", import.meta.url));

/** Lays out a private home, agent directory and working directory and starts the scripted model. Starts no Pi. */
export async function setUpPi(options: PiOptions = {}): Promise<PiSetup> {
  const scratch = makeScratchFolder();
  const model = options.model ?? (await startScriptedModel());
  const home = join(scratch.path, "home");
  const cwd = options.cwd ?? join(scratch.path, "work", options.cwdName ?? "project");
  const agentDir = options.agentDir ?? join(scratch.path, "agent");
  const eventsFile = join(scratch.path, "events.jsonl");
  mkdirSync(home, { recursive: true });
  mkdirSync(cwd, { recursive: true });
  if (options.agentDir === undefined) {
    fillAgentDir(agentDir, { modelUrl: model.baseUrl, settings: options.settings, config: options.config });
  }
  options.prepareAgentDir?.(agentDir);

  const extensions = [...(options.extensions ?? []), PROBE].flatMap((path) => ["-e", path]);
  const args = options.args ?? [];
  const session = args.some((arg) => arg.startsWith("--session")) ? [] : ["--no-session"];
  return {
    model,
    home,
    cwd,
    agentDir,
    eventsFile,
    command: [...(options.commandPrefix ?? []), PI_PROGRAM, ...session, ...extensions, ...args],
    env: cleanEnvironment({
      home,
      pathPrepend: options.pathPrepend,
      extra: { PI_OFFLINE: "1", PI_CODING_AGENT_DIR: agentDir, RIG_EVENTS: eventsFile, ...options.env },
    }),
    async [Symbol.asyncDispose]() {
      if (options.model === undefined) await model.close();
      await scratch[Symbol.asyncDispose]();
    },
  };
}
