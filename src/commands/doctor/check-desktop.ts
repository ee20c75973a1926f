import { type DoctorFacts, type Installer, isRemote, saysSsh } from "./facts.ts";
import { type Finding, fine, note, problem, type SayDoctor } from "./finding.ts";

/** Whether the desktop's own notifications can work here; only for users of such a channel. */
export function checkDesktop(facts: DoctorFacts, say: SayDoctor): Finding[] {
  const { channels } = facts;
  const usesDesktop = channels.desktops.length > 0;
  const found = usesDesktop ? (checkStale(facts, say) ?? checkHere(facts, say)) : [];
  return facts.platform === "darwin" && !isRemote(facts) && (usesDesktop || channels.osc.length > 0)
    ? [...found, note("macos-permission", tell("macos-permission", say))]
    : found;
}

/** Who once attached to this tmux by ssh may sit at the machine now, and the other way round. */
function checkStale(facts: DoctorFacts, say: SayDoctor): Finding[] | undefined {
  const { env, layers, settings } = facts;
  if (layers === undefined || settings.kind !== "answered" || settings.clientPids.length === 0) return undefined;
  const isRemoteNow = layers.includes("ssh") || layers.includes("mosh");
  if (saysSsh(env) === isRemoteNow) return undefined;
  return [
    isRemoteNow
      ? problem("ssh-stale", { found: say("ssh-stale.found remote"), follows: say("ssh-stale.follows remote") })
      : problem("ssh-stale", {
          found: say("ssh-stale.found"),
          follows: say("ssh-stale.follows"),
          shell: ["unset SSH_CONNECTION SSH_CLIENT SSH_TTY"],
        }),
  ];
}

function checkHere(facts: DoctorFacts, say: SayDoctor): Finding[] {
  const { desktop } = facts;
  const isWrong = (id: Plain, shell?: readonly string[]) =>
    problem(id, { ...tell(id, say), ...(shell === undefined ? {} : { shell }) });
  if (isRemote(facts)) {
    // What notifies from afar makes up for it.
    if (facts.channels.posting.length > 0) return [fine(say("desktopElsewhere"))];
    return [note("desktop-over-ssh", { ...tell("desktop-over-ssh", say), inPi: ["/notify setup"] })];
  }
  if (desktop.kind === undefined || desktop.service === "no-bus") {
    const bus = desktop.usualBus;
    return [
      isWrong("no-desktop", bus === undefined ? undefined : [`export DBUS_SESSION_BUS_ADDRESS=unix:path=${bus}`]),
    ];
  }
  switch (desktop.kind) {
    case "macos":
      return [];
    case "windows":
    case "wsl":
      return desktop.hasProgram ? [fine(say("powershellThere"))] : [isWrong("powershell-missing")];
    case "linux": {
      const wrong = [
        ...(desktop.hasProgram ? [] : [isWrong("notify-send-missing", install("libnotify", desktop.installer))]),
        ...(desktop.service === "absent"
          ? [isWrong("no-notification-service", install("dunst", desktop.installer))]
          : []),
      ];
      return wrong.length > 0 ? wrong : [fine(say("desktopThere"))];
    }
  }
}

/** The findings of which there is only one form. */
type Plain =
  | "desktop-over-ssh"
  | "no-desktop"
  | "no-notification-service"
  | "notify-send-missing"
  | "powershell-missing"
  | "macos-permission";

function tell(id: Plain, say: SayDoctor) {
  return { found: say(`${id}.found`), follows: say(`${id}.follows`) };
}

/** Debian and its descendants call the programs of libnotify by a name of their own. */
function install(what: "libnotify" | "dunst", installer: Installer | undefined): readonly string[] | undefined {
  if (installer === undefined) return undefined;
  const name = installer === "apt-get" && what === "libnotify" ? "libnotify-bin" : what;
  return [`sudo ${installer} ${installer === "pacman" ? "-S" : "install"} ${name}`];
}
