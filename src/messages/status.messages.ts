import { defineMessages } from "./define-messages.ts";

/** What `/notify status` and `/notify test` say. */
export const statusMessages = defineMessages({
  on: { en: "pi-notify on, language {language}, mode {mode}", zh: "pi-notify 已启用，语言 {language}，模式 {mode}" },
  off: { en: "pi-notify off, language {language}, mode {mode}", zh: "pi-notify 已关闭，语言 {language}，模式 {mode}" },
  terminal: { en: "Terminal: {name}, {protocol}", zh: "终端：{name}，{protocol}" },
  terminalConfigured: { en: "Terminal: {protocol}, by {name}", zh: "终端：{protocol}，依据 {name}" },
  terminalUnknown: {
    en: "Terminal: not recognised, so {protocol} is tried",
    zh: "终端：没有识别出来，尝试 {protocol}",
  },
  terminalNone: { en: "Terminal: {name}, which shows no notifications", zh: "终端：{name}，不能显示通知" },
  multiplexer: { en: "Multiplexer: {name}", zh: "多路复用器：{name}" },
  multiplexerByTerm: {
    en: "Multiplexer: {name}, known by TERM only, so it cannot be asked",
    zh: "多路复用器：{name}，只能从 TERM 看出，没法询问",
  },
  multiplexerNone: { en: "Multiplexer: not inside tmux", zh: "多路复用器：不在 tmux 里" },
  tmuxSilent: { en: "Multiplexer: tmux, which does not answer", zh: "多路复用器：tmux，没有回答" },
  tmuxVisible: {
    en: "Multiplexer: tmux, allow-passthrough {passthrough}, pane visible",
    zh: "多路复用器：tmux，allow-passthrough {passthrough}，分屏可见",
  },
  tmuxHidden: {
    en: "Multiplexer: tmux, allow-passthrough {passthrough}, pane hidden",
    zh: "多路复用器：tmux，allow-passthrough {passthrough}，分屏不可见",
  },
  noChannel: { en: "No channel is configured.", zh: "没有配置任何渠道。" },
  channel: { en: "{id}: {state}; last: {last}", zh: "{id}：{state}；上次：{last}" },
  builtIn: { en: "{id} (built in)", zh: "{id}（内置）" },
  channelFailing: { en: "{id}: {state}; outage, last: {last}", zh: "{id}：{state}；故障，上次：{last}" },
  channelInOutage: {
    en: "{id}: {state}; outage: {outage}; last: {last}",
    zh: "{id}：{state}；故障：{outage}；上次：{last}",
  },
  ready: { en: "{what}, ready", zh: "{what}，就绪" },
  wouldBeSkipped: { en: "{what}, would be skipped ({reason})", zh: "{what}，会被跳过（{reason}）" },
  silentInMode: { en: "{what}, silent in mode {mode}", zh: "{what}，在 {mode} 模式下不通知" },
  noAnswer: { en: "{what}, gives no answer", zh: "{what}，没有回答" },
  unusable: { en: "{type}, {reason}", zh: "{type}，{reason}" },
  lastNone: { en: "nothing yet", zh: "还没有" },
  last: { en: "{event} {outcome}", zh: "{event} {outcome}" },

  fault: { en: "Fault: {warning}", zh: "配置有误：{warning}" },
  nextTest: {
    en: "Next: /notify test shows whether notifications arrive.",
    zh: "下一步：/notify test 看看能否收到通知。",
  },
  nextDoctor: { en: "Next: /notify doctor says what to type.", zh: "下一步：/notify doctor 会说明该输入什么。" },
  nextSetup: { en: "Next: /notify setup adds a channel.", zh: "下一步：用 /notify setup 添加渠道。" },
  nextTrust: {
    en: "Next: /notify trust shows and approves the project file.",
    zh: "下一步：用 /notify trust 查看并批准项目文件。",
  },

  testLabel: { en: "/notify test", zh: "/notify test：测试通知" },
  testOutcome: { en: "{id}: {outcome}", zh: "{id}：{outcome}" },
  noSuchChannel: { en: "No such channel. Configured: {channels}", zh: "没有这个渠道。已配置：{channels}" },
  none: { en: "none", zh: "无" },
});

/** What became of a project's own file; `/notify status` and `/notify config` show it. */
export const projectFileMessages = defineMessages({
  line: { en: "Project file: {state}", zh: "项目文件：{state}" },
  absent: { en: "not there", zh: "不存在" },
  untrusted: { en: "not read, because Pi does not trust this folder", zh: "没有读取，因为 Pi 不信任这个文件夹" },
  refused: { en: "nothing in it counts", zh: "其中没有任何内容生效" },
  changed: { en: "its approval has changed; /reload applies that", zh: "批准有变动，/reload 后生效" },
  waiting: {
    en: "unapproved, only what needs no approval counts; /notify trust for {keys}",
    zh: "未批准，只有无需批准的部分生效；{keys} 需要 /notify trust",
  },
  byPi: {
    en: "counts, because Pi has recorded that this folder is trusted",
    zh: "生效，因为 Pi 已记录信任这个文件夹",
  },
  byNotify: { en: "counts, approved with /notify trust", zh: "生效，已用 /notify trust 批准" },
  byNone: { en: "counts, asks for nothing that would need approval", zh: "生效，其中没有需要批准的内容" },
  notRecorded: {
    en: "The approval could not be recorded: is Pi's agent directory writable? Nothing has changed.",
    zh: "没能记录批准：Pi 的 agent 文件夹可以写入吗？什么都没有改变。",
  },
  notRecordedCode: {
    en: "The approval could not be recorded ({code}): is Pi's agent directory writable? Nothing has changed.",
    zh: "没能记录批准（{code}）：Pi 的 agent 文件夹可以写入吗？什么都没有改变。",
  },
});
