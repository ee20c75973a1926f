import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MAX_CONFIG_BYTES, readConfigFile } from "../../src/config/file/read-config-file.ts";
import { temporaryFolder } from "./temporary-folder.ts";

function fileWith(content: string | Uint8Array): string {
  const path = join(temporaryFolder(), "config.json");
  writeFileSync(path, content);
  return path;
}

test("no file, no folder, a file where a folder should be: nothing", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  expect(await readConfigFile(join(folder, "config.json"))).toBeUndefined();
  expect(await readConfigFile(join(folder, "none", "config.json"))).toBeUndefined();
  expect(await readConfigFile(join(folder, "file", "config.json"))).toBeUndefined();
});

test("text, with and without a byte order mark, and an empty file", async () => {
  expect(await readConfigFile(fileWith("{}\r\n"))).toEqual({ kind: "text", text: "{}\r\n" });
  expect(await readConfigFile(fileWith("\ufeff{ü}"))).toEqual({ kind: "text", text: "{ü}" });
  expect(await readConfigFile(fileWith(""))).toEqual({ kind: "text", text: "" });
});

test("a link is followed; one to nothing and one to itself are told", async () => {
  const folder = temporaryFolder();
  const [good, dangling, loop] = ["good", "dangling", "loop"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  symlinkSync(fileWith("{}"), good);
  symlinkSync(join(folder, "none"), dangling);
  symlinkSync(loop, loop);
  expect(await readConfigFile(good)).toEqual({ kind: "text", text: "{}" });
  expect(await readConfigFile(dangling)).toEqual({
    kind: "refused",
    what: { id: "isBrokenLink" },
  });
  expect(await readConfigFile(loop)).toEqual({ kind: "refused", what: { id: "isCircularLink" } });
});

test("1 MiB is read, one byte more is refused", async () => {
  const most = await readConfigFile(fileWith(" ".repeat(MAX_CONFIG_BYTES)));
  expect(most?.kind).toBe("text");
  expect(await readConfigFile(fileWith(" ".repeat(MAX_CONFIG_BYTES + 1)))).toEqual({
    kind: "refused",
    what: { id: "isTooLarge" },
  });
});

test.each([
  ["an invalid byte", Uint8Array.of(0x7b, 0xff, 0x7d)],
  ["UTF-16", Buffer.from("\ufeff{}", "utf16le")],
  ["a character cut short", Uint8Array.of(0x22, 0xe4, 0xb8)],
])("%s is refused as not UTF-8", async (_name, bytes) => {
  expect(await readConfigFile(fileWith(bytes))).toEqual({ kind: "refused", what: { id: "isNoUtf8" } });
});

test("a directory is refused", async () => {
  const path = join(temporaryFolder(), "config.json");
  mkdirSync(path);
  expect(await readConfigFile(path)).toEqual({ kind: "refused", what: { id: "isFolder" } });
});

test.skipIf(process.platform === "win32")("a named pipe and a device are refused and hold nobody up", async () => {
  const path = join(temporaryFolder(), "config.json");
  execFileSync("mkfifo", [path]);
  const refused = { kind: "refused", what: { id: "isNoRegularFile" } };
  expect(await readConfigFile(path)).toEqual(refused);
  expect(await readConfigFile("/dev/zero")).toEqual(refused);
});

test("what cannot be opened is told with its cause and no path", async () => {
  const path = fileWith("{}");
  chmodSync(path, 0);
  const content = await readConfigFile(path);
  // Root may read it all the same.
  if (process.getuid?.() === 0) expect(content?.kind).toBe("text");
  else expect(content).toEqual({ kind: "refused", what: { id: "isForbidden" } });
  const long = await readConfigFile(join(path, "..", "x".repeat(5000)));
  expect(long).toEqual({ kind: "refused", what: { id: "isUnreadableFor", values: { code: "ENAMETOOLONG" } } });
  expect(await readConfigFile("/tmp/a\0b")).toMatchObject({ kind: "refused" });
});
