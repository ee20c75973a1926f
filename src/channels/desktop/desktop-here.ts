import type { Environment } from "../../ports/environment.ts";

/** How the desktop in front of the user takes a notification. WSL is Linux on the desktop of Windows. */
export type DesktopKind = "macos" | "linux" | "windows" | "wsl";

export interface DesktopSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
}

/** `undefined` where there is no desktop, or the user sits elsewhere, at the other end of an ssh connection. */
export function desktopHere({ platform, env }: DesktopSurroundings): DesktopKind | undefined {
  if (env.SSH_CONNECTION || env.SSH_CLIENT || env.SSH_TTY) return undefined;
  if (platform === "darwin") return "macos";
  if (platform === "win32") return "windows";
  if (platform === "linux" && (env.WSL_DISTRO_NAME || env.WSL_INTEROP)) return "wsl";
  return sessionBusAddress(env) === undefined ? undefined : "linux";
}

/**
 * The D-Bus of this desktop, also where only its usual place is known. Left to find that out alone, the libraries end
 * up starting a bus of their own, which has no listener and stays (R13).
 */
export function sessionBusAddress(env: Environment): string | undefined {
  if (env.DBUS_SESSION_BUS_ADDRESS) return env.DBUS_SESSION_BUS_ADDRESS;
  const hasScreen = Boolean(env.WAYLAND_DISPLAY || env.DISPLAY);
  return hasScreen && env.XDG_RUNTIME_DIR ? `unix:path=${escaped(`${env.XDG_RUNTIME_DIR}/bus`)}` : undefined;
}

/** The D-Bus specification's own percent encoding, byte by byte. */
function escaped(path: string): string {
  return path.replace(/[^-0-9A-Za-z_/.\\*]/gu, (character) =>
    Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  );
}
