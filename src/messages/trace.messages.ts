import { defineMessages, type MessageOf } from "./define-messages.ts";

/** What a run, a dialog or a delivery did in one step, for `/notify why`. */
export const stepMessages = defineMessages({
  runBegan: { en: "the run began", zh: "一轮任务开始" },
  runFailed: { en: "the agent stopped with an error", zh: "代理因错误停止" },
  runStopped: { en: "the agent was stopped", zh: "代理被中止" },
  runSettled: { en: "the run settled", zh: "本轮任务结束" },
  runSettledHeld: { en: "the run settled; its notification is held", zh: "本轮任务结束，通知暂缓发送" },
  runSuperseded: {
    en: "a new run began: what has not been sent is dropped",
    zh: "新一轮任务开始：尚未发出的通知作废",
  },
  wouldHold: { en: "{why}: its notification would be held", zh: "{why}：本轮的通知届时会暂缓" },
  holds: { en: "{why}: what has not been sent is held", zh: "{why}：尚未发出的通知暂缓" },
  nothingHolds: { en: "nothing holds it any more", zh: "不再需要暂缓" },
  released: { en: "nothing holds it any more: held notifications continue", zh: "不再需要暂缓：继续发送" },
  waitedLongEnough: {
    en: "subagents still work, but the longest wait for them is over: held notifications continue",
    zh: "子代理仍在工作，但等待已到上限：继续发送",
  },
  /** Why a run is held. */
  dialogAndSubagents: {
    en: "a dialog is open, and subagents work in the background",
    zh: "有对话框打开，并有子代理在后台工作",
  },
  dialogIsOpen: { en: "a dialog is open", zh: "有对话框打开" },
  subagentsWork: { en: "subagents work in the background", zh: "有子代理在后台工作" },
  dialogOrSubagents: {
    en: "a dialog is open, or subagents work in the background",
    zh: "有对话框打开，或有子代理在后台工作",
  },

  dialogOpened: { en: "a dialog opened", zh: "对话框打开" },
  dialogUnwatched: { en: "a dialog opened that nothing waits for", zh: "对话框打开，但没有任务在等它" },
  dialogWaited: { en: "something waits for the dialog now", zh: "现在有任务在等这个对话框" },
  runWaits: { en: "a run began and waits for the dialog", zh: "新一轮任务开始，并在等这个对话框" },
  dialogAnnounced: { en: "the dialog is still open: a notification is due", zh: "对话框仍未关闭：该发通知了" },
  dialogClosed: { en: "the dialog closed", zh: "对话框关闭" },
  overtaken: {
    en: "another run began: what has not been sent is dropped",
    zh: "另一轮任务开始：尚未发出的通知作废",
  },
  dropped: { en: "what has not been sent is dropped", zh: "尚未发出的通知作废" },
  sessionEnded: { en: "the session ended", zh: "会话结束" },
  sessionEndedDropped: {
    en: "the session ended: what has not been sent is dropped",
    zh: "会话结束：尚未发出的通知作废",
  },

  held: { en: "waiting", zh: "等待" },
  heldByDialog: { en: "waiting for the dialog", zh: "等待对话框关闭" },
  heldBySubagents: { en: "waiting for the subagents", zh: "等待子代理结束" },
  preparing: { en: "checking", zh: "检查" },
  yielding: { en: "waiting for the terminal's notification", zh: "等待终端通知先发" },
  delayRunning: { en: "waiting for its delay", zh: "等待设定的延迟" },
  delayOver: { en: "its delay is over", zh: "延迟结束" },
  delayContinues: { en: "still waiting for its delay", zh: "继续等待延迟" },
  closing: { en: "the session ended: a moment is left to finish", zh: "会话结束：还有片刻可以发完" },
  sends: { en: "sent", zh: "已发出" },

  /** A step that has no words of its own. */
  unnamed: { en: "{event}: {states}", zh: "{event}：{states}" },
});
export type StepMessage = MessageOf<typeof stepMessages>;

