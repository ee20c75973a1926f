import { defineMessages } from "../../messages/define-messages.ts";

export const NTFY_KEYS = defineMessages({
  serverUrl: {
    en: "The server: an http or https address; a path prefix is kept.",
    zh: "服务器：http 或 https 地址，路径前缀会保留。",
  },
  topic: {
    en: "The topic to publish to. Anyone who knows it can read it: make it hard to guess.",
    zh: "发布到的主题。知道它的人都能读到，所以要取得难猜。",
  },
  token: { en: "An access token of the server.", zh: "服务器的访问令牌。" },
  username: { en: "In place of a token, together with password.", zh: "代替令牌，与 password 一起使用。" },
  password: { en: "In place of a token, together with username.", zh: "代替令牌，与 username 一起使用。" },
  priority: {
    en: "From 1, lowest, to 5, highest, for every event; without it each event has its own.",
    zh: "所有事件的优先级，1 最低，5 最高；不写则各事件用自己的优先级。",
  },
  icon: {
    en: "The address of the picture beside the notification; null for none.",
    zh: "通知旁图片的地址；null 表示没有。",
  },
  tags: {
    en: "Tags of the message; ntfy shows known ones as emoji.",
    zh: "消息的标签；ntfy 会把认识的显示为表情。",
  },
  click: {
    en: "The address that a tap on the notification opens.",
    zh: "点按通知时打开的地址。",
  },
  timeoutMs: {
    en: "Milliseconds from connecting to the last byte of the reply.",
    zh: "从连接到收完回复的毫秒数。",
  },
  eventOptions: {
    en: "Priority and icon per event; they take precedence over those above.",
    zh: "按事件设置优先级和图标，优先于上面的设置。",
  },
  "eventOptions.*": { en: "Priority and icon of this event.", zh: "这个事件的优先级和图标。" },
  "eventOptions.*.priority": { en: "From 1, lowest, to 5, highest.", zh: "1 最低，5 最高。" },
  "eventOptions.*.icon": {
    en: "The address of the picture for this event; null for none.",
    zh: "这个事件的图片地址；null 表示没有。",
  },
});
