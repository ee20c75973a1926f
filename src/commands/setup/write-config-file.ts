import { mkdir, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { replaceFile } from "../../adapters/files/replace-file.ts";

/** For its owner alone: a topic or a hook's address in it is as good as a password. */
const NEW_FILE_MODE = 0o600;

/**
 * Puts a text in place of the file in one step, so that a reader sees the old text or the new one.
 * A link stays a link, and an existing file keeps its permissions.
 * @throws what the file system says, when it may not be written
 */
export async function writeConfigFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const target = await realpath(path).catch(() => path);
  const mode = await stat(target).then(
    (stats) => stats.mode & 0o777,
    () => NEW_FILE_MODE,
  );
  await replaceFile(target, text, mode);
}
