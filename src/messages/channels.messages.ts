import { defineMessages } from "./define-messages.ts";

/** What each channel is, in a line for `/notify status` and the like. None holds more of an address than its host (R15). */
export const channelMessages = defineMessages({
  bell: { en: "terminal bell", zh: "终端响铃" },
  oscDetected: {
    en: "terminal notification (detected, else {fallback})",
    zh: "终端通知（自动识别，认不出时用 {fallback}）",
  },
  osc: { en: "terminal notification ({protocol})", zh: "终端通知（{protocol}）" },
  desktop: { en: "desktop notification", zh: "桌面通知" },
  desktopFallback: {
    en: "desktop notification (where the terminal shows none)",
    zh: "桌面通知（仅当终端显示不了时）",
  },
  webhook: { en: "webhook to {host}", zh: "webhook，发往 {host}" },
  webhookPreset: { en: "webhook ({preset}) to {host}", zh: "webhook（{preset}），发往 {host}" },
  ntfy: { en: "ntfy on {host}", zh: "ntfy，服务器 {host}" },
});
