import { errorCodeOf } from "../ports/unknown-value.ts";

const FAULTS: Readonly<Record<string, string>> = {
  EEXIST: "a file is there already, and it stays as it is; choose another name",
  ENOENT: "its folder is not there",
  ENOTDIR: "what should be its folder is none",
  EISDIR: "it is a folder",
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
};

/** Why a file was not written, in a clause without a path. */
export function faultText(error: unknown): string {
  const code = errorCodeOf(error) ?? "unknown fault";
  return FAULTS[code] ?? code;
}
