import { CHANNELS } from "../../channels/registry.ts";
import type { Config } from "../../config/config.ts";
import type { ConfigOrigins } from "../../config/file/config-origins.ts";
import type { GlobalState, ProjectState } from "../../config/load-config.ts";
import { sanitizeText } from "../../content/text.ts";
import { projectText } from "../status/status.ts";
import { withTilde } from "../with-tilde.ts";
import { type EffectiveKey, effectiveConfig } from "./effective-keys.ts";

/** The configuration's files as they were when the session began. */
export interface ConfigFiles {
  /** Of the global file, which need not exist. */
  readonly path: string;
  readonly homeDir: string;
  readonly global: GlobalState;
  readonly project: ProjectState;
  readonly origins: ConfigOrigins;
}

/**
 * `/notify config`: the files that were looked at, then each key in force with where it comes from (R40). What could
 * be a secret is only said to be set, and of an address the host is shown (R15).
 */
export function configLines(config: Config, files: ConfigFiles): string[] {
  const { document, channels } = effectiveConfig(config, files.origins, CHANNELS);
  return [
    `Global file: ${sanitizeText(withTilde(files.path, files.homeDir))}, ${GLOBAL_STATES[files.global]}`,
    `Project file: .pi/pi-notify.json, ${projectText(files.project)}`,
    "In force, with where it comes from; /reload reads the files again:",
    ...document.map(lineOf),
    ...(channels.length === 0 ? ["No channel is configured."] : []),
    ...channels.flatMap(({ id, isUnusable, keys }) => [
      `channel ${id}${isUnusable ? " (switched off: a variable that it needs is not set)" : ""}`,
      ...keys.map((key) => `  ${lineOf(key)}`),
    ]),
  ];
}

const GLOBAL_STATES: Readonly<Record<GlobalState, string>> = {
  absent: "not there",
  unusable: "nothing in it counts",
  read: "counts",
};

function lineOf({ key, value, files }: EffectiveKey): string {
  return `${key}: ${value} (${files.join(" and ") || "default"})`;
}
