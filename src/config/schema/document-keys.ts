import { defineMessages } from "../../messages/define-messages.ts";

/** The keys of the file itself; those of a channel's own part stand beside its schema. */
export const DOCUMENT_KEYS = defineMessages({
  $schema: {
    en: "Where an editor finds this schema; pi-notify does not read it.",
    zh: "编辑器从哪里找到这个 schema；pi-notify 不读它。",
  },
  $comment: { en: "A note to yourself; pi-notify does not read it.", zh: "写给自己的备注；pi-notify 不读它。" },
  version: { en: "The version of this format.", zh: "本格式的版本。" },
  enabled: { en: "Everything, on or off.", zh: "总开关。" },
  language: {
    en: "The language of the notifications; auto follows the locale.",
    zh: "通知的语言；auto 跟随 locale。",
  },
  content: { en: "The lines of a notification below its title.", zh: "标题之外，通知里写哪些内容。" },
  "content.project": { en: "The last part of the working directory.", zh: "当前文件夹的名称。" },
  "content.session": { en: "Pi's session name, if you gave one.", zh: "Pi 的会话名（如果你起了名）。" },
  "content.host": { en: "The host's name.", zh: "主机名。" },
  "content.location": { en: "Session, window and pane in tmux.", zh: "在 tmux 中的会话、窗口和分屏。" },
  "content.duration": { en: "How long the run took.", zh: "运行用了多久。" },
  "content.promptTitle": { en: "The title of the dialog that waits for you.", zh: "正在等待的对话框的标题。" },
  "content.fullPath": { en: "The whole working directory.", zh: "当前文件夹的完整路径。" },
  "content.details": { en: "The ids of tmux and of Pi's session.", zh: "tmux 和 Pi 会话的 ID。" },
  titles: { en: "Titles of your own, by event.", zh: "按事件自定义标题。" },
  "titles.*": { en: "The title of this event's notifications.", zh: "这个事件的通知标题。" },
  herdr: {
    en: "Whether programs such as herdr are informed on Pi's bus that a dialog waits for you.",
    zh: "有对话框在等你时，通过 Pi 的事件总线告诉 herdr 一类的程序。",
  },
  "herdr.enabled": {
    en: "On or off, independent of `enabled`.",
    zh: "是否告诉它们，与 `enabled` 无关。",
  },
  prompts: { en: "Which dialogs are announced.", zh: "哪些对话框要通知。" },
  "prompts.notify": {
    en: "during-run: dialogs while Pi works; always: also those that you open yourself.",
    zh: "during-run：Pi 工作期间的对话框；always：你自己打开的也算。",
  },
  "prompts.graceMs": {
    en: "A dialog that closes within this many milliseconds is not announced.",
    zh: "在这么多毫秒内关闭的对话框不通知。",
  },
  attention: { en: "When to notify, and when not.", zh: "什么时候通知，什么时候不通知。" },
  "attention.childProcesses": {
    en: "silent: a Pi that runs as a subagent sends no notifications; or notify.",
    zh: "silent：子代理运行的 Pi 不发通知；或 notify。",
  },
  "attention.backgroundWork": {
    en: "hold: the notification that Pi has settled waits until its background subagents are done; or ignore.",
    zh: "hold：后台子代理全部结束后，才通知 Pi 完成了本轮任务；或 ignore。",
  },
  "attention.backgroundWorkMaxMs": {
    en: "The longest such wait, in milliseconds.",
    zh: "最多等多少毫秒。",
  },
  trace: { en: "What the session records about its notifications.", zh: "会话保留多少通知的经过。" },
  "trace.keep": {
    en: "How many runs, dialogs and other notices are kept for /notify why, at most 1000; 0 records nothing.",
    zh: "/notify why 能回看多少次运行、对话框和其他通知，最多 1000；0 表示不记录。",
  },
  channels: {
    en: "Where to notify you, at most 50 channels; without this key, terminal notifications and the bell, and on macOS and Linux desktops desktop notifications where the terminal shows none.",
    zh: "通知你的渠道，最多 50 个；不写就是终端通知和响铃，在 macOS 和 Linux 桌面上，终端显示不了时还有桌面通知。",
  },
});

/** What every channel has, whatever its type. */
export const COMMON_CHANNEL_KEYS = defineMessages({
  id: { en: "The channel's name, different for each.", zh: "渠道的名称，各不相同。" },
  type: { en: "What kind of channel it is.", zh: "渠道的类型。" },
  enabled: { en: "This channel, on or off.", zh: "这个渠道的开关。" },
  events: {
    en: "The events that this channel announces; without it, every event that is on by default.",
    zh: "这个渠道通知哪些事件；不写就是默认为开的全部事件。",
  },
  modes: {
    en: "Pi's modes in which this channel works; without it, the ones usual for its type.",
    zh: "在 Pi 的哪些模式下工作；不写就是该类型通常的模式。",
  },
  delayMs: {
    en: "Milliseconds to wait before sending; typing in Pi, a new run or the dialog's end cancels what is still waiting.",
    zh: "先等待的毫秒数；在 Pi 里打字、新的运行、对话框结束都会取消仍在等待的通知。",
  },
  withdraw: {
    en: "For `osc` only: close the notification when the dialog is answered, you type, or a new run begins. OSC 99 only; kitty from 0.36.",
    zh: "仅 `osc`：对话框已答复、你开始打字或新的运行开始时，关掉已显示的通知。仅限 OSC 99；kitty 需 0.36 或更新。",
  },
});
