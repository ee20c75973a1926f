import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Environment } from "../../ports/environment.ts";

export interface ConfigPathOptions {
  readonly env: Environment;
  readonly homeDir: string;
  /** Only tests say it. */
  readonly platform?: NodeJS.Platform;
}

/** Where the global configuration is read from (R25); the file need not exist. */
export function configPath(options: ConfigPathOptions): string {
  return join(agentDir(options), "extensions", "pi-notify", "config.json");
}

/** Where a project's configuration is read from, below the folder that Pi works in (R25). */
export function projectConfigPath(cwd: string): string {
  return join(cwd, ".pi", "pi-notify.json");
}

/** Pi's agent directory by Pi's own rules: `getAgentDir` in its dist/config.js, without loading Pi. */
export function agentDir({ env, homeDir, platform = process.platform }: ConfigPathOptions): string {
  const configured = env.PI_CODING_AGENT_DIR;
  if (!configured) return join(homeDir, ".pi", "agent");
  const path = platform === "win32" ? fromShellDrive(configured) : configured;
  if (path === "~") return homeDir;
  if (path.startsWith("~/") || (platform === "win32" && path.startsWith("~\\"))) return join(homeDir, path.slice(2));
  return path.startsWith("file://") ? fromFileUrl(path) : path;
}

/** `/c/Users`, `/mnt/c/Users` and `/cygdrive/c/Users`, as shells on Windows write `C:\Users`. */
function fromShellDrive(path: string): string {
  const [, drive, rest = ""] = /^\/(?:mnt\/|cygdrive\/)?([a-z])(?:\/([^\\]*))?$/i.exec(path) ?? [];
  return drive === undefined ? path : `${drive.toUpperCase()}:\\${rest.replaceAll("/", "\\")}`;
}

function fromFileUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    // Pi itself refuses such a directory, so nothing can be there.
    return url;
  }
}
