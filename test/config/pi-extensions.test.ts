import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { findPiExtensions } from "../../src/commands/doctor/pi-extensions.ts";

it("settings and folders with thousands of entries are not asked about one by one to the end", async () => {
  await using scratch = makeScratchFolder();
  const names = Array.from({ length: 2_500 }, (_, index) => `n${index}.ts`);
  writeFileSync(join(scratch.path, "settings.json"), JSON.stringify({ packages: names, extensions: names }));
  mkdirSync(join(scratch.path, "extensions"));
  for (const name of names) writeFileSync(join(scratch.path, "extensions", name), "");
  const found = await findPiExtensions({ agentDir: scratch.path, homeDir: scratch.path, cwd: undefined });
  expect(found.filter(({ from }) => from === "settings")).toHaveLength(1_000);
  expect(found.filter(({ from }) => from === "extensions-folder")).toHaveLength(1_000);
});
