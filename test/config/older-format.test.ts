import { describe, expect, test } from "vitest";
import { CHANNELS } from "../../src/channels/registry.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { DEFAULT_EVENTS } from "../../src/notices/event-table.ts";
import { OLDER_FORMAT } from "./older-format.ts";

const TYPES: readonly string[] = CHANNELS.map(({ type }) => type);

function load(file: object) {
  return parseConfig(JSON.stringify(file), { file: "config.json", env: OLDER_FORMAT.env, channels: CHANNELS });
}

describe("a file written for @xzzpig/pi-notify, version 1, loads unchanged and means the same", () => {
  const { file, meaning } = OLDER_FORMAT;

  test("with every key of the channel types that there are", () => {
    const isKnown = ({ type }: { readonly type: string }) => TYPES.includes(type);
    const { config, warnings } = load({ ...file, channels: file.channels.filter(isKnown) });
    expect(warnings).toEqual([]);
    expect(config).toMatchObject({ ...meaning, channels: meaning.channels.filter(isKnown) });
    expect(config.channels.length).toBeGreaterThan(0);
  });

  test("with the defaults of a channel that says nothing more", () => {
    const { config, warnings } = load({ version: 1, channels: [{ id: "t", type: "osc" }] });
    expect(warnings).toEqual([]);
    expect(config).toMatchObject({
      enabled: true,
      channels: [{ id: "t", enabled: true, events: DEFAULT_EVENTS, delayMs: 0, config: { fallback: "osc9" } }],
    });
  });

  test("where the built-in channel is changed without its type", () => {
    const { config, warnings } = load({ channels: [{ id: "terminal", enabled: false }] });
    expect(warnings).toEqual([]);
    expect(config.channels).toMatchObject([{ id: "terminal", type: "osc", enabled: false }]);
  });
});
