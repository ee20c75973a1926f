import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { replaceFile } from "../../../src/adapters/files/replace-file.ts";
import { temporaryFolder } from "../../config/temporary-folder.ts";

const umask = process.umask();
afterEach(() => void process.umask(umask));

test("puts the new text in place of the old one and leaves no other file", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "config.json");
  writeFileSync(path, "old");
  await replaceFile(path, "new", 0o600);
  expect(readFileSync(path, "utf8")).toBe("new");
  expect(readdirSync(folder)).toEqual(["config.json"]);
});

test("a failed rename leaves no copy of the text behind, which may hold tokens", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "config.json");
  // No file can be renamed over a folder.
  mkdirSync(path);
  await expect(replaceFile(path, "token", 0o600)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
  expect(readdirSync(folder)).toEqual(["config.json"]);
});

test.skipIf(process.platform === "win32").each<[string, number]>([
  ["600", 0o600],
  ["644", 0o644],
  ["666", 0o666],
])("gives the file exactly mode %s, whatever the process's umask", async (_octal, mode) => {
  const path = join(temporaryFolder(), "config.json");
  process.umask(0o077);
  await replaceFile(path, "{}", mode);
  expect((statSync(path).mode & 0o777).toString(8)).toBe(mode.toString(8));
});
