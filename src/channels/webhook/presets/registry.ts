import { bark } from "./bark.ts";
import { dingtalk } from "./dingtalk.ts";
import { discord } from "./discord.ts";
import { feishu } from "./feishu.ts";
import { gotify } from "./gotify.ts";
import type { Preset } from "./preset.ts";
import { pushover } from "./pushover.ts";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";
import { telegram } from "./telegram.ts";
import { wecom } from "./wecom.ts";

/**
 * The services known by name; the configuration's `preset` is one of these keys.
 * A preset taken from here is called only with settings that its own schema and its own `problem` let through.
 */
export const PRESETS = {
  slack,
  discord,
  teams,
  telegram,
  feishu,
  dingtalk,
  wecom,
  bark,
  gotify,
  pushover,
} as const satisfies Record<string, Preset<unknown>>;

export type PresetName = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as [PresetName, ...PresetName[]];
