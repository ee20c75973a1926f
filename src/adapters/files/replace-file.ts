import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";

/**
 * Puts a text in place of a file, whole or not at all: a reader sees the old text or the new one.
 * @param mode the file's permissions from then on
 * @throws what the file system says, when it may not be written
 */
export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const fresh = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    const file = await open(fresh, "wx", mode);
    try {
      // The process's mask has taken its part of the mode.
      await file.chmod(mode);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
