import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { configPath } from "../../src/config/file/config-path.ts";

const AGENT_DIR = "PI_CODING_AGENT_DIR";

describe("the same folder as Pi's own getAgentDir", async () => {
  const pi = fileURLToPath(
    new URL("../../node_modules/@earendil-works/pi-coding-agent/dist/config.js", import.meta.url),
  );
  const { getAgentDir } = (await import(pathToFileURL(pi).href)) as { getAgentDir: () => string };
  const before = process.env[AGENT_DIR];
  afterAll(() => {
    if (before === undefined) delete process.env[AGENT_DIR];
    else process.env[AGENT_DIR] = before;
  });

  test.each([undefined, "", "/x/agent", "~", "~/x", "~x", "x/y", "/x/~/y", "file:///x/a%20b", " ~/x"])(
    "%j",
    (value) => {
      if (value === undefined) delete process.env[AGENT_DIR];
      else process.env[AGENT_DIR] = value;
      expect(configPath({ env: { [AGENT_DIR]: value }, homeDir: homedir() })).toBe(
        join(getAgentDir(), "extensions", "pi-notify", "config.json"),
      );
    },
  );
});

test("without the variable it is under the home directory", () => {
  expect(configPath({ env: {}, homeDir: "/home/u" })).toBe("/home/u/.pi/agent/extensions/pi-notify/config.json");
});

test("an address that is no path does not throw", () => {
  expect(configPath({ env: { [AGENT_DIR]: "file://%zz/x" }, homeDir: "/h" })).toMatch(/config\.json$/);
});

test.each([
  ["/c/Users/u", "C:\\Users\\u"],
  ["/mnt/d/x/y", "D:\\x\\y"],
  ["/cygdrive/e", "E:\\"],
])("on Windows %s is %s", (value, expected) => {
  expect(configPath({ env: { [AGENT_DIR]: value }, homeDir: "C:\\h", platform: "win32" })).toBe(
    join(expected, "extensions", "pi-notify", "config.json"),
  );
});
