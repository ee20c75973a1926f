import { defineMessages } from "./define-messages.ts";

/** By what a terminal is recognised; `/notify status`, the doctor and docs/terminals.md show these. */
export const terminalSignMessages = defineMessages({
  setting: { en: "`{key}`", zh: "`{key}`" },
  termPrograms: { en: "`osc.termPrograms` has `TERM_PROGRAM`", zh: "`osc.termPrograms` 里有 `TERM_PROGRAM`" },
  isSet: { en: "`{variable}` is set", zh: "`{variable}` 已设置" },
  is: { en: "`{variable}` is `{value}`", zh: "`{variable}` 是 `{value}`" },
  ownName: { en: "the terminal calls itself `{terminal}`", zh: "终端自报名称是 `{terminal}`" },
  tmuxClient: {
    en: "an attached tmux client's `{format}` is `{value}`",
    zh: "已连接的 tmux 客户端的 `{format}` 是 `{value}`",
  },
});
