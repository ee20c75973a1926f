import { defineMessages } from "./define-messages.ts";

/** What the program `pi-notify-xstate` says of itself; its words stay as they are typed. */
export const programMessages = defineMessages({
  usage: {
    en: `Usage: pi-notify-xstate doctor | trace FILE

  doctor       check terminal, multiplexers, channels and configuration; say
               what is wrong and what to type; send nothing; exit with 1 if
               something is wrong
  trace FILE   explain a trace file that /notify export has written`,
    zh: `用法：pi-notify-xstate doctor | trace FILE

  doctor       检查终端、多路复用器、渠道和配置，说明哪里不对、该输入什么；
               不发送任何内容；有问题时以 1 退出
  trace FILE   解读 /notify export 写下的轨迹文件`,
  },
  folderGone: {
    en: "pi-notify-xstate: the current folder no longer exists; cd to another one.",
    zh: "pi-notify-xstate：当前文件夹已不存在，请 cd 到别处。",
  },
  noHome: {
    en: "pi-notify-xstate: there is no home folder; set HOME.",
    zh: "pi-notify-xstate：没有主文件夹，请设置 HOME。",
  },
});
