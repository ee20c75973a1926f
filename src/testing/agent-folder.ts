import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface AgentDirOptions {
  /** The scripted model's {@link ScriptedModel.baseUrl}. */
  readonly modelUrl: string;
  /** Merged over the settings.json written here, key by key at the top level. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** pi-notify's config: an object, or the raw text of the file (for broken ones). None: no file. */
  readonly config?: object | string;
}

/**
 * Retries of a failed model answer wait 20, 40 and 80 ms instead of 2, 4 and 8 s.
 * Pass `settings: { retry: {} }` to get Pi's own delays.
 */
const QUICK_RETRIES = { baseDelayMs: 20 };

/**
 * Fills `path` as Pi's private agent directory (`PI_CODING_AGENT_DIR`): one model that needs no key, no start-up
 * noise.
 */
export function fillAgentDir(path: string, options: AgentDirOptions): void {
  mkdirSync(path, { recursive: true });
  const provider = {
    baseUrl: options.modelUrl,
    api: "openai-completions",
    apiKey: "x",
    models: [{ id: "m", name: "m" }],
  };
  writeJson(join(path, "models.json"), { providers: { local: provider } });
  writeJson(join(path, "settings.json"), {
    defaultProvider: "local",
    defaultModel: "m",
    quietStartup: true,
    enableInstallTelemetry: false,
    retry: QUICK_RETRIES,
    ...options.settings,
  });
  if (options.config !== undefined) writeNotifyConfig(path, options.config);
}

/** Where pi-notify looks for its global config. */
export function notifyConfigPath(agentDir: string): string {
  return join(agentDir, "extensions", "pi-notify", "config.json");
}

/** Writes or replaces pi-notify's config; takes effect at the next start or `/reload`. */
export function writeNotifyConfig(agentDir: string, config: object | string): void {
  const path = notifyConfigPath(agentDir);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof config === "string" ? config : JSON.stringify(config, null, 2));
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, JSON.stringify(value, null, 2));
}
