import { defineMessages } from "./define-messages.ts";

/** What `pi-notify-xstate trace FILE` says besides the stories. */
export const traceFileMessages = defineMessages({
  cannotBeRead: { en: "{file} cannot be read.", zh: "无法读取 {file}。" },
  cannotBeReadCode: { en: "{file} cannot be read ({code}).", zh: "无法读取 {file}（{code}）。" },
  /** What is wrong with it is one of the sentences of `traceFaultMessages`. */
  bad: { en: "{file} {fault}.", zh: "{file} {fault}。" },
  head: {
    en: "Trace of pi-notify {version}, mode {mode}, records: {count}.",
    zh: "pi-notify {version} 的轨迹，模式 {mode}，共 {count} 条记录。",
  },
  headDated: {
    en: "Trace of pi-notify {version} from {date}, mode {mode}, records: {count}.",
    zh: "pi-notify {version} 的轨迹，{date}，模式 {mode}，共 {count} 条记录。",
  },
  channels: { en: "Channels: {channels}.", zh: "渠道：{channels}。" },
  channel: { en: "{id} ({type})", zh: "{id}（{type}）" },
  none: { en: "none", zh: "无" },
  dropped: {
    en: "Older records not kept: {dropped}; trace.keep is {keep}.",
    zh: "更早的 {dropped} 条记录没有保留：trace.keep 是 {keep}。",
  },
  nothing: {
    en: "Nothing happened that could have made a notification.",
    zh: "没有发生任何可能产生通知的事。",
  },
});
