import { defineMessages } from "./define-messages.ts";

/**
 * What `/notify doctor` says, by finding: what was found, what follows, and what to type. Each line of `type` stands
 * alone and can be copied; what is to be typed is the same in both languages.
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
  type: { en: "  do: ", zh: "  输入：" },

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
  "config-warning.type": { en: "$EDITOR {path}\nthen /reload in Pi", zh: "$EDITOR {path}\n然后在 Pi 里 /reload" },
  "project-waiting.follows": {
    en: "Until you approve the file, only the settings in it that need no approval count.",
    zh: "在你批准之前，文件里只有不需要批准的设置生效。",
  },
  "project-waiting.type": { en: "/notify trust in Pi, then /reload", zh: "在 Pi 里 /notify trust，然后 /reload" },
  "switched-off.found": {
    en: "pi-notify is switched off in the configuration.",
    zh: "配置里关闭了 pi-notify。",
  },
  "switched-off.follows": { en: "No channel sends anything.", zh: "所有渠道都不发送通知。" },
  "switched-off.type": {
    en: '"enabled": true in {path}\nthen /reload in Pi',
    zh: '在 {path} 里写 "enabled": true\n然后在 Pi 里 /reload',
  },
  "subagent.found": {
    en: "The environment says that this process belongs to a subagent.",
    zh: "从环境变量看，这是子代理的进程。",
  },
  "subagent.follows": {
    en: "It sends nothing; the Pi that started it sends the notifications.",
    zh: "它不发送通知，由启动它的 Pi 来通知。",
  },
  "subagent.type": {
    en: 'if it should notify: "attention": {"childProcesses": "notify"} in\n{path}',
    zh: '如果要它通知，就写 "attention": {"childProcesses": "notify"}，写在\n{path}',
  },
  "no-channel.found": { en: "No channel is configured that could be used.", zh: "没有配置任何可用的渠道。" },
  "no-channel.follows": { en: "Nothing is sent.", zh: "不会有任何通知。" },
  "no-channel.type": { en: "/notify setup in Pi", zh: "在 Pi 里 /notify setup" },

  "loaded-twice.found": {
    en: "Pi loads pi-notify from more than one place: {places}.",
    zh: "Pi 从多处加载了 pi-notify：{places}。",
  },
  "loaded-twice.follows": {
    en: "Only one copy works, depending on the order of loading; an update may reach the other one.",
    zh: "只有一份在工作，是哪一份取决于加载顺序；更新的可能是另一份。",
  },
  "loaded-twice.type": { en: "pi list\nthen pi remove all but one", zh: "pi list\n然后用 pi remove 只留一个" },
  "other-notifier.found": { en: "Pi also loads {name} ({from}).", zh: "Pi 还加载了 {name}（{from}）。" },
  "other-notifier.follows": {
    en: "Whatever both of them notify about arrives twice.",
    zh: "两者都会通知的事，你会收到两次。",
  },
  "other-notifier.type": {
    en: "pi list\nthen pi remove the one that you do not want\nif it is a file, delete it by hand",
    zh: "pi list\n然后用 pi remove 移除不要的那个\n如果是文件，就手动删除",
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
  "terminal-mute.type": {
    en: "/notify setup in Pi, for a channel that reaches you",
    zh: "在 Pi 里 /notify setup，换一个能通知到你的渠道",
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
    en: "It may show nothing, and no terminal reports that.",
    zh: "它可能什么都不显示，而终端不会报告这一点。",
  },
  "terminal-unknown.type": {
    en: '/notify test {id} in Pi\nif nothing appears: "osc": {"protocol": "osc777"}, or "osc99", for it in\n{path}',
    zh: '在 Pi 里 /notify test {id}\n如果没有显示，就为它写 "osc": {"protocol": "osc777"} 或 "osc99"，写在\n{path}',
  },

  "foot.found": {
    en: "foot hides notifications while its own window has the focus.",
    zh: "foot 在自己的窗口有焦点时不显示通知。",
  },
  "foot.follows": { en: "A test typed in that window shows nothing.", zh: "在那个窗口里测试，什么都看不到。" },
  "foot.type": {
    en: "in ~/.config/foot/foot.ini, under [desktop-notifications]:\ninhibit-when-focused=no\nbefore foot 1.18: notify-focus-inhibit=no",
    zh: "在 ~/.config/foot/foot.ini 的 [desktop-notifications] 下写\ninhibit-when-focused=no\nfoot 1.18 之前写 notify-focus-inhibit=no",
  },
  "ghostty.found": {
    en: "Ghostty drops a notification whose text it has shown within the last five seconds.",
    zh: "五秒之内文字相同的通知，Ghostty 只显示一次。",
  },
  "ghostty.follows": {
    en: "Two tests in a row show one notification.",
    zh: "连着测试两次，只会看到一条通知。",
  },
  "ghostty.type": {
    en: "desktop-notifications = true in Ghostty's configuration (its default)",
    zh: "在 Ghostty 的配置里写 desktop-notifications = true（默认值）",
  },
  "vscode.found": {
    en: "VS Code shows terminal notifications only if its setting allows them.",
    zh: "VS Code 要在设置里允许，才会显示终端的通知。",
  },
  "vscode.follows": { en: "Without it nothing appears.", zh: "没有允许，就什么都不显示。" },
  "vscode.type": {
    en: "in the settings of VS Code, search for: terminal notifications",
    zh: "在 VS Code 的设置里搜索 terminal notifications",
  },
  "windows-terminal.found": {
    en: "Windows Terminal shows notifications since 1.26, and only while its tab is not in front.",
    zh: "Windows Terminal 从 1.26 起才显示通知，而且只在标签页不在前台时显示。",
  },
  "windows-terminal.follows": { en: "An older version shows nothing.", zh: "更早的版本什么都不显示。" },
  "windows-terminal.type": { en: "wt --version", zh: "wt --version" },
  "iterm2.found": {
    en: "iTerm2 shows notifications only in profiles that allow them.",
    zh: "iTerm2 只在允许通知的配置档案里显示通知。",
  },
  "iterm2.follows": { en: "Without that nothing appears.", zh: "没有允许，就什么都不显示。" },
  "iterm2.type": {
    en: "in iTerm2: Settings, Profiles, Terminal\nswitch on Notification Center Alerts\nand, under Filter Alerts, Escape Sequence-Generated Alerts",
    zh: "在 iTerm2 里：Settings, Profiles, Terminal\n打开 Notification Center Alerts\n以及 Filter Alerts 下的 Escape Sequence-Generated Alerts",
  },
  "vte.found": {
    en: "Whether VTE terminals and Konsole show notifications depends on their version and build.",
    zh: "基于 VTE 的终端和 Konsole 能否显示通知，取决于版本和编译方式。",
  },
  "vte.follows": { en: "VTE as Debian builds it shows none.", zh: "Debian 编译的 VTE 什么都不显示。" },
  "vte.type": {
    en: "/notify test in Pi\nif nothing appears: /notify setup, for a desktop channel",
    zh: "在 Pi 里 /notify test\n如果没有显示，就用 /notify setup 添加桌面渠道",
  },

  between: { en: "Between Pi and the terminal: {layers}", zh: "Pi 和终端之间：{layers}" },
  betweenNothing: { en: "nothing", zh: "什么都没有" },
  betweenThen: { en: ", then ", zh: "，再经过 " },
  "nested-tmux.found": { en: "tmux runs inside tmux.", zh: "tmux 里还有 tmux。" },
  "nested-tmux.follows": {
    en: "Both must pass notifications on, and the outer one cannot be asked from here.",
    zh: "两层都要放行通知，而外层的 tmux 在这里问不到。",
  },
  "nested-tmux.type": {
    en: "tmux set -g allow-passthrough on\nin the outer tmux",
    zh: "tmux set -g allow-passthrough on\n在外层的 tmux 里输入",
  },
  "near-tmux.found": {
    en: "TERM names a tmux that cannot be asked from here, such as one on the near side of ssh.",
    zh: "TERM 表明有一个在这里问不到的 tmux，例如 ssh 近端的那个。",
  },
  "near-tmux.follows": {
    en: "Notifications are wrapped for it and are lost if it does not pass them on.",
    zh: "通知会为它多包一层；如果它不放行，通知就丢失了。",
  },
  "near-tmux.type": {
    en: "tmux set -g allow-passthrough on\nin that tmux; if there is none, set TERM right, for example:\nexport TERM=xterm-256color",
    zh: "tmux set -g allow-passthrough on\n在那个 tmux 里输入；如果没有，就改正 TERM，例如\nexport TERM=xterm-256color",
  },
  "screen.found": { en: "GNU screen is in between.", zh: "中间有 GNU screen。" },
  "screen.follows": {
    en: "It passes on only what the window in front writes, and only ASCII in OSC 9 and 777; OSC 99 arrives whole.",
    zh: "它只转发前台窗口写出的内容，OSC 9 和 777 只剩 ASCII；OSC 99 能完整到达。",
  },
  "screen.type": {
    en: 'if the terminal is kitty: "osc": {"protocol": "osc99"} for the channel\nelse tmux in place of screen',
    zh: '如果终端是 kitty，就为渠道写 "osc": {"protocol": "osc99"}\n否则请用 tmux 代替 screen',
  },
  "zellij.found": { en: "Zellij is in between.", zh: "中间有 Zellij。" },
  "zellij.follows": {
    en: "It passes OSC 99 on; only recent versions pass on OSC 9 and 777.",
    zh: "它转发 OSC 99；OSC 9 和 777 只有较新的版本才转发。",
  },
  "zellij.type": {
    en: "zellij --version\n/notify test in Pi shows whether something arrives",
    zh: "zellij --version\n在 Pi 里 /notify test，看看能否收到",
  },
  "mosh.found": { en: "mosh is in between.", zh: "中间有 mosh。" },
  "mosh.follows": {
    en: "It passes the bell on and drops the terminal's notifications.",
    zh: "它转发响铃，但会丢弃终端的通知。",
  },
  "mosh.type": {
    en: "ssh in place of mosh\nor /notify setup in Pi, for a channel that does not need the terminal",
    zh: "用 ssh 代替 mosh\n或在 Pi 里 /notify setup，换一个不靠终端的渠道",
  },
  "ssh.found": { en: "ssh is in between.", zh: "中间有 ssh。" },
  "ssh.follows": {
    en: "It passes everything on, but of the terminal's variables only TERM arrives.",
    zh: "它什么都转发，但终端的环境变量只有 TERM 能到达。",
  },
  "ssh.type": {
    en: '"osc": {"protocol": "osc777"}, or what your terminal understands,\nfor the channel in {path}',
    zh: '为渠道写 "osc": {"protocol": "osc777"}，或终端支持的协议，\n写在 {path}',
  },

  "tmux-missing.found": {
    en: "Pi is inside tmux, but the program tmux is not on PATH.",
    zh: "Pi 在 tmux 里，但 PATH 里找不到 tmux 程序。",
  },
  "tmux-missing.type": {
    en: "command -v tmux\nin a shell that finds it, then start Pi with that folder on PATH",
    zh: "command -v tmux\n在能找到它的 shell 里输入，再把那个文件夹加进 PATH 启动 Pi",
  },
  "tmux-hung.found": { en: "tmux does not answer within a second.", zh: "tmux 一秒之内没有回答。" },
  "tmux-hung.type": {
    en: "ps -o stat= -p {pid}\nin another terminal; if that prints T:\nkill -CONT {pid}",
    zh: "ps -o stat= -p {pid}\n在另一个终端里输入；如果显示 T，就输入\nkill -CONT {pid}",
  },
  "tmux-gone.found": {
    en: "TMUX names a tmux server that is gone or refuses to answer.",
    zh: "TMUX 指的 tmux 服务器已经不在，或者拒绝回答。",
  },
  "tmux-gone.type": {
    en: "unset TMUX TMUX_PANE\nthen start Pi again, or start it in a new tmux",
    zh: "unset TMUX TMUX_PANE\n然后重新启动 Pi，或在新的 tmux 里启动",
  },
  "tmux-lost.found": {
    en: "TMUX is set, but TMUX_PANE does not say which pane this is.",
    zh: "设置了 TMUX，但 TMUX_PANE 没有说明是哪个分屏。",
  },
  "tmux-lost.type": {
    en: "{command}\nin that pane, then start Pi again",
    zh: "{command}\n在那个分屏里输入，然后重新启动 Pi",
  },
  "tmux-lost.found no pane": {
    en: "tmux has no pane with the id in TMUX_PANE.",
    zh: "tmux 里没有 TMUX_PANE 所指的分屏。",
  },
  "tmux-lost.type no pane": {
    en: "unset TMUX TMUX_PANE\nthen start Pi again in a pane of a tmux that is running",
    zh: "unset TMUX TMUX_PANE\n然后在正在运行的 tmux 的分屏里重新启动 Pi",
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
    en: "It lets everything through, and some versions cannot tell which terminal it runs in.",
    zh: "它什么都放行；其中一些版本说不出自己在什么终端里。",
  },
  "tmux-old.type": {
    en: "tmux -V\n3.4 or later knows allow-passthrough all",
    zh: "tmux -V\n3.4 起支持 allow-passthrough all",
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
  "pane-hidden.type past": {
    en: '"osc": {keys} for channel {id} in\n{path}',
    zh: '为渠道 {id} 写 "osc": {keys}，写在\n{path}',
  },
  "option.type": {
    en: "tmux set -g {option}\necho 'set -g {option}' >> ~/.tmux.conf # keeps it",
    zh: "tmux set -g {option}\necho 'set -g {option}' >> ~/.tmux.conf # 永久保留",
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
  "unreachable.follows": { en: "The notifications of this channel fail.", zh: "这个渠道的通知会失败。" },
  "unreachable.type": { en: "curl -I {origin}", zh: "curl -I {origin}" },
  "unreachable.type lookup": { en: "nslookup {host}", zh: "nslookup {host}" },
  "unreachable.type proxy": {
    en: "env | grep -i proxy\nand correct what is wrong there; NO_PROXY names hosts that need none",
    zh: "env | grep -i proxy\n改正其中不对的；不需要代理的主机写进 NO_PROXY",
  },
  "unreachable.type certificate": {
    en: "curl -I {origin}\nsays what is wrong with it; for a certificate of your own:\nNODE_EXTRA_CA_CERTS=/path/to/ca.pem pi",
    zh: "curl -I {origin}\n会说明哪里不对；如果是自己的证书，就这样启动\nNODE_EXTRA_CA_CERTS=/path/to/ca.pem pi",
  },

  "ssh-stale.found remote": {
    en: "You are attached to this tmux over ssh, but Pi's environment is that of somebody at the machine.",
    zh: "你是通过 ssh 连到这个 tmux 的，而 Pi 的环境变量来自坐在机器前的人。",
  },
  "ssh-stale.follows remote": {
    en: "Desktop notifications appear there, where you are not.",
    zh: "桌面通知会显示在那边，而你不在那里。",
  },
  "ssh-stale.type remote": {
    en: "tmux new-window\nand start Pi in there",
    zh: "tmux new-window\n然后在里面启动 Pi",
  },
  "ssh-stale.found": {
    en: "SSH_CONNECTION, SSH_CLIENT or SSH_TTY is left over from an earlier connection; you are not on ssh now.",
    zh: "SSH_CONNECTION、SSH_CLIENT 或 SSH_TTY 是以前的连接留下的，你现在并没有用 ssh。",
  },
  "ssh-stale.follows": {
    en: "Desktop notifications are skipped (unsupported).",
    zh: "桌面通知会被跳过（unsupported）。",
  },
  "ssh-stale.type": {
    en: "unset SSH_CONNECTION SSH_CLIENT SSH_TTY\nthen start Pi again",
    zh: "unset SSH_CONNECTION SSH_CLIENT SSH_TTY\n然后重新启动 Pi",
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
  "desktop-over-ssh.type": {
    en: "/notify setup in Pi, for a channel that reaches you there",
    zh: "在 Pi 里 /notify setup，换一个能通知到你的渠道",
  },
  "no-desktop.found": {
    en: "There is a desktop channel, but no desktop session: no D-Bus answers.",
    zh: "配置了桌面渠道，但没有桌面会话：D-Bus 没有回答。",
  },
  "no-desktop.follows": {
    en: "The channel is skipped (unsupported) or fails.",
    zh: "这个渠道会被跳过（unsupported）或失败。",
  },
  "no-desktop.type": {
    en: "if the file /run/user/$(id -u)/bus exists, then before you start Pi:\nexport DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/$(id -u)/bus",
    zh: "如果有 /run/user/$(id -u)/bus 这个文件，就在启动 Pi 之前输入\nexport DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/$(id -u)/bus",
  },
  "no-notification-service.found": {
    en: "No notification service runs on this desktop's D-Bus.",
    zh: "这个桌面的 D-Bus 上没有运行通知服务。",
  },
  "no-notification-service.follows": { en: "The desktop channel fails.", zh: "桌面渠道会失败。" },
  "no-notification-service.type": {
    en: "sudo apt-get install dunst\nor another notification service; desktop environments bring their own",
    zh: "sudo apt-get install dunst\n或其他通知服务；桌面环境一般自带",
  },
  "notify-send-missing.found": {
    en: "The program notify-send is not on PATH.",
    zh: "PATH 里找不到 notify-send 程序。",
  },
  "notify-send-missing.follows": { en: "The desktop channel fails.", zh: "桌面渠道会失败。" },
  "notify-send-missing.type": {
    en: "sudo apt-get install libnotify-bin\non Fedora and Arch the package is libnotify",
    zh: "sudo apt-get install libnotify-bin\n在 Fedora 和 Arch 上，软件包是 libnotify",
  },
  "powershell-missing.found": {
    en: "powershell.exe cannot be started from here.",
    zh: "这里无法启动 powershell.exe。",
  },
  "powershell-missing.follows": { en: "The desktop channel fails.", zh: "桌面渠道会失败。" },
  "powershell-missing.type": {
    en: "command -v powershell.exe\nin WSL, under [interop] in /etc/wsl.conf:\nenabled=true\nappendWindowsPath=true\nthen, in Windows:\nwsl --shutdown",
    zh: "command -v powershell.exe\n在 WSL 里，在 /etc/wsl.conf 的 [interop] 下写\nenabled=true\nappendWindowsPath=true\n然后在 Windows 里输入\nwsl --shutdown",
  },
  "macos-permission.found": {
    en: "macOS shows notifications only from applications that have permission.",
    zh: "macOS 只显示获得许可的应用的通知。",
  },
  "macos-permission.follows": {
    en: "Without permission nothing appears, and no failure is reported. A desktop channel appears as Script Editor, the terminal's notification as the terminal.",
    zh: "没有许可就什么都不显示，也不会报告失败。桌面渠道以“脚本编辑器”的名义显示，终端的通知以终端的名义显示。",
  },
  "macos-permission.type": {
    en: 'allow them in the settings that this opens:\nopen "x-apple.systempreferences:com.apple.Notifications-Settings.extension"',
    zh: '在打开的设置里允许通知：\nopen "x-apple.systempreferences:com.apple.Notifications-Settings.extension"',
  },
});
