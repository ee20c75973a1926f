import type { ProjectState } from "../../config/load-config.ts";
import { errorCodeOf } from "../../ports/unknown-value.ts";

/** The project's configuration as commands see it. */
export interface ProjectConfig {
  /** As it was when the session began. */
  readonly state: ProjectState;
  /** Shows what waits in the file as it is now, and approves it. */
  approve(): Promise<readonly string[]>;
  withdraw(): Promise<readonly string[]>;
}

/** `/notify trust [off]` (R26). */
export async function trustLines(project: ProjectConfig, action: "approve" | "withdraw"): Promise<string[]> {
  try {
    return [...(await project[action]())];
  } catch (error) {
    const code = errorCodeOf(error);
    const named = code === undefined ? "" : ` (${code})`;
    return [`The approval could not be recorded${named}: is Pi's agent directory writable? Nothing has changed.`];
  }
}
