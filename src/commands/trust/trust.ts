import type { ProjectState } from "../../config/load-config.ts";
import { inLanguage } from "../../messages/define-messages.ts";
import { projectFileMessages } from "../../messages/status.messages.ts";
import type { Language } from "../../notices/event-table.ts";
import { errorCodeOf } from "../../ports/unknown-value.ts";

/** The project's configuration as commands see it. */
export interface ProjectConfig {
  /** As it was when the session began. */
  readonly state: ProjectState;
  /** Shows what waits in the file as it is now, and approves it. */
  approve(): Promise<readonly string[]>;
  revoke(): Promise<readonly string[]>;
}

/** `/notify trust [off]` (R26). */
export async function trustLines(
  project: ProjectConfig,
  action: "approve" | "revoke",
  language: Language,
): Promise<string[]> {
  try {
    return [...(await project[action]())];
  } catch (error) {
    const say = inLanguage(projectFileMessages, language);
    const code = errorCodeOf(error);
    return [code === undefined ? say("notRecorded") : say("notRecordedCode", { code })];
  }
}
