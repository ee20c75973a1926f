import { defineMessages } from "./define-messages.ts";

/** What `PI_NOTIFY_INSPECT` may lead to on Pi's screen. */
export const inspectorMessages = defineMessages({
  notInstalled: {
    en: "pi-notify: PI_NOTIFY_INSPECT needs the package @statelyai/inspect; run `npm install --no-save @statelyai/inspect` in pi-notify's folder, then type /reload.",
    zh: "pi-notify：PI_NOTIFY_INSPECT 需要软件包 @statelyai/inspect；请在 pi-notify 的文件夹里运行 `npm install --no-save @statelyai/inspect`，再输入 /reload。",
  },
  noRelay: {
    en: "pi-notify: no relay of Stately's inspector answers on port {port}; /reload tries again.",
    zh: "pi-notify：端口 {port} 上没有 Stately 检查器的中继；/reload 会再试一次。",
  },
  gone: {
    en: "pi-notify: the relay of Stately's inspector is gone; /reload tries again.",
    zh: "pi-notify：Stately 检查器的中继已断开；/reload 会再试一次。",
  },
  doesNotRead: {
    en: "pi-notify: the relay of Stately's inspector does not read; /reload tries again.",
    zh: "pi-notify：Stately 检查器的中继不接收数据；/reload 会再试一次。",
  },
});
