import { defineMessages } from "../../messages/define-messages.ts";

export const WEBHOOK_KEYS = defineMessages({
  url: {
    en: "Where the JSON is posted: a whole http or https address.",
    zh: "JSON 发往哪里：完整的 http 或 https 地址。",
  },
  template: {
    en: "The JSON to post, with {{placeholders}} in its texts; without it, an object of all placeholders.",
    zh: "要发送的 JSON，文本中可用 {{占位符}}；不写就是包含全部占位符的对象。",
  },
  preset: {
    en: "Instead of a template: the format of this service.",
    zh: "代替模板：这个服务要求的格式。",
  },
  telegram: {
    en: "What the preset telegram needs besides the address.",
    zh: "预设 telegram 除地址外还需要的内容。",
  },
  "telegram.chatId": {
    en: "The chat to write to: its id, or the public name of a channel.",
    zh: "发到哪个聊天：聊天 ID，或频道的公开名称。",
  },
  bark: { en: "What the preset bark needs besides the address.", zh: "预设 bark 除地址外还需要的内容。" },
  "bark.deviceKey": {
    en: "The device's key, if it is not in the address.",
    zh: "设备的 key；地址里没有时才需要。",
  },
  gotify: { en: "What the preset gotify needs besides the address.", zh: "预设 gotify 除地址外还需要的内容。" },
  "gotify.token": {
    en: "The application's token, if neither the address nor a header has it.",
    zh: "应用的令牌；地址和请求头里都没有时才需要。",
  },
  pushover: {
    en: "What the preset pushover needs besides the address.",
    zh: "预设 pushover 除地址外还需要的内容。",
  },
  "pushover.token": { en: "The application's token.", zh: "应用的令牌。" },
  "pushover.user": { en: "The key of the user, or of a group.", zh: "用户或群组的 key。" },
  headers: {
    en: "Further headers of the request.",
    zh: "其他请求头。",
  },
  secret: {
    en: "Signs each request: by Standard Webhooks, or by the preset's own scheme.",
    zh: "为每个请求签名：按 Standard Webhooks，或按预设服务自己的方案。",
  },
  timeoutMs: {
    en: "Milliseconds from connecting to the last byte of the reply.",
    zh: "从连接到收完回复的毫秒数。",
  },
});