/** Why a run or a dialog made no notification. */
export const silenceMessages = defineMessages({
  runAborted: { en: "you stopped the run", zh: "你中止了本轮任务" },
  sessionEndedInRun: { en: "the session ended during the run", zh: "任务还在进行，会话就结束了" },
  closedInGrace: { en: "the dialog closed within its grace time", zh: "对话框在宽限时间内就关闭了" },
  sessionEndedInGrace: {
    en: "the session ended within the dialog's grace time",
    zh: "会话在对话框的宽限时间内结束了",
  },
  silenced: {
    en: "the extension that opened the dialog asked for no notification",
    zh: "打开对话框的扩展要求不通知",
  },
  unwatched: { en: "nothing was waiting for this dialog", zh: "没有任务在等这个对话框" },
});
export type SilenceMessage = MessageOf<typeof silenceMessages>;

/** The lines of `/notify why` around the steps. */
export const storyMessages = defineMessages({
  head: { en: "{time} {name}: {end}", zh: "{time} {name}：{end}" },
  step: { en: "{time} {text}", zh: "{time} {text}" },
  channelStep: { en: "{time} {channel}: {text}", zh: "{time} {channel}：{text}" },
  test: { en: "/notify test ({event})", zh: "/notify test（{event}）" },
  channelEnd: { en: "{channel} {outcome}", zh: "{channel} {outcome}" },
  join: { en: "{one}; {next}", zh: "{one}；{next}" },
  silent: { en: "no notification", zh: "没有通知" },
  silentYet: { en: "no notification yet", zh: "还没有通知" },
  silentBecause: { en: "no notification: {why}", zh: "没有通知：{why}" },
  notOver: { en: "not over yet", zh: "尚未结束" },
  isCut: { en: "(its beginning is no longer kept)", zh: "（开头部分已不再保留）" },

  usage: { en: "Usage: /notify why [n]; n is how many, from 1", zh: "用法：/notify why [n]；n 是条数，从 1 起" },
  notRecorded: {
    en: "Nothing is recorded: trace.keep is 0 in the configuration.",
    zh: "没有记录：配置中 trace.keep 为 0。",
  },
  nothingYet: {
    en: "So far nothing has happened that could make a notification.",
    zh: "到目前为止，还没有发生可能产生通知的事。",
  },
  switchedOff: {
    en: "pi-notify is switched off: `enabled` is false in the configuration.",
    zh: "pi-notify 已关闭：配置中 `enabled` 为 false。",
  },
  noChannel: { en: "No channel is configured.", zh: "没有配置任何渠道。" },
  noChannelWorks: {
    en: "No channel works in mode {mode}; /notify status shows which and why.",
    zh: "在 {mode} 模式下没有渠道可用；/notify status 会说明是哪些、为什么。",
  },
});

/** The lines of `/notify why` about channels that did not work. */
export const outageMessages = defineMessages({
  goesOn: { en: "{channel}: not working since {began}", zh: "{channel}：自 {began} 起无法送达" },
  over: {
    en: "{channel}: not working from {began} to {until}; recovered",
    zh: "{channel}：{began} 至 {until} 无法送达，已恢复",
  },
  beginningIsCut: { en: "before the oldest kept record", zh: "最早的记录之前" },
  because: { en: "{line} ({reason})", zh: "{line}（{reason}）" },
});

/** What is wrong with a trace file, as a clause after its name. None quotes anything of the file. */
export const traceFaultMessages = defineMessages({
  notJson: { en: "is not valid JSON", zh: "不是有效的 JSON" },
  notObject: { en: "is not a JSON object", zh: "不是 JSON 对象" },
  modelTrace: {
    en: "is a sequence of the model's tests and not a trace; pi-notify's test/model/record-trace.ts makes a trace of it",
    zh: "是模型测试的事件序列，不是轨迹；pi-notify 的 test/model/record-trace.ts 可以由它生成轨迹",
  },
  otherFormat: { en: 'is not a trace: its `format` is not "{format}"', zh: '不是轨迹：它的 `format` 不是 "{format}"' },
  otherVersion: { en: "has a `version` other than {version}", zh: "的 `version` 不是 {version}" },
  newerVersion: {
    en: "has a `version` other than {version}: update pi-notify",
    zh: "的 `version` 不是 {version}：请更新 pi-notify",
  },
  damaged: { en: "is damaged: `{place}` does not fit the format", zh: "已损坏：`{place}` 不符合格式" },
  damagedAllOver: { en: "is damaged in too many places to list", zh: "损坏之处太多，无法一一列出" },
});
export type TraceFault = MessageOf<typeof traceFaultMessages>;
