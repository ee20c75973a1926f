import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
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

const trace = () => startTrace({ keep: 1, mode: "tui", channels: [], now: () => 0 })?.read;

it("a path is shown without what a terminal acts upon", async () => {
  await using scratch = makeScratchFolder();
  const cwd = join(scratch.path, "a\x1b[31m\u009b2J\u202e  b");
  mkdirSync(cwd);
  const shown = join(scratch.path, "a\ufffd[31m\ufffd2J\ufffd  b", "t.json");
  const place = { agentDir: scratch.path, cwd };
  expect(await exportLines(trace(), place, "t.json", "en")).toEqual([`Wrote ${shown}, records: 0.`]);
  expect(await exportLines(trace(), place, "t.json", "en")).toEqual([
    `${shown} was not written: a file of that name exists and is kept; choose another name.`,
  ]);
});

it("writes for its owner alone, and removes what a writer that was killed left long ago", async () => {
  await using scratch = makeScratchFolder();
  const [old, fresh] = ["0123456789ab", "ba9876543210"].map((key) => join(scratch.path, `.pi-notify-${key}.part`));
  for (const path of [old, fresh]) writeFileSync(path ?? "", "half");
  utimesSync(old ?? "", 0, 0);
  await exportLines(trace(), { agentDir: scratch.path, cwd: scratch.path }, "t.json", "en");
  expect(readdirSync(scratch.path).toSorted()).toEqual([".pi-notify-ba9876543210.part", "t.json"]);
  expect(statSync(join(scratch.path, "t.json")).mode & 0o777).toBe(0o600);
});

// The kernel refuses every byte over 512, as a full disk would.
it.runIf(process.platform !== "win32")("a write that breaks off leaves nothing that blocks the next try", async () => {
  await using scratch = makeScratchFolder();
  const module = new URL("../../src/adapters/files/write-new-file.ts", import.meta.url).href;
  const path = join(scratch.path, "t.json");
  const write = (limit: string) =>
    spawnSync("/bin/sh", ["-c", `ulimit -f ${limit} && exec "$@"`, "sh", process.execPath, "--input-type=module"], {
      input: `import { writeNewFile } from ${JSON.stringify(module)};
        await writeNewFile(${JSON.stringify(path)}, "x".repeat(100_000), 0o600);`,
      encoding: "utf8",
    });
  const broken = write("1");
  expect(broken.stderr).toContain("EFBIG");
  expect(readdirSync(scratch.path)).toEqual([]);
  expect(write("unlimited").status).toBe(0);
  expect(readFileSync(path, "utf8")).toHaveLength(100_000);
});
