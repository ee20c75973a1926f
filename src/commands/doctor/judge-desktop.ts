import { type DoctorFacts, isRemote, saysSsh } from "./facts.ts";
import { type Finding, fine, note, problem } from "./finding.ts";

/** Whether the desktop's own notifications can work here, for whoever has such a channel. */
export function judgeDesktop(facts: DoctorFacts): Finding[] {
  const { channels } = facts;
  const usesDesktop = channels.desktops.length > 0;
  const found = usesDesktop ? (judgeStale(facts) ?? judgeHere(facts)) : [];
  return facts.platform === "darwin" && !isRemote(facts) && (usesDesktop || channels.osc.length > 0)
    ? [...found, macosPermission]
    : found;
}

/** Who once attached to this tmux by ssh may sit at the machine now, and the other way round. */
function judgeStale(facts: DoctorFacts): Finding[] | undefined {
  const { env, layers, settings } = facts;
  if (layers === undefined || settings.kind !== "answered" || settings.clientPids.length === 0) return undefined;
  const isRemoteNow = layers.includes("ssh") || layers.includes("mosh");
  if (saysSsh(env) === isRemoteNow) return undefined;
  return [
    isRemoteNow
      ? problem("ssh-stale", {
          found: "You are attached to this tmux over ssh, but Pi's environment is that of somebody at the machine.",
          follows: "The desktop's notifications appear there, where you are not.",
          type: "tmux new-window, and start Pi in there",
        })
      : problem("ssh-stale", {
          found:
            "SSH_CONNECTION or its like is left over from an earlier connection; whoever is attached now is not on ssh.",
          follows: "The desktop's notifications are skipped (unsupported).",
          type: "unset SSH_CONNECTION SSH_CLIENT SSH_TTY, then start Pi again",
        }),
  ];
}

function judgeHere(facts: DoctorFacts): Finding[] {
  const { desktop } = facts;
  if (isRemote(facts)) return [overSsh];
  if (desktop.kind === undefined || desktop.service === "no-bus") return [noDesktop];
  switch (desktop.kind) {
    case "macos":
      return [];
    case "windows":
    case "wsl":
      return desktop.hasProgram ? [fine("Desktop: powershell.exe is there")] : [powershellMissing];
    case "linux": {
      const wrong = [
        ...(desktop.hasProgram ? [] : [notifySendMissing]),
        ...(desktop.service === "absent" ? [noService] : []),
      ];
      return wrong.length > 0 ? wrong : [fine("Desktop: notify-send is there, and somebody who shows what it sends")];
    }
  }
}

const overSsh = note("desktop-over-ssh", {
  found: "There is a desktop channel, and this is the far side of an ssh connection.",
  follows: "The desktop in front of you is not the one of this machine, so the channel is skipped (unsupported).",
  type: "/notify setup in Pi, for a channel that reaches you there",
});

const noDesktop = problem("no-desktop", {
  found: "There is a desktop channel, but no session of a desktop: no D-Bus that answers.",
  follows: "The channel is skipped (unsupported) or fails.",
  type: "export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/$(id -u)/bus, then start Pi again, if that file is there",
});

const noService = problem("no-notification-service", {
  found: "Nobody on this desktop's D-Bus shows notifications.",
  follows: "The desktop channel fails.",
  type: "a notification daemon, such as sudo apt-get install dunst; desktops bring one of their own",
});

const notifySendMissing = problem("notify-send-missing", {
  found: "The program notify-send is not on PATH.",
  follows: "The desktop channel fails.",
  type: "sudo apt-get install libnotify-bin; on Fedora and Arch the package is libnotify",
});

const powershellMissing = problem("powershell-missing", {
  found: "powershell.exe cannot be started from here.",
  follows: "The desktop channel fails.",
  type: "command -v powershell.exe; in WSL, [interop] enabled=true and appendWindowsPath=true in /etc/wsl.conf, then wsl --shutdown",
});

const macosPermission = note("macos-permission", {
  found: "macOS shows notifications only of applications that it was allowed to.",
  follows:
    "Until then nothing appears and nobody says so. The desktop channel comes under Script Editor, the terminal's under the terminal.",
  type: 'open "x-apple.systempreferences:com.apple.Notifications-Settings.extension"',
});
