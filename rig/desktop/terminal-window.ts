import type { Desktop } from "./desktop.ts";
import type { DesktopNotification } from "./notification-service.ts";

export interface WindowOptions {
  readonly desktop: Desktop;
  /** Program and arguments. */
  readonly command: readonly string[];
  /** Its environment beside the desktop's. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A window of a real terminal on a desktop. Of several on one desktop each must have ended before the next one starts. */
export interface TerminalWindow extends AsyncDisposable {
  /** Waits for the program's end and for all that it sent; returns what the desktop was asked to show. */
  allShown(deadlineMs?: number): Promise<readonly DesktopNotification[]>;
}
