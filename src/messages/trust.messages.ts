import { defineMessages } from "./define-messages.ts";

/** What `/notify trust` shows, asks and answers. It shows no text of the file that might be a secret, and no more of an address than its host (R15). */
export const trustMessages = defineMessages({
  question: { en: "Approve .pi/pi-notify.json of this folder?", zh: "批准这个文件夹的 .pi/pi-notify.json？" },
  questionPage: {
    en: "Approve .pi/pi-notify.json of this folder? Page {page} of {pages}",
    zh: "批准这个文件夹的 .pi/pi-notify.json？第 {page} 页，共 {pages} 页",
  },
  further: { en: "Show page {page} of {pages}", zh: "看第 {page} 页，共 {pages} 页" },
  refuse: { en: "No, approve nothing", zh: "不，什么都不批准" },
  agree: { en: "Yes, approve exactly this", zh: "是，就批准这些内容" },

  hosts: { en: "It leads to:", zh: "它会连到：" },
  noHosts: { en: "It leads to no other address.", zh: "其中没有别的地址。" },
  host: { en: "{host} by {key}", zh: "{host}，来自 {key}" },
  hostByDefault: { en: "{host} by default, for {key}", zh: "{host}（默认值），用于 {key}" },
  hostUnknown: {
    en: "!! UNKNOWN ADDRESS: {variables} decides where {key} leads",
    zh: "!! 地址未知：{key} 连到哪里，由 {variables} 决定",
  },
  hostPossible: { en: "possibly {host}", zh: "可能是 {host}" },
  variables: { en: "It reads from your environment: {variables}", zh: "它会读取你的环境变量：{variables}" },
  noVariables: { en: "It reads nothing from your environment.", zh: "它不读取环境变量。" },
  values: { en: "It sets:", zh: "它会设置：" },

  tooMuch: {
    en: "Nothing is approved: .pi/pi-notify.json changes too much to be checked by a person. Make it shorter.",
    zh: "没有批准：.pi/pi-notify.json 改动太多，人没法核对。请把它改短。",
  },
  approved: {
    en: "Approved. /reload applies .pi/pi-notify.json. If it changes, it must be approved again; /notify trust off withdraws the approval.",
    zh: "已批准。输入 /reload 后 .pi/pi-notify.json 生效。文件改变后需要重新批准；/notify trust off 可以撤回批准。",
  },
  refused: { en: "Nothing was approved.", zh: "没有批准任何内容。" },
  changedMeanwhile: {
    en: "Nothing was approved: .pi/pi-notify.json has changed since it was shown. /notify trust shows it as it is now.",
    zh: "没有批准：.pi/pi-notify.json 在显示之后改变了。输入 /notify trust 查看现在的内容。",
  },
  typeYes: {
    en: "/notify trust yes approves exactly this.",
    zh: "输入 /notify trust yes 就批准以上内容。",
  },
  nothingToApprove: {
    en: "Nothing in .pi/pi-notify.json needs approval; all of it counts already.",
    zh: ".pi/pi-notify.json 里没有需要批准的内容，全部已经生效。",
  },
  untrusted: {
    en: "Pi does not trust this folder, so its .pi/pi-notify.json is not read; /trust comes first.",
    zh: "Pi 不信任这个文件夹，因此没有读取它的 .pi/pi-notify.json；请先输入 /trust。",
  },
  absent: {
    en: "This folder has no .pi/pi-notify.json; there is nothing to approve.",
    zh: "这个文件夹没有 .pi/pi-notify.json，没有要批准的内容。",
  },
  byPi: {
    en: "Pi has recorded that this folder is trusted, so all of .pi/pi-notify.json counts.",
    zh: "Pi 已记录信任这个文件夹，因此 .pi/pi-notify.json 全部生效。",
  },
  asItIs: { en: ".pi/pi-notify.json is approved as it is.", zh: ".pi/pi-notify.json 现在的内容已经批准。" },
  withdrawn: { en: "The approval is withdrawn; /reload applies that.", zh: "批准已撤回，输入 /reload 后生效。" },
  notApproved: {
    en: "Nothing in this folder was approved with /notify trust.",
    zh: "这个文件夹没有用 /notify trust 批准过的内容。",
  },

  value: { en: "{key}: {value}", zh: "{key}：{value}" },
  keyOf: { en: "{key} ({channel})", zh: "{key}（{channel}）" },
  emptyList: { en: "an empty list", zh: "空列表" },
  emptyObject: { en: "an empty object", zh: "空对象" },
  text: { en: "a text", zh: "一段文本" },
  textReading: { en: "a text, with {variables} of the environment", zh: "一段文本，含环境变量 {variables}" },
  addressReading: { en: "{host}, with {variables} of the environment", zh: "{host}，含环境变量 {variables}" },
});
