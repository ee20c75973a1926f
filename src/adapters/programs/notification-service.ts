import { type Environment, LOCALE_VARIABLES, pickVariables } from "../../ports/environment.ts";
import type { NotificationService } from "../../ports/surroundings.ts";
import { readProgram } from "./program-output.ts";

const NAME = '"org.freedesktop.Notifications"';

const INHERITS = ["PATH", ...LOCALE_VARIABLES, "XDG_RUNTIME_DIR"];

/**
 * Whether a service on this D-Bus shows notifications, or would be started for one. Only the bus itself is asked,
 * so nothing is started and nothing shown. Never rejects.
 * @param address of the bus, so that the library starts none of its own
 */
export async function findNotificationService(
  { env, address }: { readonly env: Environment; readonly address: string },
  limitMs: number,
  signal: AbortSignal,
): Promise<NotificationService> {
  const ask = (method: string) => {
    const target = ["--session", "--print-reply", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus"];
    const question = {
      program: "dbus-send",
      args: [...target, `org.freedesktop.DBus.${method}`],
      env: { ...pickVariables(env, INHERITS), DBUS_SESSION_BUS_ADDRESS: address },
    };
    return readProgram(question, limitMs, signal);
  };
  const answers = await Promise.all([ask("ListNames"), ask("ListActivatableNames")]);
  if (answers.some((answer) => answer.kind === "text" && answer.text.includes(NAME))) return "there";
  if (answers.every(({ kind }) => kind === "text")) return "absent";
  return answers.some(({ kind }) => kind === "failed") ? "no-bus" : "unknown";
}
