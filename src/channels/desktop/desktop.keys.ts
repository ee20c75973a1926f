import { defineMessages } from "../../messages/define-messages.ts";

export const DESKTOP_KEYS = defineMessages({
  when: {
    en: "fallback: unless the terminal surely shows the notification; always: in any case.",
    zh: "fallback：终端确定会显示这条通知时不用；always：总是。",
  },
  sound: {
    en: "The name of a system sound, for example Glass on macOS, complete on Linux, Notification.Mail on Windows.",
    zh: "提示音，用系统认识的名字：macOS 如 Glass，Linux 桌面如 complete，Windows 如 Notification.Mail。",
  },
});
