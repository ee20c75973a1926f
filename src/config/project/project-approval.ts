import { createHash } from "node:crypto";
import { mkdir, realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { replaceFile } from "../../adapters/files/replace-file.ts";
import { isRecord, parseRecord } from "../../ports/unknown-value.ts";
import type { ReadConfigFile } from "../file/read-config-file.ts";

/** Who approved a project's file: Pi, by a decision that it has recorded for the folder, or `/notify trust`. */
export type Approval = "pi" | "notify";

export interface ApprovalFolders {
  /** Pi's agent directory. */
  readonly agentDir: string;
  /** The folder that Pi works in. */
  readonly cwd: string;
}

/** What `/notify trust` records of an approved text. */
export function approvalHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Whether somebody approved this very text for this folder (R26). Reads two files of the agent directory. */
export async function findApproval(
  text: string,
  place: ApprovalFolders,
  read: ReadConfigFile,
): Promise<Approval | undefined> {
  const folder = await canonical(place.cwd);
  if (isTrustedByPi(folder, await readRecord(join(place.agentDir, "trust.json"), read))) return "pi";
  const approved = await readApproved(place.agentDir, read);
  return Object.hasOwn(approved, folder) && approved[folder] === approvalHash(text) ? "notify" : undefined;
}

/**
 * Whether somebody has spoken for this folder, as far as is recorded: where there is no Pi to be asked. A file that is
 * approved by its hash was read in a folder that Pi trusted.
 */
export async function isFolderApproved(place: ApprovalFolders, read: ReadConfigFile): Promise<boolean> {
  const folder = await canonical(place.cwd);
  if (isTrustedByPi(folder, await readRecord(join(place.agentDir, "trust.json"), read))) return true;
  return Object.hasOwn(await readApproved(place.agentDir, read), folder);
}

/** Records the approval of a text, in place of an earlier one for the folder. @throws Error where it cannot be written. */
export async function recordApproval(text: string, place: ApprovalFolders, read: ReadConfigFile): Promise<void> {
  const approved = await readApproved(place.agentDir, read);
  await writeApproved(place.agentDir, { ...approved, [await canonical(place.cwd)]: approvalHash(text) });
}

/** @returns whether there was one. @throws Error where it cannot be written. */
export async function revokeApproval(place: ApprovalFolders, read: ReadConfigFile): Promise<boolean> {
  const { [await canonical(place.cwd)]: withdrawn, ...others } = await readApproved(place.agentDir, read);
  if (withdrawn === undefined) return false;
  await writeApproved(place.agentDir, others);
  return true;
}

/**
 * Pi's own rule (1.6.0, `findNearestTrustEntry` in its trust-manager): of the folder and those above it, the nearest
 * with a recorded yes or no decides.
 */
function isTrustedByPi(folder: string, record: Readonly<Record<string, unknown>>): boolean {
  const decisions = new Map(Object.entries(record).map(([path, decision]) => [comparable(path), decision]));
  for (let current = folder; ; current = dirname(current)) {
    const decision = decisions.get(comparable(current));
    if (typeof decision === "boolean") return decision;
    if (dirname(current) === current) return false;
  }
}

function comparable(path: string): string {
  return process.platform === "win32" ? resolve(path).toLowerCase() : resolve(path);
}

/** The folder's one name, whatever links lead there. */
async function canonical(folder: string): Promise<string> {
  const absolute = resolve(folder);
  return realpath(absolute).catch(() => absolute);
}

function approvedPath(agentDir: string): string {
  return join(agentDir, "extensions", "pi-notify", "approved-projects.json");
}

/** Hash by folder. */
async function readApproved(agentDir: string, read: ReadConfigFile): Promise<Readonly<Record<string, string>>> {
  const { approved } = await readRecord(approvedPath(agentDir), read);
  if (!isRecord(approved)) return {};
  return Object.fromEntries(
    Object.entries(approved).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** The object in a JSON file; empty where it cannot be read, so an unreadable file approves nothing. */
async function readRecord(path: string, read: ReadConfigFile): Promise<Readonly<Record<string, unknown>>> {
  const content = await read(path);
  return (content?.kind === "text" ? parseRecord(content.text) : undefined) ?? {};
}

/** Written whole or not at all, and readable by the user alone, because it names the user's folders. */
async function writeApproved(agentDir: string, approved: Readonly<Record<string, string>>): Promise<void> {
  const path = approvedPath(agentDir);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await replaceFile(path, `${JSON.stringify({ version: 1, approved }, null, 2)}\n`, 0o600);
}
