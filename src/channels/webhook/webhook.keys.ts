import type { KeyNotes } from "../key-note.ts";

export const WEBHOOK_KEYS: KeyNotes = {
  url: {
    en: "Where the JSON is posted: a whole http or https address.",
    "zh-CN": "JSON 发往哪里：完整的 http 或 https 地址。",
  },
  template: {
    en: "The JSON to post, with {{placeholders}} in its texts; without it, an object of all placeholders.",
    "zh-CN": "要发送的 JSON，文本中可用 {{占位符}}；不写就是包含全部占位符的对象。",
  },
  preset: {
    en: "In place of a template: the form that this service wants.",
    "zh-CN": "代替模板：这个服务要求的格式。",
  },
  headers: {
    en: "Further headers of the request.",
    "zh-CN": "请求的其他头部。",
  },
  secret: {
    en: "Signs each request: by Standard Webhooks, or by the preset's own scheme.",
    "zh-CN": "为每个请求签名：按 Standard Webhooks，或按预设服务自己的方案。",
  },
  timeoutMs: {
    en: "Milliseconds from connecting to the last byte of the reply.",
    "zh-CN": "从连接到收完回复的毫秒数。",
  },
};
