import { mkdir, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { replaceFile } from "../../adapters/files/replace-file.ts";

/** For its owner alone: a topic or a hook's address in it is as good as a password. */
const FILE_MODE = 0o600;

/**
 * Puts a text in place of the file in one step, so that a reader sees the old text or the new one.
 * A link stays a link. Whatever the file's permissions were, nobody but its owner reads it from then on.
 * @throws what the file system says, when it may not be written
 */
export async function writeConfigFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const target = await realpath(path).catch(() => path);
  await replaceFile(target, text, FILE_MODE);
}
