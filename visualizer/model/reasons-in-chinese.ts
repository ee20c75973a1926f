import type { PageLanguage } from "./words.ts";

/** What `src/trace` says in English: why there was no notice, and the words of fixed reasons. */
const CHINESE: Readonly<Record<string, string>> = {
  "you stopped the run": "你停止了这次运行",
  "the session ended while the run was at work": "运行还在进行时会话结束了",
  "the dialog closed within its grace time": "对话框在宽限时间内关闭了",
  "the session ended with the dialog": "会话与对话框一同结束了",
  "the extension that opened the dialog wants it silent": "打开对话框的扩展要求静默",
  "nothing was waiting for this dialog": "没有谁在等待这个对话框",
  "it is switched off in the configuration": "配置中已关闭",
  "this Pi is run by a subagent, and only its parent tells": "这个 Pi 由子代理运行，只有上级会通知",
  "its configuration cannot be used": "它的配置不可用",
  "it does not tell this event": "它不通知此事件",
  "it does not work in this mode of Pi": "在 Pi 的此模式下不工作",
  "this terminal shows no such notification": "此终端不显示这种通知",
  "the terminal's own notification tells it already": "终端自己的通知已经告知",
  "tmux did not say in time whether it lets it through": "tmux 未及时说明是否放行",
  "tmux's allow-passthrough is off": "tmux 的 allow-passthrough 已关闭",
  "no tmux client shows this pane": "没有 tmux 客户端显示此分屏",
  "the dialog was over first": "对话框先结束了",
  "a new run began first": "新的运行先开始了",
  "you were at the keyboard": "你就在键盘前",
  "the session ended first": "会话先结束了",
  "it was not ready in time": "未及时准备好",
  "no answer in time; it may have arrived all the same": "未及时得到回答；但可能已经送达",
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
