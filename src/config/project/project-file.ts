import { realpath } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import type { ConfigMessage } from "../../messages/config.messages.ts";
import { projectConfigPath } from "../file/config-path.ts";
import type { ConfigFileContent, ReadConfigFile } from "../file/read-config-file.ts";
import { type Approval, findApproval } from "./project-approval.ts";

/** Where a project's file may be, and whether it may be read. */
export interface ProjectFolders {
  /** The folder that Pi works in. */
  readonly cwd: string;
  /** Pi's agent directory, which holds what has been approved. */
  readonly agentDir: string;
  /** Pi's word (`isProjectTrusted`). Without it nothing below the folder is touched. */
  readonly isTrusted: boolean;
}

export type ProjectFile =
  /** Pi does not trust the folder; whether there is a file is not known. */
  | { readonly kind: "untrusted" }
  | { readonly kind: "absent" }
  /** `what` completes "the file …". */
  | { readonly kind: "refused"; readonly what: ConfigMessage }
  | { readonly kind: "text"; readonly text: string; readonly approval: Approval | undefined };

/** Reads `.pi/pi-notify.json`, if Pi trusts the folder, and looks up whether this very text is approved. */
export async function readProjectFile(place: ProjectFolders, read: ReadConfigFile): Promise<ProjectFile> {
  if (!place.isTrusted) return { kind: "untrusted" };
  const path = projectConfigPath(place.cwd);
  if (await leadsOut(path, place.cwd)) {
    return { kind: "refused", what: { id: "isLinkOut" } };
  }
  const content: ConfigFileContent | undefined = await read(path);
  if (content === undefined) return { kind: "absent" };
  if (content.kind === "refused") return content;
  return { ...content, approval: await findApproval(content.text, place, read) };
}

/** A clone could otherwise have any file of this machine opened, a device too. */
async function leadsOut(path: string, folder: string): Promise<boolean> {
  try {
    const inside = relative(await realpath(folder), await realpath(path));
    return inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  } catch {
    // Not there, or not to be followed: what reads it says which.
    return false;
  }
}
