import { defineMessages } from "./define-messages.ts";

/**
 * Why an attempt failed. The id is the reason as outcomes and traces carry it, so it stays as it is once it has been
 * released; the sentences may change. None may hold a secret, a path or the words of a server (R15).
 * Of several ids that fit a reason the first one counts.
 */
export const failureMessages = defineMessages({
  "internal error": { en: "internal error", zh: "内部错误" },

  "connection refused": { en: "connection refused", zh: "连接被拒绝" },
  "connection reset": { en: "connection reset", zh: "连接被重置" },
  "connection closed without a reply": {
    en: "connection closed without a reply",
    zh: "没有收到回复，连接就关闭了",
  },
  "connection timed out": { en: "connection timed out", zh: "连接超时" },
  "no connection in time": { en: "no connection in time", zh: "没能及时建立连接" },
  "host not found": { en: "host not found", zh: "找不到主机" },
  "host unreachable": { en: "host unreachable", zh: "主机不可达" },
  "name lookup failed": { en: "name lookup failed", zh: "域名解析失败" },
  "network unreachable": { en: "network unreachable", zh: "网络不可达" },
  "too many open files": { en: "too many open files", zh: "打开的文件太多" },
  "TLS handshake failed": { en: "TLS handshake failed", zh: "TLS 握手失败" },
  "TLS certificate not accepted": { en: "TLS certificate not accepted", zh: "TLS 证书不受信任" },
  "proxy's TLS certificate not accepted": {
    en: "proxy's TLS certificate not accepted",
    zh: "代理的 TLS 证书不受信任",
  },
  "proxy refused": { en: "proxy refused", zh: "代理拒绝了请求" },
  "proxy closed the connection": { en: "proxy closed the connection", zh: "代理关闭了连接" },
  "proxy setting is not an address": { en: "proxy setting is not an address", zh: "代理设置不是有效的地址" },
  "proxy is neither http nor https": { en: "proxy is neither http nor https", zh: "代理不是 http 或 https 地址" },
  "proxy: {reason}": { en: "proxy: {reason}", zh: "代理：{reason}" },
  "invalid address": { en: "invalid address", zh: "地址无效" },
  "invalid reply": { en: "invalid reply", zh: "回复无效" },
  "reply cut off": { en: "reply cut off", zh: "回复不完整" },
  "header name cannot be sent": { en: "header name cannot be sent", zh: "请求头的名称无法发送" },
  "header value cannot be sent": { en: "header value cannot be sent", zh: "请求头的值无法发送" },
  "HTTP client cannot be loaded": { en: "HTTP client cannot be loaded", zh: "无法加载 HTTP 客户端" },
  "request cannot be sent": { en: "request cannot be sent", zh: "请求无法发送" },
  "request failed": { en: "request failed", zh: "请求失败" },
  "request body over 256 KiB": { en: "request body over 256 KiB", zh: "请求体超过 256 KiB" },
  "not sent": { en: "not sent", zh: "没有发出" },
  aborted: { en: "aborted", zh: "已中止" },

  "redirect refused ({status})": { en: "redirect refused ({status})", zh: "不接受重定向（{status}）" },
  "http {status}, {refusal}": { en: "http {status}, {refusal}", zh: "HTTP {status}，{refusal}" },
  "http {status}": { en: "http {status}", zh: "HTTP {status}" },
  "error {code}": { en: "error {code}", zh: "错误 {code}" },
  error: { en: "error", zh: "服务返回错误" },
  "refused by pushover: token not valid": {
    en: "refused by pushover: token not valid",
    zh: "被 pushover 拒绝：token 无效",
  },
  "refused by pushover: user not valid": {
    en: "refused by pushover: user not valid",
    zh: "被 pushover 拒绝：user 无效",
  },
  "refused by pushover: token and user not valid": {
    en: "refused by pushover: token and user not valid",
    zh: "被 pushover 拒绝：token 和 user 无效",
  },
  "refused by {service}": { en: "refused by {service}", zh: "被 {service} 拒绝" },
  "the reply is not an ntfy server's": { en: "the reply is not an ntfy server's", zh: "回复不是 ntfy 服务器发出的" },

  "terminal closed": { en: "terminal closed", zh: "终端已关闭" },
  "terminal write failed": { en: "terminal write failed", zh: "写入终端失败" },
  "not a terminal": { en: "not a terminal", zh: "不是终端" },
  "terminal does not read": { en: "terminal does not read", zh: "终端没有接收" },
  "another user's terminal": { en: "another user's terminal", zh: "是其他用户的终端" },
  "no terminal of tmux's": { en: "tmux has no client terminal to write to", zh: "tmux 没有可写入的客户端终端" },

  "no notification service runs on this desktop": {
    en: "no notification service runs on this desktop",
    zh: "此桌面没有运行通知服务",
  },
  "{program} was not started in time": { en: "{program} was not started in time", zh: "没能及时启动 {program}" },
  "{program} was stopped": { en: "{program} was stopped", zh: "{program} 被中止" },
  "{program} was not found": { en: "{program} was not found", zh: "找不到 {program}" },
  "{program} was killed": { en: "{program} was killed", zh: "{program} 被强制结束" },
  "{program} could not be started": { en: "{program} could not be started", zh: "无法启动 {program}" },
  "{program} ended with code {code}": { en: "{program} ended with code {code}", zh: "{program} 以退出码 {code} 结束" },
});

type Filled<Id extends string> = Id extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Id;

/** A reason that has words in each language. */
export type FailureReason = Filled<keyof typeof failureMessages>;
