import { basename } from "node:path";
import type { ChannelRegistry } from "../channels/registry.ts";
import type { Environment } from "../ports/environment.ts";
import { type Config, DEFAULT_CONFIG } from "./config.ts";
import type { ConfigWarning } from "./config-warning.ts";
import { DEFAULTS_IN_FORCE, parseConfig } from "./parse-config.ts";
import { readConfigFile } from "./read-config-file.ts";

export interface LoadConfigOptions {
  /** From `configPath`. */
  readonly path: string;
  readonly env: Environment;
  readonly registry: ChannelRegistry;
}

export interface LoadedConfig {
  readonly config: Config;
  readonly warnings: readonly ConfigWarning[];
  /** `defaults` also where there is a file of which nothing can be used. */
  readonly source: "file" | "defaults";
  readonly path: string;
}

/** Reads the global configuration (SPEC 7). Never rejects: the worst file leaves the defaults and one line (R17). */
export async function loadConfig({ path, env, registry }: LoadConfigOptions): Promise<LoadedConfig> {
  const file = basename(path);
  const defaultsBecause = (...reasons: readonly string[]): LoadedConfig => ({
    config: DEFAULT_CONFIG,
    warnings: reasons.map((reason) => ({ text: `${file}: ${reason}; ${DEFAULTS_IN_FORCE}.` })),
    source: "defaults",
    path,
  });
  try {
    const content = await readConfigFile(path);
    if (content === undefined) return defaultsBecause();
    if (content.kind === "refused") return defaultsBecause(`the file ${content.reason}`);
    const { config, warnings } = parseConfig(content.text, { file, env, channels: registry });
    return { config, warnings, source: config === DEFAULT_CONFIG ? "defaults" : "file", path };
  } catch {
    return defaultsBecause("the file could not be understood");
  }
}
