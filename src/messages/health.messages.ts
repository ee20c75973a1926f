import { defineMessages } from "./define-messages.ts";

/** One line for each outage of a channel and each recovery. `{channel}` is its id, with what it is where that is known. */
export const healthMessages = defineMessages({
  channel: { en: "{id} ({what})", zh: "{id}（{what}）" },
  failed: {
    en: "pi-notify: {channel}: {failure}. pi-notify keeps trying. It will not warn again until the channel has recovered.",
    zh: "pi-notify：{channel}：{failure}。之后的通知仍会尝试，但在渠道恢复之前不再提醒。",
  },
  recovered: { en: "pi-notify: {channel} works again.", zh: "pi-notify：已恢复正常：{channel}。" },
});
