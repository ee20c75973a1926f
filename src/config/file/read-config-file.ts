import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import type { ConfigMessage } from "../../messages/config.messages.ts";
import { errorCodeOf } from "../../ports/unknown-value.ts";

export const MAX_CONFIG_BYTES = 1024 * 1024;

export type ConfigFileContent =
  | { readonly kind: "text"; readonly text: string }
  /** `what` completes "the file …" and is safe to show: it names no folder and quotes nothing (R15). */
  | { readonly kind: "refused"; readonly what: ConfigMessage };

export type ReadConfigFile = (path: string) => Promise<ConfigFileContent | undefined>;

/**
 * Reads a configuration's text, without a byte order mark. Links are followed.
 * @returns undefined when there is no such file. Never rejects.
 */
export async function readConfigFile(path: string): Promise<ConfigFileContent | undefined> {
  let file: FileHandle | undefined;
  try {
    // Without O_NONBLOCK a named pipe would hold the open until somebody writes to it.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    return await readText(file);
  } catch (error) {
    return whyUnreadable(error, path);
  } finally {
    await file?.close().catch(() => undefined);
  }
}

async function readText(file: FileHandle): Promise<ConfigFileContent> {
  const stats = await file.stat();
  if (stats.isDirectory()) return refused({ id: "isFolder" });
  if (!stats.isFile()) return refused({ id: "isNoRegularFile" });
  const bytes = await readAtMost(file, MAX_CONFIG_BYTES + 1);
  if (bytes.length > MAX_CONFIG_BYTES) return refused({ id: "isTooLarge" });
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return refused({ id: "isNoUtf8" });
  }
}

/** Does not trust the size that the file system tells: the file may grow while it is read. */
async function readAtMost(file: FileHandle, limit: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(limit);
  let length = 0;
  while (length < limit) {
    const { bytesRead } = await file.read(buffer, length, limit - length, null);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

async function whyUnreadable(error: unknown, path: string): Promise<ConfigFileContent | undefined> {
  const code = errorCodeOf(error);
  switch (code) {
    case "ENOENT":
      return (await isLink(path)) ? refused({ id: "isBrokenLink" }) : undefined;
    case "ENOTDIR":
      return undefined;
    case "EACCES":
    case "EPERM":
      return refused({ id: "isForbidden" });
    case "EISDIR":
      return refused({ id: "isFolder" });
    case "ELOOP":
      return refused({ id: "isCircularLink" });
    default:
      return refused(
        code !== undefined && /^E[A-Z0-9]+$/.test(code)
          ? { id: "isUnreadableFor", values: { code } }
          : { id: "isUnreadable" },
      );
  }
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
}

function refused(what: ConfigMessage): ConfigFileContent {
  return { kind: "refused", what };
}
