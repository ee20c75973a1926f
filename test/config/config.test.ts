import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { CHANNELS } from "../../src/channels/registry.ts";
import { DEFAULT_CONFIG, DESKTOP_DEFAULT_CONFIG, defaultConfigAt } from "../../src/config/config.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import type { Environment } from "../../src/ports/environment.ts";

const BUS = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/run/user/1000/bus" };

test.each<[string, NodeJS.Platform, Environment, string[]]>([
  ["a Linux server", "linux", { XDG_RUNTIME_DIR: "/run/user/1000" }, ["terminal", "bell"]],
  ["a Linux desktop", "linux", BUS, ["terminal", "bell", "desktop"]],
  ["a Linux desktop over ssh", "linux", { ...BUS, SSH_CONNECTION: "a 1 b 2" }, ["terminal", "bell"]],
  ["macOS", "darwin", {}, ["terminal", "bell", "desktop"]],
  ["macOS over ssh", "darwin", { SSH_TTY: "/dev/ttys1" }, ["terminal", "bell"]],
  ["Windows", "win32", {}, ["terminal", "bell"]],
  ["WSL", "linux", { ...BUS, WSL_DISTRO_NAME: "Debian" }, ["terminal", "bell"]],
])("without a file on %s", (_name, platform, env, ids) => {
  const config = defaultConfigAt({ platform, env });
  expect(config.channels.map(({ id }) => id)).toEqual(ids);
  const read = { file: "config.json", platform, env, channels: CHANNELS };
  expect(parseConfig(undefined, read).config).toBe(config);
  expect(parseConfig('{"version": 1}', read).config).toEqual(config);
  // What a project's file changes is laid over the same channels.
  const project = { file: "pi-notify.json", text: '{"channels":[{"id":"bell","enabled":false}]}', isApproved: false };
  const overlaid = parseConfig(undefined, { ...read, project });
  expect(overlaid.config.channels.map(({ id, enabled }) => [id, enabled])).toEqual(
    ids.map((id) => [id, id !== "bell"]),
  );
  expect(overlaid.warnings).toEqual([]);
});

test.each([DEFAULT_CONFIG, DESKTOP_DEFAULT_CONFIG])(
  "default channels are what a file with only their ids and types gives",
  (config) => {
    const channels = config.channels.map(({ id, type }) => ({ id, type }));
    // Who lists a desktop channel has asked for it in print mode too.
    const asked = config.channels.map((channel) =>
      channel.type === "desktop" ? { ...channel, modes: [...channel.modes, "print"] } : channel,
    );
    const options = { file: "config.json", platform: "linux", env: {}, channels: CHANNELS } as const;
    for (const entries of [channels, channels.map(({ id }) => ({ id }))]) {
      const parsed = parseConfig(JSON.stringify({ channels: entries }), options);
      expect(parsed).toMatchObject({ config: { ...config, channels: asked }, warnings: [], pending: [] });
    }
  },
);

test("what Pi's start imports brings no library along", async () => {
  const { metafile } = await build({
    entryPoints: ["config.ts", "file/config-path.ts"].map((file) =>
      fileURLToPath(new URL(`../../src/config/${file}`, import.meta.url)),
    ),
    bundle: true,
    write: false,
    outdir: "unused",
    platform: "node",
    format: "esm",
    metafile: true,
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.some((path) => path.endsWith("src/config/config.ts"))).toBe(true);
  expect(inputs.filter((path) => path.includes("node_modules") || path.includes("schema"))).toEqual([]);
});
