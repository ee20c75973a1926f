import { basename } from "node:path";
import type { ChannelRegistry } from "../channels/registry.ts";
import { resolveLanguage } from "../content/language.ts";
import { type ConfigMessage, configMessages } from "../messages/config.messages.ts";
import { messageText } from "../messages/define-messages.ts";
import type { Language } from "../notices/event-table.ts";
import type { Environment } from "../ports/environment.ts";
import { type Config, defaultConfigAt } from "./config.ts";
import { type ConfigOrigins, NO_ORIGINS } from "./file/config-origins.ts";
import type { ConfigWarning } from "./file/config-warning.ts";
import { type ReadConfigFile, readConfigFile } from "./file/read-config-file.ts";
import { type ParsedConfig, parseConfig } from "./parse-config.ts";
import { listOfKeys, type PendingKey } from "./project/allowlist.ts";
import type { Approval } from "./project/project-approval.ts";
import { type ProjectFile, type ProjectFolders, readProjectFile } from "./project/project-file.ts";

export interface LoadConfigOptions {
  /** From `configPath`. */
  readonly path: string;
  readonly env: Environment;
  readonly registry: ChannelRegistry;
  /** This one otherwise. */
  readonly platform?: NodeJS.Platform;
  /** Without it only the global file is read. */
  readonly project?: ProjectFolders;
  /** Every file is opened through this; a test watches it. */
  readonly read?: ReadConfigFile;
}

export interface LoadedConfig {
  readonly config: Config;
  readonly warnings: readonly ConfigWarning[];
  /** `defaults` also where there are files of which nothing can be used. */
  readonly source: "file" | "defaults";
  readonly path: string;
  readonly global: GlobalState;
  readonly project: ProjectState;
  readonly origins: ConfigOrigins;
}

/** What became of the global file; `unusable`: it cannot be read or is no JSON object. */
export type GlobalState = "absent" | "unusable" | "read";

/** What became of the project's file; `refused`: it cannot be read or is no JSON object. */
export type ProjectState =
  | { readonly kind: "untrusted" | "absent" | "refused" }
  /** All of it counts: it is approved, or asks for nothing but what the allowlist has. */
  | { readonly kind: "in-force"; readonly approval: Approval | undefined }
  /** Approved, or no longer, since the session began: what counts is still as it was. */
  | { readonly kind: "changed" }
  /** Only its keys on the allowlist count; these are pending. */
  | { readonly kind: "pending"; readonly keys: readonly PendingKey[] };

/** What warnings call the project's file. */
export const PROJECT_FILE = "pi-notify.json";

/**
 * Reads the global configuration and the project's (R25, R26). Never rejects: the worst file leaves what is below it,
 * in the end the defaults, and one line (R17).
 */
export async function loadConfig(options: LoadConfigOptions): Promise<LoadedConfig> {
  const { path, env, registry, platform = process.platform, read = readConfigFile } = options;
  const defaults = defaultConfigAt({ platform, env });
  const file = basename(path);
  const refusals: (readonly [file: string, what: ConfigMessage, effect: ConfigMessage])[] = [];
  let project: ProjectFile = { kind: "absent" };
  try {
    const content = await read(path);
    if (content?.kind === "refused") refusals.push([file, content.what, { id: "defaultsInForce" }]);
    if (options.project !== undefined) project = await readProjectFile(options.project, read);
    if (project.kind === "refused") refusals.push([PROJECT_FILE, project.what, { id: "nothingCounts" }]);

    const parsed = parseConfig(content?.kind === "text" ? content.text : undefined, {
      ...{ file, env, platform, channels: registry },
      ...(project.kind === "text" ? { project: asLayer(project) } : {}),
    });
    const { config, language } = parsed;
    const refused = refusals.map((refusal) => fileWarning(...refusal, language));
    const told = [...refused, ...parsed.warnings, ...pendingLine(parsed)];
    const source = config === defaults ? "defaults" : "file";
    const isUsable = content?.kind === "text" && !parsed.unusable.includes(file);
    const global = content === undefined ? "absent" : isUsable ? "read" : "unusable";
    const state = stateOf(project, parsed);
    return { config, warnings: told, source, path, global, project: state, origins: parsed.origins };
  } catch {
    const language = resolveLanguage("auto", env);
    const warning = fileWarning(file, { id: "isIncomprehensible" }, { id: "defaultsInForce" }, language);
    return {
      ...{ config: defaults, warnings: [warning], source: "defaults", path },
      ...{ global: "unusable", project: { kind: "absent" }, origins: NO_ORIGINS },
    };
  }
}

/** A warning about a file as a whole, of which nothing can be used. */
export function fileWarning(
  file: string,
  what: ConfigMessage,
  effect: ConfigMessage,
  language: Language,
): ConfigWarning {
  const message: ConfigMessage = { id: "ofFile", values: { file, what, effect } };
  return { text: messageText(configMessages, message, language), file, cause: "file" };
}

export function asLayer({ text, approval }: ProjectFile & { readonly kind: "text" }) {
  return { file: PROJECT_FILE, text, isApproved: approval !== undefined };
}

function stateOf(project: ProjectFile, { pending, unusable }: ParsedConfig): ProjectState {
  if (project.kind !== "text") return { kind: project.kind };
  if (unusable.includes(PROJECT_FILE)) return { kind: "refused" };
  if (pending.length > 0) return { kind: "pending", keys: pending };
  return { kind: "in-force", approval: project.approval };
}

function pendingLine({ pending, language }: ParsedConfig): readonly ConfigWarning[] {
  if (pending.length === 0) return [];
  return [{ text: pendingText(pending, language), file: PROJECT_FILE, cause: "unapproved" }];
}

/** The line on what of the project's file is not approved yet. */
export function pendingText(pending: readonly PendingKey[], language: Language): string {
  const keys = listOfKeys(pending, language);
  return messageText(configMessages, { id: "waiting", values: { file: PROJECT_FILE, keys } }, language);
}
