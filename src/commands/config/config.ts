import { CHANNELS } from "../../channels/registry.ts";
import type { Config } from "../../config/config.ts";
import type { ConfigOrigins } from "../../config/file/config-origins.ts";
import type { GlobalState, ProjectState } from "../../config/load-config.ts";
import { shownPath } from "../../content/shown-path.ts";
import { configCommandMessages } from "../../messages/config-command.messages.ts";
import { inLanguage, type Say } from "../../messages/define-messages.ts";
import type { Language } from "../../notices/event-table.ts";
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
  /** What is wrong in them, a line each. */
  readonly warnings: readonly string[];
}

type SayConfig = Say<typeof configCommandMessages>;

/**
 * `/notify config`: the files that were looked at, then each key in force with where it comes from (R40). A value that could
 * be a secret is only said to be set, and of an address only the host is shown (R15).
 */
export function configLines(config: Config, files: ConfigFiles, language: Language): string[] {
  const say = inLanguage(configCommandMessages, language);
  const values = { set: say("set"), none: say("none") };
  const { document, channels } = effectiveConfig(config, files.origins, CHANNELS, values);
  const path = shownPath(withTilde(files.path, files.homeDir));
  return [
    say("globalFile", { path, state: say(`global ${files.global}`) }),
    say("projectFile", { path: ".pi/pi-notify.json", state: projectText(files.project, language) }),
    say("inForce"),
    ...document.map((key) => lineOf(key, say)),
    ...(channels.length === 0 ? [say("noChannel")] : []),
    ...channels.flatMap(({ id, isUnusable, keys }) => [
      say(isUnusable ? "channelOff" : "channel", { id }),
      ...keys.map((key) => `  ${lineOf(key, say)}`),
    ]),
  ];
}

function lineOf({ key, value, files: [first, second] }: EffectiveKey, say: SayConfig): string {
  const origin =
    first === undefined ? say("default") : second === undefined ? first : say("both", { one: first, other: second });
  return say("key", { key, value, origin });
}
