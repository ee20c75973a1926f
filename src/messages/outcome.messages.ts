import type { ExpiryReason, Outcome, SkipReason } from "../notices/outcome.ts";
import { defineMessages } from "./define-messages.ts";

/** How a delivery can end. */
export const outcomeMessages = defineMessages({
  written: { en: "written", zh: "已写入" },
  accepted: { en: "accepted", zh: "已接收" },
  failed: { en: "failed", zh: "失败" },
  "timed-out": { en: "timed-out", zh: "超时" },
  skipped: { en: "skipped", zh: "已跳过" },
  expired: { en: "expired", zh: "已过时" },
  withReason: { en: "{outcome} ({reason})", zh: "{outcome}（{reason}）" },
  explained: { en: "{code}: {words}", zh: "{code}：{words}" },
} as const satisfies Record<Outcome["kind"] | "withReason" | "explained", unknown>);

type Reason = SkipReason | ExpiryReason | Extract<Outcome, { kind: "timed-out" }>["reason"];

/** Every reason that outcomes carry as a fixed code, explained. */
export const reasonMessages = defineMessages({
  disabled: { en: "it is switched off in the configuration", zh: "配置中已关闭" },
  subagent: {
    en: "a subagent runs this Pi, and only its parent sends notifications",
    zh: "这个 Pi 由子代理运行，只由上级 Pi 发送通知",
  },
  "not-configured": { en: "its configuration cannot be used", zh: "它的配置无法使用" },
  "not-subscribed": { en: "it does not send this event", zh: "它不发送这个事件" },
  mode: { en: "it does not work in this mode of Pi", zh: "它在 Pi 的这种模式下不工作" },
  unsupported: { en: "such a notification cannot be shown here", zh: "这里无法显示这种通知" },
  "not-needed": { en: "the terminal shows this notification itself", zh: "终端自己会显示这条通知" },
  "policy-unknown": {
    en: "tmux did not say in time whether it passes notifications on",
    zh: "tmux 没有及时回答是否放行通知",
  },
  "passthrough-off": { en: "tmux's allow-passthrough is off", zh: "tmux 的 allow-passthrough 已关闭" },
  "pane-hidden": { en: "no tmux client shows this pane", zh: "没有 tmux 客户端显示此分屏" },
  "span-closed": { en: "the dialog closed first", zh: "对话框先关闭了" },
  "new-run": { en: "a new run began first", zh: "新一轮任务先开始了" },
  answered: { en: "you were at the keyboard", zh: "你正在键盘前" },
  "session-ended": { en: "the session ended first", zh: "会话先结束了" },
  "prepare-timeout": { en: "it was not ready in time", zh: "它没能及时准备好" },
  "no-answer": { en: "no answer in time; it may still have arrived", zh: "没有及时收到回答，但通知可能已经送达" },
} as const satisfies Record<Reason, unknown>);
