import type { FailureReason } from "../../messages/failure.messages.ts";
import type { Priority } from "../../notices/event-table.ts";
import { type Environment, LOCALE_VARIABLES } from "../../ports/environment.ts";
import type { ProgramCall, ProgramEnd } from "../../ports/program-runner.ts";
import { sessionBusAddress } from "./desktop-here.ts";
import type { DesktopText } from "./desktop-text.ts";

const URGENCY = { 1: "low", 2: "low", 3: "normal", 4: "normal", 5: "critical" } as const satisfies Record<
  Priority,
  string
>;

/** `PATH` finds it, and the arguments are in the locale's character set. Its bus is named below. */
const INHERITS = ["PATH", ...LOCALE_VARIABLES, "XDG_RUNTIME_DIR"];

/** Texts stand behind `--`, so that no text is an option, whatever it begins with (R23). */
export function notifySendCall(
  { title, body }: DesktopText,
  { priority, sound, env }: { readonly priority: Priority; readonly sound?: string; readonly env: Environment },
): ProgramCall {
  const bus = sessionBusAddress(env);
  return {
    program: "notify-send",
    inherits: INHERITS,
    args: [
      "--app-name=pi-notify",
      `--urgency=${URGENCY[priority]}`,
      ...(sound === undefined ? [] : [`--hint=string:sound-name:${sound}`]),
      "--",
      title,
      asMarkup(body).replaceAll("\\", "\\\\"),
    ],
    ...(bus === undefined ? {} : { env: { DBUS_SESSION_BUS_ADDRESS: bus } }),
  };
}

/**
 * A desktop reads the body as markup, and a bare `<` or `&` can make it drop the whole. The title is plain text.
 * notify-send, for its part, takes backslashes as C does: those are doubled.
 */
function asMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Why it failed, as far as that can be told from D-Bus's own error names; its other words are not shown (R15). */
export function notifySendFailure({ errors }: ProgramEnd): FailureReason | undefined {
  return errors.includes("org.freedesktop.DBus.Error.ServiceUnknown")
    ? "no notification service runs on this desktop"
    : undefined;
}
