import type { Language } from "../../notices/event-table.ts";

/** What `/notify setup` says, in one language. */
export interface SetupWords {
  readonly terminal: string;
  readonly notificationAndBell: string;
  readonly bellOnly: string;
  readonly nothingHere: string;
  readonly phone: string;
  readonly phoneNo: string;
  readonly phoneKeep: string;
  readonly phonePublic: string;
  readonly phoneOwn: string;
  readonly serverUrl: string;
  readonly serverUrlWrong: string;
  readonly webhook: string;
  readonly webhookNo: string;
  readonly webhookKeep: string;
  readonly webhookOwnJson: string;
  readonly hookUrl: string;
  readonly hookUrlWrong: string;
  readonly serviceKey: (key: string) => string;
  readonly serviceKeyWrong: string;
  readonly write: (file: string) => string;
  readonly writeNew: (file: string) => string;
  readonly nothingToChange: string;
  readonly cancelled: string;
  readonly broken: (file: string) => string;
  readonly changedMeanwhile: string;
  readonly notWritten: string;
  readonly written: (path: string) => string;
  readonly subscribe: (topic: string) => string;
  readonly testSent: string;
  readonly reloadLater: string;
  readonly noDialogs: string;
}

export const SETUP_WORDS: Readonly<Record<Language, SetupWords>> = {
  en: {
    terminal: "When Pi needs you, in this terminal:",
    notificationAndBell: "Desktop notification and bell",
    bellOnly: "Bell only",
    nothingHere: "Nothing",
    phone: "On your phone, through ntfy:",
    phoneNo: "No",
    phoneKeep: "Keep what is set up",
    phonePublic: "Yes, over ntfy.sh",
    phoneOwn: "Yes, over a server of my own",
    serverUrl: "Address of your ntfy server",
    serverUrlWrong: "Write http:// or https:// and the server, with no user, query or fragment",
    webhook: "To a chat or another service:",
    webhookNo: "No",
    webhookKeep: "Keep what is set up",
    webhookOwnJson: "A webhook of my own (JSON)",
    hookUrl: "Address of the webhook; $NAME takes it from the environment",
    hookUrlWrong: "Write an http:// or https:// address, or $NAME",
    serviceKey: (key) => `${key}; $NAME takes it from the environment`,
    serviceKeyWrong: "Must not be empty",
    write: (file) => `Change ${file} like this?`,
    writeNew: (file) => `Write ${file} like this?`,
    nothingToChange: "Everything is set up like that already; nothing was changed.",
    cancelled: "Nothing was changed.",
    broken: (file) =>
      `${file} is no valid JSON and setup leaves it alone; mend it (/notify status names the place), then run setup again.`,
    changedMeanwhile: "The file was changed in the meantime; nothing was written. Run setup again.",
    notWritten: "The file could not be written; nothing was changed. Check the permissions of its folder.",
    written: (path) => `Written: ${path}`,
    subscribe: (topic) => `Subscribe in the ntfy app to the topic ${topic}, or scan:`,
    testSent: "A test was sent:",
    reloadLater: "Pi is at work: type /reload when it has finished, and the new set-up is in force.",
    noDialogs: "/notify setup asks questions, and this mode of Pi has no dialogs.",
  },
  "zh-CN": {
    terminal: "Pi 需要你时，在这个终端里：",
    notificationAndBell: "桌面通知和响铃",
    bellOnly: "只响铃",
    nothingHere: "什么都不做",
    phone: "通过 ntfy 通知手机：",
    phoneNo: "不用",
    phoneKeep: "保留现有设置",
    phonePublic: "用 ntfy.sh",
    phoneOwn: "用我自己的服务器",
    serverUrl: "你的 ntfy 服务器地址",
    serverUrlWrong: "请写 http:// 或 https:// 加服务器，不要带用户名、查询或片段",
    webhook: "发到聊天群或其他服务：",
    webhookNo: "不用",
    webhookKeep: "保留现有设置",
    webhookOwnJson: "我自己的 webhook（JSON）",
    hookUrl: "webhook 的地址；写 $NAME 就从环境变量读取",
    hookUrlWrong: "请写 http:// 或 https:// 开头的地址，或 $NAME",
    serviceKey: (key) => `${key}；写 $NAME 就从环境变量读取`,
    serviceKeyWrong: "不能为空",
    write: (file) => `要这样修改 ${file} 吗？`,
    writeNew: (file) => `要这样写 ${file} 吗？`,
    nothingToChange: "已经是这样设置的，什么都没改。",
    cancelled: "什么都没改。",
    broken: (file) => `${file} 不是有效的 JSON，setup 不动它；请先改好（/notify status 会指出位置），再运行 setup。`,
    changedMeanwhile: "文件刚刚被改动过，没有写入。请再运行一次 setup。",
    notWritten: "文件写不进去，什么都没改。请检查文件夹的权限。",
    written: (path) => `已写入：${path}`,
    subscribe: (topic) => `在 ntfy 应用里订阅主题 ${topic}，或扫码：`,
    testSent: "已发送测试：",
    reloadLater: "Pi 正在工作：等它结束后输入 /reload，新设置就会生效。",
    noDialogs: "/notify setup 要提问，而 Pi 的这个模式没有对话框。",
  },
};
