import { REASON_MESSAGES } from "../../src/messages/reasons.ts";
import type { PageLanguage } from "./words.ts";

/** What `src/trace` says in English: why there was no notice, and the words of fixed reasons. */
const CHINESE: Readonly<Record<string, string>> = {
  "you stopped the run": "你停止了这次运行",
  "the session ended while the run was at work": "运行还在进行时会话结束了",
  "the dialog closed within its grace time": "对话框在宽限时间内关闭了",
  "the session ended with the dialog": "会话与对话框一同结束了",
  "the extension that opened the dialog wants it silent": "打开对话框的扩展要求静默",
  "nothing was waiting for this dialog": "没有谁在等待这个对话框",
  ...Object.fromEntries(Object.values(REASON_MESSAGES).map(({ en, zh }) => [en, zh])),
  "is not JSON": "不是 JSON",
  "is not a JSON object": "不是 JSON 对象",
  "is a sequence of the model's tests and no trace; test/model/record-trace.ts of pi-notify makes one of it":
    "是模型测试的事件序列，不是轨迹；pi-notify 的 test/model/record-trace.ts 可以由它生成轨迹",
  'is no trace: its `format` is not "pi-notify-trace"': '不是轨迹：它的 `format` 不是 "pi-notify-trace"',
  "is damaged in more places than can be told": "损坏之处多得无法列出",
  "has a `version` other than 1": "的 `version` 不是 1",
  "has a `version` other than 1: update pi-notify": "的 `version` 不是 1：请更新 pi-notify",
};

/** A sentence of `src/trace` in the page's language; one that is unknown stays as it is. */
export function inLanguage(language: PageLanguage, text: string): string {
  if (language === "en") return text;
  const known = Object.hasOwn(CHINESE, text) ? CHINESE[text] : undefined;
  if (known !== undefined) return known;
  const [, path] = /^is damaged: `(.*)` is not what the format wants there$/.exec(text) ?? [];
  if (path !== undefined) return `已损坏：\`${path}\` 不符合格式`;
  // `mode: it does not work in this mode of Pi`
  const [, reason, words] = /^([\w-]+): (.*)$/.exec(text) ?? [];
  return words !== undefined && Object.hasOwn(CHINESE, words) ? `${reason}：${CHINESE[words]}` : text;
}
