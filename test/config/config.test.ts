import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { CHANNELS } from "../../src/channels/registry.ts";
import { DEFAULT_CONFIG } from "../../src/config/config.ts";
import { parseConfig } from "../../src/config/parse-config.ts";

test("without a file: the terminal and the bell", () => {
  expect(DEFAULT_CONFIG.channels.map(({ id, type }) => [id, type])).toEqual([
    ["terminal", "osc"],
    ["bell", "bell"],
  ]);
});

test("the default channels are what a file with only their ids and types gives", () => {
  const channels = DEFAULT_CONFIG.channels.map(({ id, type }) => ({ id, type }));
  const parsed = parseConfig(JSON.stringify({ channels }), { file: "config.json", env: {}, channels: CHANNELS });
  expect(parsed).toEqual({ config: DEFAULT_CONFIG, warnings: [], waiting: [] });
});

test("what Pi's start imports brings no library along", async () => {
  const { metafile } = await build({
    entryPoints: ["config.ts", "config-path.ts"].map((file) =>
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
