import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder of its own for the running test, removed after it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pi-notify-config-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
