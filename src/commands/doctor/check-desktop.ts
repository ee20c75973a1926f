import { type DoctorFacts, isRemote, saysSsh } from "./facts.ts";
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
      ? problem("ssh-stale", {
          found: say("ssh-stale.found remote"),
          follows: say("ssh-stale.follows remote"),
          type: say("ssh-stale.type remote"),
        })
      : problem("ssh-stale", {
          found: say("ssh-stale.found"),
          follows: say("ssh-stale.follows"),
          type: say("ssh-stale.type"),
        }),
  ];
}

function checkHere(facts: DoctorFacts, say: SayDoctor): Finding[] {
  const { desktop } = facts;
  const isWrong = (id: Plain) => problem(id, tell(id, say));
  if (isRemote(facts)) return [note("desktop-over-ssh", tell("desktop-over-ssh", say))];
  if (desktop.kind === undefined || desktop.service === "no-bus") return [isWrong("no-desktop")];
  switch (desktop.kind) {
    case "macos":
      return [];
    case "windows":
    case "wsl":
      return desktop.hasProgram ? [fine(say("powershellThere"))] : [isWrong("powershell-missing")];
    case "linux": {
      const wrong = [
        ...(desktop.hasProgram ? [] : [isWrong("notify-send-missing")]),
        ...(desktop.service === "absent" ? [isWrong("no-notification-service")] : []),
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
  return { found: say(`${id}.found`), follows: say(`${id}.follows`), type: say(`${id}.type`) };
}
