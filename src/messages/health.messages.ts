import { defineMessages } from "./define-messages.ts";

/** One line for each outage of a channel and each recovery. `{channel}` is its id, with what it is where that is known. */
export const healthMessages = defineMessages({
  channel: { en: "{id} ({what})", zh: "{id}（{what}）" },
  failed: {
    en: "pi-notify: {channel}: {failure}. pi-notify keeps trying. It will not warn again until the channel has recovered.",
    zh: "pi-notify：{channel}：{failure}。之后的通知仍会尝试，但在渠道恢复之前不再提醒。",
  },
  recovered: { en: "pi-notify: {channel} works again.", zh: "pi-notify：已恢复正常：{channel}。" },
  "passthrough-off": {
    en: "pi-notify: tmux held back a notification. To let them through, type: tmux set -g allow-passthrough on",
    zh: "pi-notify：tmux 拦下了一条通知。要放行，请输入：tmux set -g allow-passthrough on",
  },
  "pane-hidden": {
    en: "pi-notify: tmux held back a notification, because nobody sees this pane. To get them anyway, type: /notify setup",
    zh: "pi-notify：没有人在看这个分屏，tmux 拦下了一条通知。要照样收到，请输入：/notify setup",
  },
});
