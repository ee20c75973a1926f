import { lstat, mkdtemp, readdir, rmdir, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeNewFile } from "../../adapters/files/write-new-file.ts";

const PAGE = "visualizer.html";
/** `pi-notify-PID-XXXXXX`, of the process that wrote the page; earlier versions left out which. */
const FOLDER = /^pi-notify-(?:(\d+)-)?\w{6}$/;

/**
 * Writes the page into a folder of its own for its owner alone, under an unpredictable name, and removes the folders
 * that earlier calls left: of this process, and of processes that have ended.
 * @returns the page's path
 * @throws what the file system says; then nothing is left
 */
export async function writePage(text: string): Promise<string> {
  await removeOldPages();
  const folder = await mkdtemp(join(tmpdir(), `pi-notify-${process.pid}-`));
  const path = join(folder, PAGE);
  try {
    await writeNewFile(path, text, 0o600);
  } catch (error) {
    await rmdir(folder).catch(() => {});
    throw error;
  }
  return path;
}

async function removeOldPages(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  await Promise.all(
    names.map(async (name) => {
      const [, pid] = FOLDER.exec(name) ?? [name, undefined];
      if (!FOLDER.test(name) || (pid !== undefined && Number(pid) !== process.pid && isRunning(Number(pid)))) return;
      await removePage(join(tmpdir(), name)).catch(() => {});
    }),
  );
}

/** Only a folder of this user in which nothing but a page is. */
async function removePage(folder: string): Promise<void> {
  const { uid } = await lstat(folder);
  if (process.getuid !== undefined && uid !== process.getuid()) return;
  const names = await readdir(folder);
  if (names.some((name) => name !== PAGE)) return;
  for (const name of names) await unlink(join(folder, name));
  await rmdir(folder);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs for somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
