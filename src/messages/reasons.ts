import type { ExpiryReason, SkipReason, TimeoutReason } from "../notices/outcome.ts";
import { defineMessages, type Sentence } from "./define-messages.ts";

/** Every reason of an outcome that has a fixed name, as a clause that explains it. */
export const REASON_MESSAGES = defineMessages({
  disabled: { en: "it is switched off in the configuration", zh: "配置里关闭了它" },
  subagent: {
    en: "this Pi is run by a subagent, and only its parent tells",
    zh: "这个 Pi 由子代理运行，只有父会话通知",
  },
  "not-configured": { en: "its configuration cannot be used", zh: "它的配置无法使用" },
  "not-subscribed": { en: "it does not tell this event", zh: "它不通知这个事件" },
  mode: { en: "it does not work in this mode of Pi", zh: "它不支持 Pi 的这种模式" },
  unsupported: { en: "this terminal shows no such notification", zh: "这里显示不了这种通知" },
  "not-needed": { en: "the terminal's own notification tells it already", zh: "终端自己的通知已经够了" },
  "policy-unknown": {
    en: "tmux did not say in time whether it lets it through",
    zh: "tmux 没有及时回答是否放行",
  },
  "passthrough-off": { en: "tmux's allow-passthrough is off", zh: "tmux 的 allow-passthrough 是关闭的" },
  "pane-hidden": { en: "no tmux client shows this pane", zh: "没有 tmux 客户端显示这个分屏" },
  "span-closed": { en: "the dialog was over first", zh: "对话框先结束了" },
  "new-run": { en: "a new run began first", zh: "新的运行先开始了" },
  answered: { en: "you were at the keyboard", zh: "你正在用键盘" },
  "session-ended": { en: "the session ended first", zh: "会话先结束了" },
  "prepare-timeout": { en: "it was not ready in time", zh: "没有及时准备好" },
  "no-answer": { en: "no answer in time; it may have arrived all the same", zh: "没有及时收到回答；也许已经送达" },
} satisfies Readonly<Record<SkipReason | ExpiryReason | TimeoutReason, Sentence>>);
