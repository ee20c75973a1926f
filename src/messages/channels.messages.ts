import { defineMessages } from "./define-messages.ts";

/** What each channel calls itself, and by what a terminal is recognised. */
export const channelMessages = defineMessages({
  bell: { en: "terminal bell", zh: "终端响铃" },
  osc: { en: "terminal notification ({protocol})", zh: "终端通知（{protocol}）" },
  oscDetected: {
    en: "terminal notification (detected, else {fallback})",
    zh: "终端通知（自动识别，否则 {fallback}）",
  },
  desktop: { en: "desktop notification", zh: "桌面通知" },
  desktopFallback: {
    en: "desktop notification (where the terminal shows none)",
    zh: "桌面通知（仅在终端无法显示时）",
  },
  ntfy: { en: "ntfy on {host}", zh: "ntfy（{host}）" },
  webhook: { en: "webhook to {host}", zh: "webhook（{host}）" },
  webhookPreset: { en: "webhook ({preset}) to {host}", zh: "webhook（{preset}，{host}）" },
});

/** By what a terminal is recognised; `/notify status`, the doctor and docs/terminals.md show these. */
export const terminalSignMessages = defineMessages({
  setting: { en: "`{key}`", zh: "`{key}`" },
  termPrograms: { en: "`osc.termPrograms` has `TERM_PROGRAM`", zh: "`osc.termPrograms` 里有 `TERM_PROGRAM`" },
  isSet: { en: "`{variable}` is set", zh: "`{variable}` 已设置" },
  is: { en: "`{variable}` is `{value}`", zh: "`{variable}` 是 `{value}`" },
  ownName: { en: "the terminal calls itself `{terminal}`", zh: "终端自报名称是 `{terminal}`" },
  tmuxClient: {
    en: "an attached tmux client's `{format}` is `{value}`",
    zh: "已连接的 tmux 客户端的 `{format}` 是 `{value}`",
  },
});
