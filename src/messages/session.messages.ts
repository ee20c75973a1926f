import { defineMessages } from "./define-messages.ts";

/**
 * What a session says outside of any command. Pi's start loads this catalogue, so it holds nothing else.
 * The language is the configuration's once that is read, and the environment's until then.
 */
export const sessionMessages = defineMessages({
  loadedTwice: {
    en: "pi-notify is loaded twice; this second copy does nothing.",
    zh: "pi-notify 加载了两次，后加载的这一份不会工作。",
  },
  invalidPayload: {
    en: "pi-notify: an extension sent an invalid payload on {channel}; it is ignored.",
    zh: "pi-notify：有扩展在 {channel} 上发来了无效数据，已忽略。",
  },
  flooded: {
    en: "pi-notify: an extension publishes more notifications than can be sent. Those above {limit} at a time are left out.",
    zh: "pi-notify：有扩展发布的通知多到来不及发送，同时超过 {limit} 条的部分不发送。",
  },
  internalError: {
    en: "pi-notify: an internal error ended a notification. Pi is not affected.",
    zh: "pi-notify：内部错误中断了一条通知，Pi 不受影响。",
  },
  /** A part is missing because another version took its place under a running Pi. */
  updated: {
    en: "pi-notify was updated while Pi was running. Type /reload to load the new version.",
    zh: "pi-notify 在 Pi 运行期间更新过。请输入 /reload 加载新版本。",
  },
  /** A broken installation. */
  notLoaded: {
    en: "pi-notify: could not be loaded and sends no notifications. Run `npm ci` in its folder, then type /reload.",
    zh: "pi-notify：加载失败，不会发送通知。请在它的文件夹里运行 `npm ci`，再输入 /reload。",
  },
  /** One command's part is damaged; whether notifications go on is another matter. */
  commandNotLoaded: {
    en: "pi-notify: /notify {command} could not be loaded. Run `npm ci` in its folder, then type /reload.",
    zh: "pi-notify：/notify {command} 加载失败。请在 pi-notify 的文件夹里运行 `npm ci`，再输入 /reload。",
  },
  configNotRead: {
    en: "pi-notify: the configuration could not be read, so no notifications are sent. /notify doctor tells more.",
    zh: "pi-notify：读不到配置，因此不会发送通知。详情见 /notify doctor。",
  },
  /** The machines were loaded and then did not start. */
  notStarted: {
    en: "pi-notify: an internal error kept it from starting, so no notifications are sent. Type /reload to try again.",
    zh: "pi-notify：内部错误导致启动失败，因此不会发送通知。请输入 /reload 重试。",
  },
  /** One command ended in an error of ours; the rest of the session goes on. */
  commandFailed: {
    en: "pi-notify: an internal error ended /notify {command}. Notifications are not affected.",
    zh: "pi-notify：内部错误中断了 /notify {command}，通知不受影响。",
  },
  noSession: {
    en: "pi-notify: no session has started yet, so /notify has nothing to tell.",
    zh: "pi-notify：会话还没有开始，/notify 暂时没有内容可说。",
  },
});
