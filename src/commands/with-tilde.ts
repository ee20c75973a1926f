import { sep } from "node:path";

/** A path as it is shown: the home directory names a person. */
export function withTilde(path: string, homeDir: string): string {
  const isBelow = homeDir !== "" && path.startsWith(homeDir + sep);
  return isBelow ? `~${path.slice(homeDir.length)}` : path;
}
