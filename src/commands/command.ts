import type { Config } from "../config/config.ts";
import type { LoadConfigOptions } from "../config/load-config.ts";
import type { Language } from "../notices/event-table.ts";
import type { Environment } from "../ports/environment.ts";
import type { SessionRuntime, SessionRuntimeOptions } from "../runtime/session-runtime.ts";
import type { ConfigFiles } from "./config/config.ts";
import type { SetupDialogs } from "./setup/setup-dialogs.ts";

/** The session that a command is about, as far as commands see it. */
export interface CommandContext {
  readonly language: Language;
  readonly env: Environment;
  readonly cwd: string;
  readonly homeDir: string;
  /** Where the configuration is read from. */
  readonly sources: ConfigSources;
  /** The name that the terminal has answered with. */
  readonly terminalName: string | undefined;
  /** Tests pass another file than the viewer's built page. */
  readonly viewerPage: string | undefined;
  /** Aborted when the session ends. */
  readonly ending: AbortSignal;
  /** The session's options for machines that a command starts for itself. */
  readonly ownMachines: Omit<SessionRuntimeOptions, "config">;
  /** Pi's dialogs; undefined where this mode of Pi has none. */
  readonly dialogs: SetupDialogs | undefined;
  /** Shows a line before the answer. */
  readonly say: (text: string, level: "info" | "warning" | "error") => void;
  /**
   * Loads Pi's extensions anew, which ends this session; during a run, once that is over, after calling `onWaiting`.
   * @returns what shows a line in the new session; undefined where Pi refused, or went on to another session
   */
  readonly reload: (onWaiting: () => void) => Promise<CommandContext["say"] | undefined>;
  /** Call it after the approval of the project's file has changed. */
  readonly approvalChanged: () => void;
  /** Waits until the configuration is read. Rejects where that fails. */
  readonly configuration: () => Promise<Configuration>;
  /** Starts the session's machines unless they already run. Rejects where that fails. */
  readonly machines: () => Promise<SessionRuntime>;
}

export type ConfigSources = Pick<LoadConfigOptions, "path" | "env"> & Required<Pick<LoadConfigOptions, "project">>;

/** The configuration in force and the files that it came from. */
export interface Configuration {
  readonly config: Config;
  readonly files: ConfigFiles;
}

/** Every command's folder exports this from its `command.ts`. @returns the answer, line by line; no line shows nothing */
export type RunCommand = (context: CommandContext, argument: string | undefined) => Promise<readonly string[]>;

export interface CommandModule {
  readonly run: RunCommand;
}
