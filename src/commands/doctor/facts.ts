import type { DesktopConfig } from "../../channels/desktop/desktop.schema.ts";
import type { DesktopKind } from "../../channels/desktop/desktop-here.ts";
import type { OscConfig } from "../../channels/osc/osc.schema.ts";
import type { ConfigWarning } from "../../config/file/config-warning.ts";
import type { ProjectState } from "../../config/load-config.ts";
import type { Language } from "../../notices/event-table.ts";
import type { Failure } from "../../notices/health-sign.ts";
import type { Environment } from "../../ports/environment.ts";
import type { HostReach } from "../../ports/http-client.ts";
import type { NotificationService, PiExtension, TerminalLayer, TmuxSettings } from "../../ports/surroundings.ts";
import type { TmuxReply } from "../../ports/tmux-client.ts";

/** Everything that the doctor checks, gathered from outside beforehand. */
export interface DoctorFacts {
  /** In which the findings are told: the configuration's, else the environment's. */
  readonly language: Language;
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly config: ConfigFacts;
  readonly channels: ChannelFacts;
  readonly tmux: TmuxReply;
  /** What the terminal has told Pi that it is; outside Pi it was not asked. */
  readonly terminalName?: string | undefined;
  readonly settings: TmuxSettings;
  /** What lies between here and the terminal by the processes above this one, the nearest first; unknown without `ps`. */
  readonly layers: readonly TerminalLayer[] | undefined;
  readonly desktop: DesktopFacts;
  readonly extensions: readonly PiExtension[];
  /** The channels of this session that are in an outage, by id; outside Pi nothing is known of it. */
  readonly outages?: ReadonlyMap<string, Failure>;
}

export interface ConfigFacts {
  readonly enabled: boolean;
  /** This process is a subagent's child, and such are to be silent. */
  readonly isSilentChild: boolean;
  readonly warnings: readonly ConfigWarning[];
  readonly project: ProjectState;
  /** The global file as it is shown: `~/.pi/agent/extensions/pi-notify/config.json`. */
  readonly path: string;
  /** It does not exist. */
  readonly isAbsent: boolean;
  /** The name of the file that has `enabled` false. */
  readonly switchedOffIn?: string | undefined;
}

/** The channels that are switched on and can be used, by what matters of each. */
export interface ChannelFacts {
  readonly ids: readonly string[];
  readonly osc: readonly { readonly id: string; readonly config: OscConfig }[];
  readonly bells: readonly string[];
  readonly desktops: readonly { readonly id: string; readonly config: DesktopConfig }[];
  readonly posting: readonly Destination[];
}

/** A channel that posts somewhere. */
export interface Destination {
  readonly id: string;
  /** In the channel's own words, with no more of the address than its host (R15). */
  readonly what: string;
  /** `https://ntfy.sh`: no path, no user name. */
  readonly origin: string;
  readonly reach: { readonly to: HostReach } | { readonly fault: string };
}

export interface DesktopFacts {
  readonly kind: DesktopKind | undefined;
  /** Whether the program that shows the notification is there. */
  readonly hasProgram: boolean;
  readonly service: NotificationService;
  /** The socket of a D-Bus at its usual place that the environment does not name. */
  readonly usualBus?: string | undefined;
  /** The program that installs packages here. */
  readonly installer?: Installer | undefined;
}

export type Installer = "apt-get" | "dnf" | "pacman";

/** Whether something connects us to another machine, as the processes tell, or else the environment. */
export function isRemote({ env, layers }: Pick<DoctorFacts, "env" | "layers">): boolean {
  return saysSsh(env) || layers?.some((layer) => layer === "ssh" || layer === "mosh") === true;
}

/** What sshd leaves in the environment, and what stays there when the connection has long gone. */
export function saysSsh({ SSH_CONNECTION, SSH_CLIENT, SSH_TTY }: Environment): boolean {
  return Boolean(SSH_CONNECTION || SSH_CLIENT || SSH_TTY);
}
