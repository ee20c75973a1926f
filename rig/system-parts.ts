import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Where servers such as sshd live; not on everybody's PATH. */
const SERVERS = "/usr/sbin";

/** The absolute path of a program on this process's PATH, or `undefined`. */
export function findProgram(name: string): string | undefined {
  for (const folder of [...(process.env.PATH ?? "").split(delimiter), SERVERS]) {
    if (folder === "") continue;
    const candidate = join(folder, name);
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

/** Whether the real-Pi tests in tmux can run here; `npm run setup` installs it where it can. */
export function hasTmux(): boolean {
  return findProgram("tmux") !== undefined;
}
