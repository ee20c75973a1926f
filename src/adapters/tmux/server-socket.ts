import { createConnection } from "node:net";
import type { Environment } from "../../ports/environment.ts";
import { errorCodeOf } from "../../ports/unknown-value.ts";

/** Nobody listens there, or nothing is there any more. */
const GONE: ReadonlySet<string | undefined> = new Set(["ENOENT", "ECONNREFUSED"]);

/**
 * Whether the tmux server that `TMUX` names has ended: then the variable is left over, in a Zellij or a desktop that was
 * started from that tmux, and there is no tmux around Pi. Never rejects; a socket that does not answer is not gone.
 */
export function isServerGone({ TMUX = "" }: Environment): Promise<boolean> {
  // Its path may hold commas; the server's pid and the session's number follow it.
  const path = /^(.+),\d+,\d+$/.exec(TMUX)?.[1];
  if (path === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const connection = createConnection(path);
    connection.once("connect", () => {
      connection.destroy();
      resolve(false);
    });
    connection.once("error", (error) => resolve(GONE.has(errorCodeOf(error))));
  });
}
