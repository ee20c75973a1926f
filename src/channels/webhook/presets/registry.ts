import { feishu } from "./feishu.ts";
import type { Preset } from "./preset.ts";
import { slack } from "./slack.ts";

/** The services known by name; the configuration's `preset` is one of these keys. */
export const PRESETS = { slack, feishu } as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as [PresetName, ...PresetName[]];
