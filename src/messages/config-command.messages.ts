import { defineMessages } from "./define-messages.ts";

/** What `/notify config` says. */
export const configCommandMessages = defineMessages({
  globalFile: { en: "Global file: {path}, {state}", zh: "全局文件：{path}，{state}" },
  projectFile: { en: "Project file: {path}, {state}", zh: "项目文件：{path}，{state}" },
  "global absent": { en: "not there", zh: "不存在" },
  "global unusable": { en: "nothing in it counts", zh: "其中没有任何内容生效" },
  "global read": { en: "counts", zh: "生效" },
  inForce: {
    en: "In force, with where it comes from; /reload reads the files again:",
    zh: "生效的值及其来源如下；/reload 会重新读取文件：",
  },
  noChannel: { en: "No channel is configured.", zh: "没有配置任何渠道。" },
  channel: { en: "channel {id}", zh: "渠道 {id}" },
  channelOff: {
    en: "channel {id} (switched off: a variable that it needs is not set)",
    zh: "渠道 {id}（已关闭：缺少它需要的变量）",
  },
  key: { en: "{key}: {value} ({origin})", zh: "{key}：{value}（{origin}）" },
  default: { en: "default", zh: "默认" },
  both: { en: "{one} and {other}", zh: "{one} 和 {other}" },
  set: { en: "set", zh: "已设置" },
  none: { en: "none", zh: "无" },
});
