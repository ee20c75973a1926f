import { defineMessages } from "./define-messages.ts";

/**
 * What `/notify doctor` says, by finding: what was found and what follows, with advice that needs words. What is to be
 * typed as it stands is no sentence and stands beside the checks.
 */
export const doctorMessages = defineMessages({
  allWell: { en: "pi-notify doctor: nothing is wrong", zh: "pi-notify doctor：没有发现问题" },
  allWellWithNotes: {
    en: "pi-notify doctor: nothing is wrong, notes: {notes}",
    zh: "pi-notify doctor：没有发现问题，提示 {notes} 条",
  },
  problems: { en: "pi-notify doctor: problems: {problems}", zh: "pi-notify doctor：问题 {problems} 个" },
  problemsAndNotes: {
    en: "pi-notify doctor: problems: {problems}, notes: {notes}",
    zh: "pi-notify doctor：问题 {problems} 个，提示 {notes} 条",
  },
  problem: { en: "problem {id}: {found}", zh: "问题 {id}：{found}" },
  note: { en: "note {id}: {found}", zh: "提示 {id}：{found}" },
  fine: { en: "ok: {found}", zh: "正常：{found}" },
  follows: { en: "  so: ", zh: "  影响：" },
  shell: { en: "  do: ", zh: "  输入：" },
  inPi: { en: "  in Pi: ", zh: "  在 Pi 里：" },

  "unreachable.follows lookup": {
    en: "The notifications of this channel fail. nslookup {host} shows whether the name exists.",
    zh: "这个渠道的通知会失败。用 nslookup {host} 查看这个名称是否存在。",
  },
  "unreachable.follows proxy": {
    en: "The notifications of this channel fail. HTTPS_PROXY or HTTP_PROXY names the proxy, and NO_PROXY hosts that need none. They must be set before Pi starts.",
    zh: "这个渠道的通知会失败。HTTPS_PROXY 或 HTTP_PROXY 指定代理，NO_PROXY 列出不需要代理的主机；要在启动 Pi 之前设置。",
  },
  "unreachable.follows certificate": {
    en: "The notifications of this channel fail. curl -I {origin} shows what is wrong. For a certificate of your own, set NODE_EXTRA_CA_CERTS to its file before Pi starts.",
    zh: "这个渠道的通知会失败。用 curl -I {origin} 查看哪里不对。如果是自己的证书，请在启动 Pi 之前把 NODE_EXTRA_CA_CERTS 设为它的文件。",
  },
  "tmux-missing.words": {
    en: "Start Pi with the folder of tmux on PATH.",
    zh: "请把 tmux 所在的文件夹加进 PATH，再启动 Pi。",
  },
  "tmux-hung.words": {
    en: "If its server was stopped, this wakes it.",
    zh: "如果是服务器被暂停了，输入下面的命令可以恢复。",
  },
  beforePi: {
    en: "Leave Pi, type this in its shell, and start Pi again.",
    zh: "请退出 Pi，在 shell 里输入下面的命令，再启动 Pi。",
  },
  andThen: {
    en: "{one} {next}",
    zh: "{one}{next}",
  },
  "pane-hidden.past": {
    en: 'To write past tmux then, write "osc": {keys} for channel {id} in {path}.',
    zh: '要在这时绕过 tmux，请在 {path} 里为渠道 {id} 写 "osc": {keys}。',
  },
  "variable-unset.follows": {
    en: "Pi reads the environment when it starts: export the variable in the shell, or in the file that it reads at its start, and then start Pi from there.",
    zh: "Pi 在启动时读取环境变量：请先在 shell 或它的启动文件里 export 这个变量，再从那里启动 Pi。",
  },
  "tmux-detached.found": {
    en: "No terminal is attached to this tmux session.",
    zh: "这个 tmux 会话没有连接任何终端。",
  },
  "tmux-detached.follows": {
    en: "No terminal can show a notification, whatever tmux passes on, until somebody attaches.",
    zh: "在有终端连接之前，不管 tmux 是否放行，都没有终端能显示通知。",
  },
  "outage.found": {
    en: "{channel}: its last notification did not get through: {failure}.",
    zh: "{channel}：最近一次通知没有送达：{failure}。",
  },
  "outage.follows": {
    en: "pi-notify keeps trying. The first notification that gets through ends the outage.",
    zh: "之后的通知仍会尝试；只要有一条送达，故障就结束。",
  },
  channelNamed: {
    en: "{id} ({what})",
    zh: "{id}（{what}）",
  },
  desktopElsewhere: {
    en: "Desktop: on another machine, and another channel notifies you here",
    zh: "桌面：在另一台机器上，由其他渠道通知你",
  },

  configuration: { en: "Configuration: {path}", zh: "配置：{path}" },
  noConfiguration: { en: "Configuration: no file, so the defaults apply", zh: "配置：没有文件，使用默认设置" },
  configTooSlow: {
    en: "The configuration could not be read in time. Check the disk that it is on.",
    zh: "没能及时读到配置。请检查它所在的磁盘。",
  },
  "config-warning.follows": {
    en: "The line says what applies instead; everything else in the file counts.",
    zh: "以这一行的说明为准，文件里的其他内容照常生效。",
  },
  "project-waiting.follows": {
    en: "Until you approve the file, only the settings in it that need no approval count.",
    zh: "在你批准之前，文件里只有不需要批准的设置生效。",
  },
  "switched-off.found": {
    en: "pi-notify is switched off in the configuration.",
    zh: "配置里关闭了 pi-notify。",
  },
  "switched-off.follows": {
    en: 'No channel sends anything. Write "enabled": true in {path}.',
    zh: '所有渠道都不发送通知。请在 {path} 里写 "enabled": true。',
  },
  "subagent.found": {
    en: "The environment says that this process belongs to a subagent.",
    zh: "从环境变量看，这是子代理的进程。",
  },
  "subagent.follows": {
    en: 'It sends nothing; the Pi that started it sends the notifications. If this one should send its own, write "attention": {"childProcesses": "notify"} in {path}.',
    zh: '它不发送通知，由启动它的 Pi 来通知。如果要它自己通知，就在 {path} 里写 "attention": {"childProcesses": "notify"}。',
  },
  "no-channel.found": { en: "No channel is configured that could be used.", zh: "没有配置任何可用的渠道。" },
  "no-channel.follows": { en: "Nothing is sent.", zh: "不会有任何通知。" },

  "loaded-twice.found": {
    en: "Pi loads pi-notify from more than one place: {places}.",
    zh: "Pi 从多处加载了 pi-notify：{places}。",
  },
  "loaded-twice.follows": {
    en: "Only one copy works, depending on the order of loading; an update may reach the other one. Keep one. Delete by hand what lies in an extensions folder.",
    zh: "只有一份在工作，是哪一份取决于加载顺序；更新的可能是另一份。请只保留一份，扩展文件夹里的要手动删除。",
  },
  "other-notifier.found": { en: "Pi also loads {name} ({from}).", zh: "Pi 还加载了 {name}（{from}）。" },
  "other-notifier.follows": {
    en: "Whatever both of them notify about arrives twice. Keep the one that you want. Delete by hand what lies in an extensions folder.",
    zh: "两者都会通知的事，你会收到两次。请只保留想要的那个，扩展文件夹里的要手动删除。",
  },
  "from.settings": { en: "from the settings", zh: "来自设置" },
  "from.project-settings": { en: "from the project's settings", zh: "来自项目的设置" },
  "from.extensions-folder": { en: "from the extensions folder", zh: "来自扩展文件夹" },
  "from.project-extensions-folder": {
    en: "from the project's extensions folder",
    zh: "来自项目的扩展文件夹",
  },

  terminalKnown: {
    en: "Terminal of channel {id}: {protocol}, known by {sign}",
    zh: "渠道 {id} 的终端：{protocol}（依据：{sign}）",
  },
  "terminal-mute.found": {
    en: "The terminal of channel {id} shows no notifications (known by {sign}).",
    zh: "渠道 {id} 的终端不能显示通知（依据：{sign}）。",
  },
  "terminal-mute.follows": {
    en: "The channel is skipped (unsupported). The bell still rings.",
    zh: "这个渠道会被跳过（unsupported），响铃不受影响。",
  },
  "terminal-unknown.found": {
    en: "Your terminal was not recognised, so channel {id} uses {protocol}.",
    zh: "没有识别出你的终端，因此渠道 {id} 使用 {protocol}。",
  },
  "terminal-unknown.found over ssh": {
    en: "Your terminal was not recognised, so channel {id} uses {protocol}. Over ssh only TERM identifies it.",
    zh: "没有识别出你的终端，因此渠道 {id} 使用 {protocol}。通过 ssh 时只能靠 TERM 识别。",
  },
  "terminal-unknown.follows": {
    en: 'It may show nothing, and no terminal reports that. See whether /notify test {id} in Pi shows something. If so, write "osc": {"protocol": "osc9"} for this channel; if not, "osc777" or "osc99" in its place.',
    zh: '它可能什么都不显示，而终端不会报告这一点。请在 Pi 里 /notify test {id} 看看：能显示，就为这个渠道写 "osc": {"protocol": "osc9"}；不能，就改写 "osc777" 或 "osc99"。',
  },

  "foot.found": {
    en: "foot hides notifications while its own window has the focus.",
    zh: "foot 在自己的窗口有焦点时不显示通知。",
  },
  "foot.follows": {
    en: "A test typed in that window shows nothing. To change that, write inhibit-when-focused=no under [desktop-notifications] in ~/.config/foot/foot.ini, or notify-focus-inhibit=no before foot 1.18.",
    zh: "在那个窗口里测试，什么都看不到。要改变这一点，在 ~/.config/foot/foot.ini 的 [desktop-notifications] 下写 inhibit-when-focused=no；foot 1.18 之前写 notify-focus-inhibit=no。",
  },
  "ghostty.found": {
    en: "Ghostty drops a notification whose text it has shown within the last five seconds.",
    zh: "五秒之内文字相同的通知，Ghostty 只显示一次。",
  },
  "ghostty.follows": {
    en: "Two tests in a row show one notification. Ghostty shows none at all if desktop-notifications is false in its configuration.",
    zh: "连着测试两次，只会看到一条通知。如果 Ghostty 的配置里 desktop-notifications 是 false，就一条都不显示。",
  },
  "vscode.found": {
    en: "VS Code shows terminal notifications only if its setting allows them.",
    zh: "VS Code 要在设置里允许，才会显示终端的通知。",
  },
  "vscode.follows": {
    en: "Without it nothing appears. Search the settings of VS Code for: terminal notifications.",
    zh: "没有允许，就什么都不显示。请在 VS Code 的设置里搜索 terminal notifications。",
  },
  "windows-terminal.found": {
    en: "Windows Terminal shows notifications since 1.26, and only while its tab is not in front.",
    zh: "Windows Terminal 从 1.26 起才显示通知，而且只在标签页不在前台时显示。",
  },
  "windows-terminal.follows": {
    en: "An older version shows nothing. wt --version tells which one it is.",
    zh: "更早的版本什么都不显示。用 wt --version 查看版本。",
  },
  "iterm2.found": {
    en: "iTerm2 shows notifications only in profiles that allow them.",
    zh: "iTerm2 只在允许通知的配置档案里显示通知。",
  },
  "iterm2.follows": {
    en: "Without that nothing appears. In Settings, Profiles, Terminal, switch on Notification Center Alerts and, under Filter Alerts, Escape Sequence-Generated Alerts.",
    zh: "没有允许，就什么都不显示。请在 Settings、Profiles、Terminal 里打开 Notification Center Alerts，以及 Filter Alerts 下的 Escape Sequence-Generated Alerts。",
  },
  "vte.found": {
    en: "Whether VTE terminals and Konsole show notifications depends on their version and build.",
    zh: "基于 VTE 的终端和 Konsole 能否显示通知，取决于版本和编译方式。",
  },
  "vte.follows": {
    en: "VTE as Debian builds it shows none. If /notify test in Pi shows nothing, add a desktop channel with /notify setup.",
    zh: "Debian 编译的 VTE 什么都不显示。如果在 Pi 里 /notify test 没有显示，就用 /notify setup 添加桌面渠道。",
  },

  between: { en: "Between Pi and the terminal: {layers}", zh: "Pi 和终端之间：{layers}" },
  betweenNothing: { en: "nothing", zh: "什么都没有" },
  betweenThen: { en: ", then ", zh: "，再经过 " },
  "nested-tmux.found": { en: "tmux runs inside tmux.", zh: "tmux 里还有 tmux。" },
  "nested-tmux.follows": {
    en: "Both must pass notifications on, and the outer one cannot be asked from here. Type tmux set -g allow-passthrough on in a pane of the outer one.",
    zh: "两层都要放行通知，而外层的 tmux 在这里问不到。请在外层 tmux 的分屏里输入 tmux set -g allow-passthrough on。",
  },
  "near-tmux.found": {
    en: "TERM names a tmux that cannot be asked from here, such as one on the near side of ssh.",
    zh: "TERM 表明有一个在这里问不到的 tmux，例如 ssh 近端的那个。",
  },
  "near-tmux.follows": {
    en: "Notifications are wrapped for it and are lost if it does not pass them on. Type tmux set -g allow-passthrough on in a pane of that tmux. If there is none, TERM is wrong.",
    zh: "通知会为它多包一层；如果它不放行，通知就丢失了。请在那个 tmux 的分屏里输入 tmux set -g allow-passthrough on。如果没有这样的 tmux，就是 TERM 设错了。",
  },
  "screen.found": { en: "GNU screen is in between.", zh: "中间有 GNU screen。" },
  "screen.follows": {
    en: "It passes on only what the window in front writes, and only ASCII in OSC 9 and 777; OSC 99, which kitty shows, arrives whole. tmux has no such limits.",
    zh: "它只转发前台窗口写出的内容，OSC 9 和 777 只剩 ASCII；OSC 99（kitty 能显示）能完整到达。tmux 没有这些限制。",
  },
  "zellij.found": { en: "Zellij is in between.", zh: "中间有 Zellij。" },
  "zellij.follows": {
    en: "It passes OSC 99 on; only recent versions pass on OSC 9 and 777. /notify test in Pi shows whether something arrives.",
    zh: "它转发 OSC 99；OSC 9 和 777 只有较新的版本才转发。在 Pi 里 /notify test，看看能否收到。",
  },
  "mosh.found": { en: "mosh is in between.", zh: "中间有 mosh。" },
  "mosh.follows": {
    en: "It passes the bell on and drops the terminal's notifications. Use ssh in its place, or add a channel that does not need the terminal with /notify setup in Pi.",
    zh: "它转发响铃，但会丢弃终端的通知。请改用 ssh，或在 Pi 里用 /notify setup 添加一个不靠终端的渠道。",
  },
  "ssh.found": { en: "ssh is in between.", zh: "中间有 ssh。" },
  "ssh.follows": {
    en: "It passes everything on, but of the terminal's variables only TERM arrives.",
    zh: "它什么都转发，但终端的环境变量只有 TERM 能到达。",
  },

  "tmux-missing.found": {
    en: "Pi is inside tmux, but the program tmux is not on PATH.",
    zh: "Pi 在 tmux 里，但 PATH 里找不到 tmux 程序。",
  },
  "tmux-hung.found": { en: "tmux does not answer within a second.", zh: "tmux 一秒之内没有回答。" },
  "tmux-gone.found": {
    en: "TMUX names a tmux server that is gone or refuses to answer.",
    zh: "TMUX 指的 tmux 服务器已经不在，或者拒绝回答。",
  },
  "tmux-lost.found": {
    en: "TMUX is set, but TMUX_PANE does not say which pane this is.",
    zh: "设置了 TMUX，但 TMUX_PANE 没有说明是哪个分屏。",
  },
  "tmux-lost.found no pane": {
    en: "tmux has no pane with the id in TMUX_PANE.",
    zh: "tmux 里没有 TMUX_PANE 所指的分屏。",
  },
  "leftover.follows": {
    en: "These variables are left over from elsewhere, so notifications are sent as outside tmux.",
    zh: "这些变量是别处遗留下来的，所以按不在 tmux 里发送通知。",
  },
  "silence.follows": {
    en: "The location in tmux is shown as unknown.",
    zh: "通知里的 tmux 位置显示为未知。",
  },
  "silence.follows when asked": {
    en: "Whether it lets notifications through is unknown, so they are skipped (policy-unknown). The location in tmux is shown as unknown.",
    zh: "不知道它是否放行通知，因此跳过（policy-unknown）。通知里的 tmux 位置显示为未知。",
  },
  "tmux-old.found": {
    en: "tmux {version} is older than 3.3 and has no allow-passthrough.",
    zh: "tmux {version} 早于 3.3，没有 allow-passthrough。",
  },
  "tmux-old.follows": {
    en: "It lets everything through, and some versions cannot tell which terminal it runs in. 3.4 or later knows allow-passthrough all.",
    zh: "它什么都放行；其中一些版本说不出自己在什么终端里。3.4 起支持 allow-passthrough all。",
  },
  writesPastTmux: {
    en: "Channel {id} writes past tmux, to the terminals of its clients",
    zh: "渠道 {id} 绕过 tmux，直接写到各客户端的终端",
  },
  writesPastTmuxNow: {
    en: "tmux would pass nothing on ({reason}), so channel {id} writes past it",
    zh: "tmux 不会放行（{reason}），因此渠道 {id} 绕过它",
  },
  passthroughIs: { en: "tmux's allow-passthrough is {value}", zh: "tmux 的 allow-passthrough 是 {value}" },
  "passthrough-off.found": { en: "tmux's allow-passthrough is off.", zh: "tmux 的 allow-passthrough 是关闭的。" },
  "passthrough-off.follows": {
    en: "Channel {id} is skipped (passthrough-off).",
    zh: "渠道 {id} 会被跳过（passthrough-off）。",
  },
  "passthrough-off.follows unasked": {
    en: "What channel {id} writes is lost in tmux.",
    zh: "渠道 {id} 写出的内容会在 tmux 里丢失。",
  },
  "pane-hidden.found": {
    en: "tmux passes on only what comes from a pane that somebody sees.",
    zh: "tmux 只放行有人正在看的分屏。",
  },
  "pane-hidden.found now": {
    en: "No terminal shows this pane, and allow-passthrough is only on.",
    zh: "没有终端在显示这个分屏，而 allow-passthrough 只是 on。",
  },
  "pane-hidden.follows": {
    en: "Channel {id} is skipped (pane-hidden) whenever nobody sees Pi's pane.",
    zh: "没有人在看 Pi 的分屏时，渠道 {id} 会被跳过（pane-hidden）。",
  },
  "pane-hidden.follows unasked": {
    en: "What channel {id} writes is lost in tmux whenever nobody sees Pi's pane.",
    zh: "没有人在看 Pi 的分屏时，渠道 {id} 写出的内容会在 tmux 里丢失。",
  },

  bellPasses: {
    en: "tmux marks the window and lets the bell through",
    zh: "tmux 会标记窗口，并放行响铃",
  },
  "monitor-bell.found": { en: "tmux's monitor-bell is off.", zh: "tmux 的 monitor-bell 是关闭的。" },
  "monitor-bell.follows": {
    en: "Channel {id} neither marks Pi's window nor rings.",
    zh: "渠道 {id} 既不标记 Pi 的窗口，也不响。",
  },
  "bell-action.found": { en: "tmux's bell-action is {value}.", zh: "tmux 的 bell-action 是 {value}。" },
  "bell-action.follows none": {
    en: "The window in the background is marked, but channel {id} never rings.",
    zh: "后台的窗口会有标记，但渠道 {id} 从不响。",
  },
  "bell-action.follows current": {
    en: "Channel {id} does not ring while Pi's window is in the background.",
    zh: "Pi 的窗口在后台时，渠道 {id} 不响。",
  },
  "bell-action.follows other": {
    en: "Channel {id} does not ring while Pi's window is in front.",
    zh: "Pi 的窗口在前台时，渠道 {id} 不响。",
  },
  "visual-bell.found": { en: "tmux's visual-bell is on.", zh: "tmux 的 visual-bell 是打开的。" },
  "visual-bell.follows": {
    en: "Channel {id} becomes a line of text in tmux; the terminal itself does not ring.",
    zh: "渠道 {id} 在 tmux 里变成一行文字，终端本身不响。",
  },
  "focus-events.found": { en: "tmux's focus-events is off.", zh: "tmux 的 focus-events 是关闭的。" },
  "focus-events.follows": {
    en: "Pi cannot tell when its terminal loses the focus. Notifications arrive either way.",
    zh: "Pi 不知道终端何时失去焦点。通知不受影响。",
  },

  reached: { en: "{id} ({what}): reached", zh: "{id}（{what}）：可以连通" },
  proxyReached: {
    en: "{id} ({what}): its proxy is reached; only a notification could tell what lies behind it",
    zh: "{id}（{what}）：代理可以连通；代理后面如何，只有真的发通知才知道",
  },
  "unreachable.found": {
    en: "{id} ({what}) cannot be reached: {fault}.",
    zh: "{id}（{what}）连不上：{fault}。",
  },
  "unreachable.follows": {
    en: "The notifications of this channel fail. curl -I {origin} shows more.",
    zh: "这个渠道的通知会失败。用 curl -I {origin} 可以看到更多。",
  },

  "ssh-stale.found remote": {
    en: "You are attached to this tmux over ssh, but Pi's environment is that of somebody at the machine.",
    zh: "你是通过 ssh 连到这个 tmux 的，而 Pi 的环境变量来自坐在机器前的人。",
  },
  "ssh-stale.follows remote": {
    en: "Desktop notifications appear there, where you are not. Start Pi in a new tmux window.",
    zh: "桌面通知会显示在那边，而你不在那里。请在新的 tmux 窗口里启动 Pi。",
  },
  "ssh-stale.found": {
    en: "SSH_CONNECTION, SSH_CLIENT or SSH_TTY is left over from an earlier connection; you are not on ssh now.",
    zh: "SSH_CONNECTION、SSH_CLIENT 或 SSH_TTY 是以前的连接留下的，你现在并没有用 ssh。",
  },
  "ssh-stale.follows": {
    en: "Desktop notifications are skipped (unsupported). Leave Pi, type this in its shell, and start Pi again.",
    zh: "桌面通知会被跳过（unsupported）。请退出 Pi，在 shell 里输入下面的命令，再启动 Pi。",
  },
  powershellThere: { en: "Desktop: powershell.exe is there", zh: "桌面：找到了 powershell.exe" },
  desktopThere: {
    en: "Desktop: notify-send is there, and so is a notification service",
    zh: "桌面：找到了 notify-send，通知服务也在运行",
  },
  "desktop-over-ssh.found": {
    en: "There is a desktop channel, and this is the far side of an ssh connection.",
    zh: "配置了桌面渠道，而这里是 ssh 连接的远端。",
  },
  "desktop-over-ssh.follows": {
    en: "The desktop in front of you belongs to another machine, so the channel is skipped (unsupported).",
    zh: "你面前的桌面属于另一台机器，因此这个渠道会被跳过（unsupported）。",
  },
  "no-desktop.found": {
    en: "There is a desktop channel, but no desktop session: no D-Bus answers.",
    zh: "配置了桌面渠道，但没有桌面会话：D-Bus 没有回答。",
  },
  "no-desktop.follows": {
    en: "The channel is skipped (unsupported) or fails. What is set here must be set before Pi starts.",
    zh: "这个渠道会被跳过（unsupported）或失败。环境变量要在启动 Pi 之前设置。",
  },
  "no-notification-service.found": {
    en: "No notification service runs on this desktop's D-Bus.",
    zh: "这个桌面的 D-Bus 上没有运行通知服务。",
  },
  "no-notification-service.follows": {
    en: "The desktop channel fails. Desktop environments bring such a service; dunst is a small one.",
    zh: "桌面渠道会失败。桌面环境一般自带通知服务；dunst 是一个小巧的选择。",
  },
  "notify-send-missing.found": {
    en: "The program notify-send is not on PATH.",
    zh: "PATH 里找不到 notify-send 程序。",
  },
  "notify-send-missing.follows": {
    en: "The desktop channel fails. It belongs to libnotify.",
    zh: "桌面渠道会失败。它属于 libnotify。",
  },
  "powershell-missing.found": {
    en: "powershell.exe cannot be started from here.",
    zh: "这里无法启动 powershell.exe。",
  },
  "powershell-missing.follows": {
    en: "The desktop channel fails. In WSL, write enabled=true and appendWindowsPath=true under [interop] in /etc/wsl.conf, then type wsl --shutdown in Windows.",
    zh: "桌面渠道会失败。在 WSL 里，请在 /etc/wsl.conf 的 [interop] 下写 enabled=true 和 appendWindowsPath=true，再在 Windows 里输入 wsl --shutdown。",
  },
  "macos-permission.found": {
    en: "macOS shows notifications only from applications that have permission.",
    zh: "macOS 只显示获得许可的应用的通知。",
  },
  "macos-permission.follows": {
    en: "Without permission nothing appears, and no failure is reported. Allow Script Editor (desktop channel) and your terminal (its own notifications) in System Settings, Notifications.",
    zh: "没有许可就什么都不显示，也不会报告失败。请在“系统设置”的“通知”里允许“脚本编辑器”（桌面渠道）和你的终端（终端自己的通知）。",
  },
});
