import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { findProgram } from "../../rig/system-parts.ts";

/**
 * Puts a `ps` into a folder that knows nothing of this process, nor so of what is above it: the person who runs the
 * tests may be inside tmux, or come over ssh.
 * @returns a PATH that finds it first
 */
export function pathWithOwnPs(folder: string): string {
  const script = `#!/bin/sh\n${findProgram("ps") ?? "ps"} "$@" | grep -v '^ *${process.pid} '\n`;
  writeFileSync(join(folder, "ps"), script, { mode: 0o755 });
  return `${folder}${delimiter}${process.env.PATH}`;
}
