import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { CHANNELS, type ChannelRegistry } from "../../src/channels/registry.ts";
import { DEFAULT_CONFIG } from "../../src/config/config.ts";
import { configPath } from "../../src/config/file/config-path.ts";
import { type LoadedConfig, loadConfig } from "../../src/config/load-config.ts";
import { temporaryFolder } from "./temporary-folder.ts";

async function load(content: string | undefined, env: Record<string, string> = {}): Promise<LoadedConfig> {
  const path = configPath({ env: { PI_CODING_AGENT_DIR: temporaryFolder() }, homeDir: "/nowhere" });
  if (content !== undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return loadConfig({ path, env, registry: CHANNELS });
}

test("no file: the defaults, in silence", async () => {
  const { path, origins, ...loaded } = await load(undefined);
  const project = { kind: "absent" };
  expect(loaded).toEqual({ config: DEFAULT_CONFIG, warnings: [], source: "defaults", global: "absent", project });
  expect(origins.of(["enabled"])).toEqual([]);
  expect(path.endsWith(join("extensions", "pi-notify", "config.json"))).toBe(true);
});

test("a file is read, with its variables", async () => {
  const loaded = await load('\ufeff{"titles": {"agent-error": "$WHO"}}', { WHO: "me" });
  expect(loaded).toMatchObject({
    source: "file",
    global: "read",
    warnings: [],
    config: { titles: { "agent-error": "me" } },
  });
});

test("a broken file: the defaults and one line", async () => {
  const loaded = await load("\ufeff{");
  expect(loaded).toMatchObject({ config: DEFAULT_CONFIG, source: "defaults", global: "unusable" });
  expect(loaded.warnings.map(({ text }) => text)).toEqual([
    "config.json:1:2: expected a closing }; nothing in the file counts, the defaults are in force.",
  ]);
});

test("a huge file: the defaults and one line without its folder", async () => {
  const loaded = await load(" ".repeat(1024 * 1024 + 1));
  expect(loaded).toMatchObject({ config: DEFAULT_CONFIG, source: "defaults", global: "unusable" });
  expect(loaded.warnings).toEqual([
    {
      cause: "file",
      text: "config.json: the file is over 1 MiB; make it smaller; nothing in the file counts, the defaults are in force.",
      file: "config.json",
    },
  ]);
});

test("a file as large as allowed and full of references ends soon enough", async () => {
  const channel = (index: number) => ({ id: `c${index}`, type: "bell", events: ["${NO:-x}".repeat(100)] });
  const loaded = await load(JSON.stringify({ channels: Array.from({ length: 1100 }, (_, index) => channel(index)) }));
  expect(loaded.source).toBe("file");
  expect(loaded.warnings).toHaveLength(51);
});

test("a command in the file or in a variable is never run, and the process's environment stays as it was", async () => {
  const witness = join(temporaryFolder(), "witness");
  const command = `touch ${witness}`;
  const texts = [
    `$(${command})`,
    `\`${command}\``,
    `\${NO:-$(${command})}`,
    "$COMMAND",
    "${COMMAND}",
    "${NO:-$COMMAND}",
  ];
  const path = join(temporaryFolder(), "config.json");
  const template = texts.map((text) => ({ [text]: text }));
  writeFileSync(
    path,
    JSON.stringify({ channels: [{ id: "a", type: "webhook", webhook: { url: "http://h/", template } }] }),
  );
  process.env.COMMAND = `$(${command})`;
  try {
    const before = { ...process.env };
    const loaded = await loadConfig({ path, env: process.env, registry: CHANNELS });
    expect(loaded.warnings).toEqual([]);
    expect(JSON.stringify(loaded.config)).toContain(`$(${command})`);
    expect(existsSync(witness)).toBe(false);
    expect({ ...process.env }).toEqual(before);
  } finally {
    delete process.env.COMMAND;
  }
});

function withBroken(key: "type" | "schema") {
  return CHANNELS.map((channel) => {
    if (channel.type !== "bell") return channel;
    const broken = (): never => {
      throw new Error("broken");
    };
    return Object.defineProperty({ ...channel }, key, { get: broken });
  });
}

async function loadWith(registry: ChannelRegistry): Promise<LoadedConfig> {
  const path = join(temporaryFolder(), "config.json");
  writeFileSync(path, '{"channels": [{"id": "a", "type": "bell"}, {"id": "b", "type": "osc"}]}');
  return loadConfig({ path, env: {}, registry });
}

test("whatever throws does not reach Pi", async () => {
  const loaded = await loadWith(withBroken("type"));
  expect(loaded).toMatchObject({ config: DEFAULT_CONFIG, source: "defaults", global: "unusable" });
  expect(loaded.warnings.map(({ text }) => text)).toEqual([expect.stringContaining("could not be understood")]);
});
