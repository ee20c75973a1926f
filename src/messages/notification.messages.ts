import { defineMessages, type Say } from "./define-messages.ts";

/** The lines of a notification below its title. */
export const notificationMessages = defineMessages({
  line: { en: "{name}: {value}", zh: "{name}：{value}" },
  project: { en: "Project", zh: "项目" },
  session: { en: "Session", zh: "会话" },
  host: { en: "Host", zh: "主机" },
  location: { en: "Location", zh: "位置" },
  duration: { en: "Duration", zh: "用时" },
  promptTitle: { en: "Prompt", zh: "提示" },
  path: { en: "Path", zh: "路径" },
  tmuxIds: { en: "tmux ID", zh: "tmux ID" },
  piSessionId: { en: "Pi session ID", zh: "Pi 会话 ID" },
  /** Stands for notifications that one which tells of several has no room for. */
  andMore: { en: "and {count} more", zh: "另有 {count} 条" },
  window: { en: "window {index}", zh: "窗口 {index}" },
  pane: { en: "pane {index}", zh: "分屏 {index}" },
  unknownSession: { en: "unknown session", zh: "未知会话" },
  unknownWindow: { en: "window unknown", zh: "窗口 未知" },
  hours: { en: "{count}h", zh: "{count} 小时" },
  minutes: { en: "{count}m", zh: "{count} 分" },
  seconds: { en: "{count}s", zh: "{count} 秒" },
});

/** Says the parts of a notification in its language. */
export type SayNotification = Say<typeof notificationMessages>;
