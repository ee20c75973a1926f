import { randomBytes } from "node:crypto";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** What a writer that was killed may have left beside its file. */
const LEFTOVER = /^\.pi-notify-[0-9a-f]{12}\.part$/;
/** Far longer than writing takes, milliseconds. */
const LEFTOVER_AGE_MS = 60_000;

/**
 * Writes a file that is not there yet, whole or not at all: it is written beside its place and renamed. Removes what
 * earlier writers left in the same folder.
 * @throws what the file system says: `EEXIST` where something of that name exists, which is kept
 */
export async function writeNewFile(path: string, text: string, mode: number): Promise<void> {
  const folder = dirname(path);
  await removeLeftovers(folder);
  const fresh = join(folder, `.pi-notify-${randomBytes(6).toString("hex")}.part`);
  try {
    const file = await open(fresh, "wx", mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    // Renaming would replace another's file, and not every file system has links: the place is taken first.
    await (await open(path, "wx", mode)).close();
    await rename(fresh, path).catch(async (error: unknown) => {
      await rm(path, { force: true });
      throw error;
    });
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((name) => LEFTOVER.test(name))) {
    const path = join(folder, name);
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > LEFTOVER_AGE_MS) await rm(path, { force: true }).catch(() => {});
  }
}
