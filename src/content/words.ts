import type { Language } from "../notices/event-table.ts";

/** The words of a message's lines in one language (R19). */
export interface Words {
  /** Between the name of a line and its value. */
  readonly colon: string;
  readonly project: string;
  readonly session: string;
  readonly host: string;
  readonly location: string;
  readonly duration: string;
  readonly promptTitle: string;
  readonly path: string;
  readonly tmuxIds: string;
  readonly piSessionId: string;
  readonly window: string;
  readonly pane: string;
  readonly unknownSession: string;
  readonly unknownWindow: string;
  readonly hours: (count: number) => string;
  readonly minutes: (count: number) => string;
  readonly seconds: (count: number) => string;
}

export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    colon: ": ",
    project: "Project",
    session: "Session",
    host: "Host",
    location: "Location",
    duration: "Duration",
    promptTitle: "Prompt",
    path: "Path",
    tmuxIds: "tmux ID",
    piSessionId: "Pi session ID",
    window: "window",
    pane: "pane",
    unknownSession: "unknown session",
    unknownWindow: "window unknown",
    hours: (count) => `${count}h`,
    minutes: (count) => `${count}m`,
    seconds: (count) => `${count}s`,
  },
  "zh-CN": {
    colon: "：",
    project: "项目",
    session: "会话",
    host: "主机",
    location: "位置",
    duration: "用时",
    promptTitle: "提示",
    path: "路径",
    tmuxIds: "tmux ID",
    piSessionId: "Pi 会话 ID",
    window: "窗口",
    pane: "分屏",
    unknownSession: "未知会话",
    unknownWindow: "窗口 未知",
    hours: (count) => `${count} 小时`,
    minutes: (count) => `${count} 分`,
    seconds: (count) => `${count} 秒`,
  },
};
