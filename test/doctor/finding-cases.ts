import type { DoctorFacts } from "../../src/commands/doctor/facts.ts";
import { FACTS, SETTINGS, TMUX } from "./doctor-facts.ts";

const { config, channels } = FACTS;
const HOOK = { id: "hook", what: "webhook to a.example", origin: "https://a.example" };
const IN_TMUX = { tmux: TMUX, settings: SETTINGS } as const;
const inTmux = (answer: Partial<typeof TMUX>, settings: Partial<typeof SETTINGS> = {}) => ({
  tmux: { ...TMUX, ...answer },
  settings: { ...SETTINGS, ...settings },
});
const SSH = { SSH_CONNECTION: "x" };

/** A case for each finding, and for each of its forms. Config warnings have the words of the configuration's reader. */
export const FINDING_CASES: readonly (readonly [id: string, facts: Partial<DoctorFacts>, chinese: string])[] = [
  ["switched-off", { config: { ...config, enabled: false } }, "提示 switched-off：配置里关闭了 pi-notify。"],
  ["subagent", { config: { ...config, isSilentChild: true } }, "提示 subagent：从环境变量看，这是子代理的进程。"],
  ["no-channel", { channels: { ...channels, ids: [] } }, "问题 no-channel：没有配置任何可用的渠道。"],
  [
    "loaded-twice",
    {
      extensions: [
        { name: "pi-notify-xstate", from: "settings" },
        { name: "pi-notify-xstate", from: "project-extensions-folder" },
      ],
    },
    "问题 loaded-twice：Pi 从多处加载了 pi-notify：来自设置、来自项目的扩展文件夹。",
  ],
  [
    "other-notifier",
    { extensions: [{ name: "notify", from: "extensions-folder" }] },
    "提示 other-notifier：Pi 还加载了 notify（来自扩展文件夹）。",
  ],
  [
    "other-notifier",
    { extensions: [{ name: "pi-notify", from: "project-settings" }] },
    "问题 other-notifier：Pi 还加载了 pi-notify（来自项目的设置）。",
  ],
  ["terminal-unknown", {}, "提示 terminal-unknown：没有识别出你的终端，因此渠道 terminal 使用 osc9。"],
  [
    "terminal-unknown",
    { env: SSH },
    "提示 terminal-unknown：没有识别出你的终端，因此渠道 terminal 使用 osc9。通过 ssh 时只能靠 TERM 识别。",
  ],
  [
    "terminal-mute",
    { env: { TERM_PROGRAM: "Apple_Terminal" }, channels: { ...channels, desktops: [] } },
    "问题 terminal-mute：渠道 terminal 的终端不能显示通知（依据：`TERM_PROGRAM` 是 `Apple_Terminal`）。",
  ],
  ...(
    [
      ["foot", { TERM: "foot" }, "foot 在自己的窗口有焦点时不显示通知。"],
      ["Ghostty", { TERM: "xterm-ghostty" }, "五秒之内文字相同的通知，Ghostty 只显示一次。"],
      ["VS Code", { TERM_PROGRAM: "vscode" }, "VS Code 要在设置里允许，才会显示终端的通知。"],
      [
        "Windows Terminal",
        { WT_SESSION: "1" },
        "Windows Terminal 从 1.26 起才显示通知，而且只在标签页不在前台时显示。",
      ],
      ["iTerm2", { TERM_PROGRAM: "iTerm.app" }, "iTerm2 只在允许通知的配置档案里显示通知。"],
      ["VTE", { VTE_VERSION: "1" }, "基于 VTE 的终端和 Konsole 能否显示通知，取决于版本和编译方式。"],
    ] as const
  ).map(([, env, found]) => ["terminal-setting", { env: { ...env } }, `提示 terminal-setting：${found}`] as const),
  [
    "tmux-missing",
    { ...IN_TMUX, settings: { kind: "missing" } },
    "问题 tmux-missing：Pi 在 tmux 里，但 PATH 里找不到 tmux 程序。",
  ],
  ["tmux-hung", { ...IN_TMUX, settings: { kind: "hung" } }, "问题 tmux-hung：tmux 一秒之内没有回答。"],
  [
    "tmux-gone",
    { ...IN_TMUX, settings: { kind: "gone" } },
    "问题 tmux-gone：TMUX 指的 tmux 服务器已经不在，或者拒绝回答。",
  ],
  [
    "tmux-lost",
    { ...IN_TMUX, settings: { kind: "lost" } },
    "问题 tmux-lost：设置了 TMUX，但 TMUX_PANE 没有说明是哪个分屏。",
  ],
  ["tmux-lost", { ...IN_TMUX, settings: { kind: "no-pane" } }, "问题 tmux-lost：tmux 里没有 TMUX_PANE 所指的分屏。"],
  [
    "tmux-old",
    inTmux({ passthrough: "no-gate" }, { version: "3.2" }),
    "提示 tmux-old：tmux 3.2 早于 3.3，没有 allow-passthrough。",
  ],
  ["passthrough-off", inTmux({ passthrough: "off" }), "问题 passthrough-off：tmux 的 allow-passthrough 是关闭的。"],
  ["pane-hidden", IN_TMUX, "提示 pane-hidden：tmux 只放行有人正在看的分屏。"],
  [
    "pane-hidden",
    inTmux({ paneVisible: false }),
    "问题 pane-hidden：没有终端在显示这个分屏，而 allow-passthrough 只是 on。",
  ],
  ["nested-tmux", { ...IN_TMUX, layers: ["tmux", "tmux"] }, "提示 nested-tmux：tmux 里还有 tmux。"],
  [
    "near-tmux",
    { env: { TERM: "tmux-256color" } },
    "提示 near-tmux：TERM 表明有一个在这里问不到的 tmux，例如 ssh 近端的那个。",
  ],
  ["screen", { layers: ["screen"] }, "提示 screen：中间有 GNU screen。"],
  ["zellij", { layers: ["zellij"] }, "提示 zellij：中间有 Zellij。"],
  ["mosh", { layers: ["mosh"] }, "问题 mosh：中间有 mosh。"],
  ["ssh", { layers: ["ssh"] }, "提示 ssh：中间有 ssh。"],
  [
    "ssh-stale",
    { ...IN_TMUX, layers: ["tmux", "ssh"] },
    "问题 ssh-stale：你是通过 ssh 连到这个 tmux 的，而 Pi 的环境变量来自坐在机器前的人。",
  ],
  [
    "ssh-stale",
    { ...IN_TMUX, layers: ["tmux"], env: SSH },
    "问题 ssh-stale：SSH_CONNECTION、SSH_CLIENT 或 SSH_TTY 是以前的连接留下的，你现在并没有用 ssh。",
  ],
  ["monitor-bell", inTmux({}, { monitorBell: false }), "问题 monitor-bell：tmux 的 monitor-bell 是关闭的。"],
  ["bell-action", inTmux({}, { bellAction: "none" }), "问题 bell-action：tmux 的 bell-action 是 none。"],
  ["bell-action", inTmux({}, { bellAction: "other" }), "提示 bell-action：tmux 的 bell-action 是 other。"],
  ["bell-action", inTmux({}, { bellAction: "current" }), "提示 bell-action：tmux 的 bell-action 是 current。"],
  ["visual-bell", inTmux({}, { visualBell: "on" }), "提示 visual-bell：tmux 的 visual-bell 是打开的。"],
  ["focus-events", inTmux({}, { focusEvents: false }), "提示 focus-events：tmux 的 focus-events 是关闭的。"],
  [
    "unreachable",
    { channels: { ...channels, posting: [{ ...HOOK, reach: { fault: "host not found" } }] } },
    "问题 unreachable：hook（webhook to a.example）连不上：找不到主机。",
  ],
  [
    "unreachable",
    { channels: { ...channels, posting: [{ ...HOOK, reach: { fault: "TLS certificate not accepted" } }] } },
    "问题 unreachable：hook（webhook to a.example）连不上：TLS 证书不受信任。",
  ],
  [
    "unreachable",
    { channels: { ...channels, posting: [{ ...HOOK, reach: { fault: "proxy refused" } }] } },
    "问题 unreachable：hook（webhook to a.example）连不上：代理拒绝了请求。",
  ],
  [
    "unreachable",
    { channels: { ...channels, posting: [{ ...HOOK, reach: { fault: "connection refused" } }] } },
    "问题 unreachable：hook（webhook to a.example）连不上：连接被拒绝。",
  ],
  [
    "outage",
    { outages: new Map([["terminal", { kind: "failed", reason: "internal error" }]]) },
    "问题 outage：terminal：最近一次通知没有送达：失败（内部错误）。",
  ],
  [
    "tmux-detached",
    inTmux({ everyClient: [], paneVisible: false }),
    "提示 tmux-detached：这个 tmux 会话没有连接任何终端。",
  ],
  ["desktop-over-ssh", { layers: ["ssh"] }, "提示 desktop-over-ssh：配置了桌面渠道，而这里是 ssh 连接的远端。"],
  [
    "no-desktop",
    { desktop: { kind: undefined, hasProgram: false, service: "unknown" } },
    "问题 no-desktop：配置了桌面渠道，但没有桌面会话：D-Bus 没有回答。",
  ],
  [
    "no-notification-service",
    { desktop: { kind: "linux", hasProgram: true, service: "absent" } },
    "问题 no-notification-service：这个桌面的 D-Bus 上没有运行通知服务。",
  ],
  [
    "notify-send-missing",
    { desktop: { kind: "linux", hasProgram: false, service: "there" } },
    "问题 notify-send-missing：PATH 里找不到 notify-send 程序。",
  ],
  [
    "powershell-missing",
    { desktop: { kind: "wsl", hasProgram: false, service: "unknown" } },
    "问题 powershell-missing：这里无法启动 powershell.exe。",
  ],
  [
    "macos-permission",
    { platform: "darwin", desktop: { kind: "macos", hasProgram: true, service: "unknown" } },
    "提示 macos-permission：macOS 只显示获得许可的应用的通知。",
  ],
];
