import { defineMessages } from "./define-messages.ts";

/** What `/notify trust` answers. It shows no text of the file that might be a secret, and no more of an address than its host (R15). */
export const trustMessages = defineMessages({
  approved: {
    en: "Approved, as .pi/pi-notify.json is now:",
    zh: "已批准 .pi/pi-notify.json 现在的内容：",
  },
  next: {
    en: "/reload applies it. If the file changes, it must be approved again. /notify trust off dismisses the approval.",
    zh: "输入 /reload 后生效。文件改变后需要重新批准；/notify trust off 可以撤回批准。",
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
  valueOf: { en: "{key} ({channel}): {value}", zh: "{key}（{channel}）：{value}" },
  more: { en: "and {count} more", zh: "另有 {count} 项" },
  emptyList: { en: "an empty list", zh: "空列表" },
  emptyObject: { en: "an empty object", zh: "空对象" },
  text: { en: "a text", zh: "一段文本" },
  textReading: { en: "a text, with {variables} of the environment", zh: "一段文本，含环境变量 {variables}" },
  addressReading: { en: "{host}, with {variables} of the environment", zh: "{host}，含环境变量 {variables}" },
});
