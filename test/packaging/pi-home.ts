import { execFile } from "node:child_process";
import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { BIN_FOLDER, cleanEnvironment } from "../../rig/clean-environment.ts";
import { type HttpReceiver, startHttpReceiver } from "../../rig/http-receiver.ts";
import { PI_PROGRAM } from "../../rig/pi-setup.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { findProgram } from "../../rig/system-parts.ts";
import { fillAgentDir } from "../../src/testing/agent-folder.ts";
import { type ScriptedModel, startScriptedModel } from "../../src/testing/scripted-model.ts";
import { npmSettings } from "./npm-settings.ts";

/** Somebody's machine: a home, an agent directory, a model, and a webhook that is configured and listens. */
export interface PiHome extends AsyncDisposable {
  readonly scratch: string;
  readonly home: string;
  readonly agentDir: string;
  readonly model: ScriptedModel;
  readonly receiver: HttpReceiver;
  /** Runs `pi install SOURCE`. @throws Error with what it said, when it fails. */
  install(source: string, env?: Readonly<Record<string, string>>): Promise<void>;
  /** Runs any program in a folder, in this home. @returns stdout and stderr together */
  run(program: string, args: readonly string[], options?: RunOptions): Promise<string>;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** @param options.config `none`: no config file. Default: one webhook, the receiver. */
export async function makePiHome(options: { readonly config?: "webhook" | "none" } = {}): Promise<PiHome> {
  const scratch = makeScratchFolder();
  const home = join(scratch.path, "home");
  const agentDir = join(scratch.path, "agent");
  mkdirSync(home);
  const model = await startScriptedModel();
  const receiver = await startHttpReceiver();
  const webhook = { url: receiver.url, template: { event: "{{event}}", title: "{{title}}" } };
  const config = { version: 1, channels: [{ id: "hook", type: "webhook", webhook }] };
  fillAgentDir(agentDir, { modelUrl: model.baseUrl, config: options.config === "none" ? undefined : config });
  const path = programsWithoutDevTools(join(scratch.path, "bin"));

  function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
    const extra = { ...npmSettings(), PATH: path, PI_CODING_AGENT_DIR: agentDir, ...options.env };
    const env = cleanEnvironment({ home, extra });
    return new Promise((resolve, reject) => {
      execFile(program, args, { cwd: options.cwd ?? home, env }, (error, stdout, stderr) => {
        const said = stdout + stderr;
        if (error === null) resolve(said);
        else reject(new Error(`${program} ${args.join(" ")} failed:\n${said}`, { cause: error }));
      }).stdin?.end();
    });
  }

  return {
    scratch: scratch.path,
    home,
    agentDir,
    model,
    receiver,
    run,
    async install(source, env) {
      await run("pi", ["install", source], { env });
    },
    async [Symbol.asyncDispose]() {
      await model.close();
      await receiver.close();
      await scratch[Symbol.asyncDispose]();
    },
  };
}

/** A PATH with Pi, its Node, npm and git, but without the `esbuild` that lies beside Pi in this checkout. */
function programsWithoutDevTools(folder: string): string {
  mkdirSync(folder);
  symlinkSync(realpathSync(PI_PROGRAM), join(folder, "pi"));
  symlinkSync(realpathSync(join(BIN_FOLDER, "node")), join(folder, "node"));
  const others = ["npm", "git"].map(findProgram).filter((program) => program !== undefined);
  const folders = others.map((program) => dirname(program)).filter((dir) => dir !== BIN_FOLDER);
  return [...new Set([folder, ...folders, "/usr/bin", "/bin"])].join(delimiter);
}
