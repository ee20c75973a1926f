import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { exportLines } from "../../src/commands/export/export.ts";
import { startTrace } from "../../src/trace/session-trace.ts";

afterEach(() => vi.unstubAllEnvs());

it("~ is the home folder, whatever its name", async () => {
  await using scratch = makeScratchFolder();
  const home = join(scratch.path, "a$&b$$c");
  mkdirSync(home);
  vi.stubEnv("HOME", home);
  const trace = startTrace({ keep: 1, mode: "tui", channels: [], now: () => 0 });
  const lines = await exportLines(trace?.read, { agentDir: scratch.path, cwd: scratch.path }, "~/t.json", "en");
  expect(lines).toEqual([`Wrote ${join(home, "t.json")}, records: 0.`]);
});
