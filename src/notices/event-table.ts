/** Languages that pi-notify speaks (R21). */
export type Language = "en" | "zh-CN";

/** 1 lowest, 5 highest; the scale of ntfy. */
export type Priority = 1 | 2 | 3 | 4 | 5;

export interface EventRow {
  readonly titles: Readonly<Record<Language, string>>;
  readonly priority: Priority;
  /** Whether a channel that names no `events` subscribes to it. */
  readonly onByDefault: boolean;
}

/** Everything worth telling, by event id (R18). The schema, the titles and the documents read it. */
export const EVENT_TABLE = {
  "agent-completed": {
    titles: { en: "Pi finished the task", "zh-CN": "Pi 等待输入" },
    priority: 3,
    onByDefault: true,
  },
  "agent-error": {
    titles: { en: "Pi encountered an error", "zh-CN": "Pi 遇到错误，等待输入" },
    priority: 5,
    onByDefault: true,
  },
  "input-required": {
    titles: { en: "Pi needs your input", "zh-CN": "Pi 需要你的操作" },
    priority: 4,
    onByDefault: true,
  },
  "permission-required": {
    titles: { en: "Pi needs permission", "zh-CN": "Pi 请求授权" },
    priority: 4,
    onByDefault: true,
  },
  "context-compacted": {
    titles: { en: "Pi compacted the context", "zh-CN": "Pi 已压缩上下文" },
    priority: 2,
    onByDefault: false,
  },
  "task-completed": {
    titles: { en: "Pi completed a task", "zh-CN": "Pi 完成了一项任务" },
    priority: 3,
    onByDefault: true,
  },
  "integration-error": {
    titles: { en: "Pi encountered an integration error", "zh-CN": "Pi 后台任务出错" },
    priority: 5,
    onByDefault: true,
  },
} as const satisfies Record<string, EventRow>;

export type EventId = keyof typeof EVENT_TABLE;

export const EVENT_IDS = Object.keys(EVENT_TABLE) as readonly EventId[];

export const DEFAULT_EVENTS: readonly EventId[] = EVENT_IDS.filter((id) => EVENT_TABLE[id].onByDefault);
