import { defineMessages } from "./define-messages.ts";

/** What `/notify setup` asks and answers. */
export const setupMessages = defineMessages({
  terminal: { en: "When Pi needs you, in this terminal:", zh: "Pi 需要你时，在这个终端里：" },
  notificationAndBell: { en: "Desktop notification and bell", zh: "桌面通知和响铃" },
  bellOnly: { en: "Bell only", zh: "只响铃" },
  nothingHere: { en: "Nothing", zh: "什么都不做" },
  tmux: {
    en: "Inside tmux, where it does not let notifications through:",
    zh: "在 tmux 里，如果它不放行通知：",
  },
  tmuxAuto: { en: "Write them to the terminal directly (recommended)", zh: "直接写到终端（推荐）" },
  tmuxKeep: { en: "Leave it to the settings of tmux", zh: "按 tmux 的设置来" },
  desktop: { en: "On this computer's desktop:", zh: "在这台电脑的桌面上：" },
  desktopFallback: { en: "When the terminal cannot show it", zh: "终端显示不了时才弹出通知" },
  desktopAlways: { en: "Always", zh: "每次都弹出通知" },
  desktopNo: { en: "Never", zh: "从不" },
  phone: { en: "On your phone, through ntfy:", zh: "通过 ntfy 通知手机：" },
  phoneNo: { en: "No", zh: "不用" },
  phoneKeep: { en: "Keep what is set up", zh: "保留现有设置" },
  phonePublic: { en: "Yes, over ntfy.sh", zh: "用 ntfy.sh" },
  phoneShow: { en: "Keep it and show the QR code again", zh: "保留，并再次显示二维码" },
  phoneReplacePublic: { en: "Replace it by a new topic on ntfy.sh", zh: "换成 ntfy.sh 上的新主题" },
  phoneReplaceOwn: { en: "Replace it by a new topic on a server of my own", zh: "换成我自己服务器上的新主题" },
  phoneOwn: { en: "Yes, over a server of my own", zh: "用我自己的服务器" },
  serverUrl: { en: "Address of your ntfy server", zh: "你的 ntfy 服务器地址" },
  serverUrlWrong: {
    en: "Write http:// or https:// and the server, with no user, query or fragment",
    zh: "请写 http:// 或 https:// 加服务器，不要带用户名、查询或片段",
  },
  webhook: { en: "To a chat or another service:", zh: "发到聊天群或其他服务：" },
  webhookNo: { en: "No", zh: "不用" },
  webhookKeep: { en: "Keep what is set up", zh: "保留现有设置" },
  webhookOwnJson: { en: "A webhook of my own (JSON)", zh: "我自己的 webhook（JSON）" },
  hookUrl: {
    en: "Address of the webhook; $NAME takes it from the environment",
    zh: "webhook 的地址；写 $NAME 就从环境变量读取",
  },
  hookUrlWrong: {
    en: "Write an http:// or https:// address, or $NAME",
    zh: "请写 http:// 或 https:// 开头的地址，或 $NAME",
  },
  serviceKey: { en: "{key}; $NAME takes it from the environment", zh: "{key}；写 $NAME 就从环境变量读取" },
  serviceKeyWrong: { en: "Must not be empty", zh: "不能为空" },
  secret: {
    en: "Signing secret, if the robot has one; Enter for none; $NAME takes it from the environment",
    zh: "签名密钥（加签）；没有就直接按 Enter；写 $NAME 就从环境变量读取",
  },
  controlCharacters: { en: "Must not contain control characters", zh: "不能含有控制字符" },
  withExample: { en: "{question}, for example {example}", zh: "{question}，例如 {example}" },
  askAgain: { en: "{question} — {whatIsWrong}", zh: "{question} — {whatIsWrong}" },
  write: { en: "Change {file} like this?", zh: "要这样修改 {file} 吗？" },
  writeNew: { en: "Write {file} like this?", zh: "要这样写 {file} 吗？" },
  nothingToChange: {
    en: "Everything is set up like that already; nothing was changed.",
    zh: "已经是这样设置的，什么都没改。",
  },
  cancelled: { en: "Nothing was changed.", zh: "什么都没改。" },
  broken: {
    en: "{file} is not valid JSON, so setup leaves it alone. Fix it (/notify doctor names the place), then run setup again.",
    zh: "{file} 不是有效的 JSON，setup 不会动它。请先改好（/notify doctor 会指出位置），再运行 setup。",
  },
  changedMeanwhile: {
    en: "The file was changed in the meantime; nothing was written. Run setup again.",
    zh: "文件刚刚被改动过，没有写入。请再运行一次 setup。",
  },
  notWritten: {
    en: "The file could not be written; nothing was changed. Check the permissions of its folder.",
    zh: "文件写不进去，什么都没改。请检查文件夹的权限。",
  },
  written: { en: "Written: {path}", zh: "已写入：{path}" },
  subscribe: {
    en: "Scan this with your phone, or subscribe to the topic {topic} in the ntfy app:",
    zh: "用手机扫码，或在 ntfy 应用里订阅主题 {topic}：",
  },
  subscribeByName: {
    en: "Subscribe to the topic {topic} in the ntfy app:",
    zh: "在 ntfy 应用里订阅主题 {topic}：",
  },
  tooSmallForCode: {
    en: "This window is too small for the QR code. Enlarge it to {rows} rows and run /notify setup again to see it.",
    zh: "窗口太小，放不下二维码。请把窗口调到 {rows} 行以上，再运行一次 /notify setup 查看。",
  },
  subscribed: { en: "Done, send a test", zh: "好了，发送测试" },
  subscribedTo: { en: "Topic for your phone: {topic}", zh: "手机订阅的主题：{topic}" },
  inForce: { en: "The new settings are in force.", zh: "新设置已生效。" },
  inForceLater: {
    en: "Pi is working. The new settings take effect when it has finished.",
    zh: "Pi 正在工作，等它完成后新设置才会生效。",
  },
  typeReload: {
    en: "Pi did not reload. Type /reload to put the new settings into effect.",
    zh: "Pi 没有重新加载。请输入 /reload，让新设置生效。",
  },
  testSent: { en: "A test was sent:", zh: "已发送测试：" },
  noDialogs: {
    en: "/notify setup asks questions, and this mode of Pi has no dialogs.",
    zh: "/notify setup 要提问，而 Pi 的这个模式没有对话框。",
  },
});

/** The first question, asked before a language is chosen, so it stands in both. */
export const LANGUAGE_QUESTION = "Language / 语言";
export const LANGUAGE_ANSWERS = {
  auto: "Automatic, by the locale / 自动，按系统语言",
  en: "English",
  "zh-CN": "简体中文",
} as const;
