import { defineMessages } from "./define-messages.ts";

/** What the commands are for, by command. Completion and both READMEs show these. */
export const commandMessages = defineMessages({
  notify: { en: "Notifications: {usage}", zh: "通知：{usage}" },
  usage: { en: "Usage: /notify {usage}", zh: "用法：/notify {usage}" },
  status: {
    en: "Show what was detected and the last outcome of each channel",
    zh: "显示检测到的环境和各渠道最近一次的结果",
  },
  test: {
    en: "Send a real notification through every channel or the one named",
    zh: "通过所有渠道或指定的渠道发送一条真实通知",
  },
  doctor: {
    en: "Find out what is wrong here, what it causes and what to type",
    zh: "检查这里有什么问题、有什么影响、该输入什么",
  },
  config: {
    en: "Show which files are used and every value in force, without secrets",
    zh: "显示用到的文件和所有生效的值，不含密钥",
  },
  why: {
    en: "Explain step by step what became of the last runs and dialogs",
    zh: "逐步说明最近几轮任务和对话框的来龙去脉",
  },
  export: { en: "Write the trace of this session to a JSON file", zh: "把本次会话的轨迹写入 JSON 文件" },
  visualize: {
    en: "Write a page that shows the statecharts and replays this session",
    zh: "生成一个网页，展示状态图并回放本次会话",
  },
  "visualize live": {
    en: "Write the same page and follow this session in a browser on this machine",
    zh: "生成同样的网页，并在本机浏览器里实时跟随本次会话",
  },
  setup: { en: "Choose language and channels, then see a test arrive", zh: "选择语言和渠道，并当场收到一条测试通知" },
  trust: {
    en: "Show what this project's file would change and approve it",
    zh: "显示本项目的文件会改变什么，并批准它",
  },
  "trust yes": {
    en: "Show and approve this project's file where Pi has no dialogs",
    zh: "在 Pi 没有对话框的模式下，显示并批准本项目的文件",
  },
  "trust off": { en: "Withdraw the approval of this project's file", zh: "撤回对本项目文件的批准" },
});
