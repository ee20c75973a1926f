import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SeededFault } from "./seeded-faults.ts";

const ROOT = join(import.meta.dirname, "../..");

export interface FaultyCopy extends AsyncDisposable {
  /** The module that binds the copy's machines, as `src/runtime/provide-machines.ts` does. */
  readonly provideModule: string;
}

/**
 * A copy of the machines with one fault in it, outside the checkout.
 *
 * @throws Error when the text to replace is not there exactly once: the machines have changed and the fault has to follow
 */
export async function copyWithFault({ name, patches }: SeededFault): Promise<FaultyCopy> {
  const folder = await mkdtemp(join(tmpdir(), "pi-notify-fault-"));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(join(folder, "src", "actors"), { recursive: true });
    for (const part of ["machines", "notices", "actors/provide-machines.ts"]) {
      await cp(join(ROOT, "src", part), join(folder, "src", part), { recursive: true });
    }
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    for (const { machine, find, put } of patches) {
      const file = machine === "question" ? "notices/question.ts" : `machines/${machine}.machine.ts`;
      const path = join(folder, "src", file);
      const parts = (await readFile(path, "utf8")).split(find);
      if (parts.length !== 2) throw new Error(`"${name}": its text is ${parts.length - 1} times in ${file}`);
      await writeFile(path, parts.join(put));
    }
  } catch (error) {
    await dispose();
    throw error;
  }
  return { provideModule: join(folder, "src", "actors", "provide-machines.ts"), [Symbol.asyncDispose]: dispose };
}
