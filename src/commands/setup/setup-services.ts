import type { PresetName } from "../../channels/webhook/presets/registry.ts";

/** What setup has to ask for a service that webhooks know. */
export interface SetupService {
  readonly name: PresetName;
  /** What the service's addresses look like; shown in the question. */
  readonly address: string;
  /** Keys of the preset's own part, without which the service takes nothing. */
  readonly keys: readonly string[];
  /** What a signing secret of the service looks like, where it has them. */
  readonly secret?: string;
}

export const SETUP_SERVICES: readonly SetupService[] = [
  { name: "slack", address: "https://hooks.slack.com/services/…", keys: [] },
  { name: "discord", address: "https://discord.com/api/webhooks/…", keys: [] },
  { name: "teams", address: "https://….logic.azure.com/workflows/…", keys: [] },
  { name: "telegram", address: "https://api.telegram.org/bot…/sendMessage", keys: ["chatId"] },
  { name: "feishu", address: "https://open.feishu.cn/open-apis/bot/v2/hook/…", keys: [], secret: "…" },
  { name: "dingtalk", address: "https://oapi.dingtalk.com/robot/send?access_token=…", keys: [], secret: "SEC…" },
  { name: "wecom", address: "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…", keys: [] },
  { name: "bark", address: "https://api.day.app/push", keys: ["deviceKey"] },
  { name: "gotify", address: "https://gotify.example.com/message", keys: ["token"] },
  { name: "pushover", address: "https://api.pushover.net/1/messages.json", keys: ["token", "user"] },
];
