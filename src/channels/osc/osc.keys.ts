import { defineMessages } from "../../messages/define-messages.ts";

export const OSC_KEYS = defineMessages({
  protocol: {
    en: "Which notification sequence to write; auto detects what the terminal supports.",
    zh: "写哪种通知序列；auto 会识别终端支持的那一种。",
  },
  fallback: {
    en: "The sequence for a terminal that is not recognised.",
    zh: "无法识别终端时使用的序列。",
  },
  termPrograms: {
    en: "Sequence by the value of TERM_PROGRAM, in any letter case; takes precedence over the built-in list.",
    zh: "按 TERM_PROGRAM 的值（不分大小写）指定序列，优先于内置列表。",
  },
  tmux: {
    en: "Inside tmux: passthrough lets tmux pass the sequence on, client-tty writes it to the terminal of each attached client, auto does that only where tmux passes nothing on.",
    zh: "在 tmux 里：passthrough 由 tmux 转发序列，client-tty 直接写给每个已连接客户端的终端，auto 只在 tmux 不转发时才这样写。",
  },
  tmuxPermission: {
    en: "Inside tmux: check asks whether it passes sequences on, assume writes without asking.",
    zh: "在 tmux 里：check 先问它是否放行，assume 不问就写。",
  },
});
