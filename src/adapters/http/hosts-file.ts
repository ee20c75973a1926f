import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Where this system keeps the names that it knows by itself. */
export const HOSTS_FILE =
  process.platform === "win32"
    ? join(process.env.SystemRoot ?? "C:\\Windows", "System32", "drivers", "etc", "hosts")
    : "/etc/hosts";

/** Whether the file at `path` has a line for `hostname`. An unreadable file has no names. */
export async function isInHostsFile(hostname: string, path: string): Promise<boolean> {
  const text = await readFile(path, "utf8").catch(() => "");
  return namesHost(text, hostname);
}

/** Whether a hosts file with this text names `hostname`: a line is an address, then names, then perhaps a comment. */
export function namesHost(text: string, hostname: string): boolean {
  const wanted = withoutRootDot(hostname.toLowerCase());
  return text.split(/\r?\n/).some((line) => {
    const [_address, ...names] = line.replace(/#.*/, "").toLowerCase().trim().split(/\s+/);
    return names.some((name) => withoutRootDot(name) === wanted);
  });
}

function withoutRootDot(name: string): string {
  return name.endsWith(".") ? name.slice(0, -1) : name;
}
