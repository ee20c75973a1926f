import type { ChannelRegistry } from "../../channels/registry.ts";
import { inLanguage } from "../../messages/define-messages.ts";
import { trustMessages } from "../../messages/trust.messages.ts";
import type { Language } from "../../notices/event-table.ts";
import type { Environment } from "../../ports/environment.ts";
import { type ReadConfigFile, readConfigFile } from "../file/read-config-file.ts";
import { asLayer, fileWarning, PROJECT_FILE } from "../load-config.ts";
import { parseConfig } from "../parse-config.ts";
import { approvalLines } from "./approval-request.ts";
import { recordApproval, revokeApproval } from "./project-approval.ts";
import { type ProjectFile, type ProjectFolders, readProjectFile } from "./project-file.ts";

export interface ApproveProjectOptions {
  readonly path: string;
  readonly env: Environment;
  readonly registry: ChannelRegistry;
  readonly project: ProjectFolders;
  readonly language: Language;
  readonly read?: ReadConfigFile;
}

export type ApprovalRequest =
  /** There is nothing to approve; `lines` say why. */
  | { readonly kind: "nothing"; readonly lines: readonly string[] }
  /** `lines` are what this very text would change; nobody has agreed to it yet. */
  | { readonly kind: "request"; readonly text: string; readonly lines: readonly string[] };

/**
 * Reads the project's file afresh and says what of it has not counted so far. Records nothing.
 * The lines show no value that might be a secret, and no address beyond its host (R15).
 */
export async function requestApproval(options: ApproveProjectOptions): Promise<ApprovalRequest> {
  const { path, env, registry, project, language, read = readConfigFile } = options;
  const say = inLanguage(trustMessages, language);
  const file = await readProjectFile(project, read);
  if (file.kind !== "text" || file.approval !== undefined) {
    return { kind: "nothing", lines: [whyNothingWaits(file, language)] };
  }
  const global = await read(path);
  const text = global?.kind === "text" ? global.text : undefined;
  const layer = asLayer(file);
  const { pending, warnings } = parseConfig(text, { file: "config.json", env, channels: registry, project: layer });
  if (pending.length > 0) {
    return { kind: "request", text: file.text, lines: approvalLines(pending, registry, language) };
  }
  const faults = warnings.filter((warning) => warning.file === PROJECT_FILE).map(({ text: line }) => line);
  return { kind: "nothing", lines: faults.length > 0 ? faults : [say("nothingToApprove")] };
}

/**
 * Records the approval of a text that a person has seen and agreed to, unless the file holds another one by now.
 * @returns whether it was recorded
 * @throws Error where it cannot be written
 */
export async function approveText(
  text: string,
  project: ProjectFolders,
  read: ReadConfigFile = readConfigFile,
): Promise<boolean> {
  const file = await readProjectFile(project, read);
  if (file.kind !== "text" || file.text !== text) return false;
  await recordApproval(text, project, read);
  return true;
}

/** `/notify trust off`. @returns whether there was an approval. @throws Error where it cannot be written */
export async function revokeProject(project: ProjectFolders, read: ReadConfigFile = readConfigFile): Promise<boolean> {
  return revokeApproval(project, read);
}

function whyNothingWaits(file: ProjectFile, language: Language): string {
  const say = inLanguage(trustMessages, language);
  switch (file.kind) {
    case "untrusted":
    case "absent":
      return say(file.kind);
    case "refused":
      return fileWarning(PROJECT_FILE, file.what, { id: "nothingCounts" }, language).text;
    case "text":
      return say(file.approval === "pi" ? "byPi" : "asItIs");
  }
}
