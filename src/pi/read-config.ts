import { access } from "node:fs/promises";
import type { ConfigSources, Configuration } from "../commands/command.ts";
import { type Config, defaultConfigAt } from "../config/config.ts";
import { agentDir, configPath, projectConfigPath } from "../config/file/config-path.ts";
import type { LoadConfigOptions, loadConfig } from "../config/load-config.ts";
import type { Environment } from "../ports/environment.ts";
import { errorCodeOf } from "../ports/unknown-value.ts";
import { loadPart } from "./fault.ts";

export type LoadConfig = typeof loadConfig;

export interface ReadConfigOptions {
  readonly sources: ConfigSources;
  readonly homeDir: string;
  /** Tests pass a configuration, or another reader than the real one. */
  readonly config?: Config | undefined;
  readonly loadConfig?: LoadConfig | undefined;
}

export interface ReadConfig extends Configuration {
  readonly warnings: readonly string[];
}

/** Where the configuration of this session is read from. */
export function configSources(
  {
    env,
    cwd,
    isProjectTrusted,
  }: { readonly env: Environment; readonly cwd: string; readonly isProjectTrusted: boolean },
  homeDir: string,
): ConfigSources {
  const place = { env, homeDir };
  return { path: configPath(place), env, project: { cwd, agentDir: agentDir(place), isTrusted: isProjectTrusted } };
}

/** Reads the configuration's files. Where there are none, nothing is loaded for it. @throws SessionFault */
export async function readConfig({ sources, homeDir, config, ...options }: ReadConfigOptions): Promise<ReadConfig> {
  const { cwd, isTrusted } = sources.project;
  const files = [sources.path, ...(isTrusted ? [projectConfigPath(cwd)] : [])];
  if (config === undefined && (await Promise.all(files.map(exists))).includes(true)) {
    const loaded = await load(sources, options.loadConfig);
    const { global, project, origins, warnings } = loaded;
    const texts = warnings.map(({ text }) => text);
    // What waits for approval is no fault, and has a line of its own.
    const faults = warnings.filter(({ cause }) => cause !== "unapproved").map(({ text }) => text);
    return {
      config: loaded.config,
      files: { path: sources.path, homeDir, global, project, origins, warnings: faults },
      warnings: texts,
    };
  }
  return {
    config: config ?? defaultConfigAt({ platform: process.platform, env: sources.env }),
    files: {
      ...{ path: sources.path, homeDir, global: "absent" },
      project: { kind: isTrusted ? "absent" : "untrusted" },
      origins: { of: () => [] },
      warnings: [],
    },
    warnings: [],
  };
}

async function load(options: Omit<LoadConfigOptions, "registry">, otherwise: LoadConfig | undefined) {
  const lazy = await loadPart(() => import("#lazy"));
  return (otherwise ?? lazy.loadConfig)({ ...options, registry: lazy.CHANNELS });
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    // The loader has a warning for a file that is there but cannot be read (R17).
    return errorCodeOf(error) !== "ENOENT";
  }
}
