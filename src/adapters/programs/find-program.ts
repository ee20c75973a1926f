import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Environment } from "../../ports/environment.ts";

/** Whether a program of this name can be started: on `PATH`, or where its own path says. Never rejects. */
export async function isProgramThere(program: string, env: Environment): Promise<boolean> {
  const isPath = /[/\\]/.test(program);
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const candidates = isPath ? [program] : folders.map((folder) => join(folder, program));
  const found = await Promise.all(candidates.map(isExecutable));
  return found.includes(true);
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
