import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratchFolder } from "../scratch-folder.ts";
import { TmuxServer } from "../tmux-server.ts";
import type { SshServer } from "./ssh-server.ts";

/** What lies between kitty and the program. `{ tmux: options }` is tmux with its options; `"tmux"` lets sequences through. */
export type Layer = "tmux" | "screen" | "ssh" | { readonly tmux: Readonly<Record<string, string>> };

export interface Layered {
  /** What kitty runs. */
  readonly argv: readonly string[];
  /** Resolves when the program's terminal is on kitty's screen: tmux runs its program before that. */
  readonly onScreen: () => Promise<void>;
  /** The tmux servers, from the inside to the outside. The session is called `work`. */
  readonly servers: readonly TmuxServer[];
}

/**
 * @param layers from the inside to the outside
 * @param owner ends the servers
 */
export async function throughLayers(
  layers: readonly Layer[],
  command: readonly string[],
  owner: AsyncDisposableStack,
  ssh?: SshServer,
): Promise<Layered> {
  let argv: readonly string[] = command;
  const servers: TmuxServer[] = [];
  for (const layer of layers) {
    if (layer === "ssh") {
      if (ssh === undefined) throw new Error("a way over ssh needs a server");
      argv = ssh.command(argv);
    } else if (layer === "screen") {
      argv = screenCommand(argv, owner);
    } else {
      const options = layer === "tmux" ? { "allow-passthrough": "on" } : layer.tmux;
      const server = owner.use(await TmuxServer.start({ options }));
      await server.newSession({ name: "work", command: argv });
      argv = server.attachCommand("work");
      servers.push(server);
    }
  }
  return {
    argv,
    servers,
    onScreen: async () => {
      for (const server of servers) await server.waitForClient("work");
    },
  };
}

/** GNU screen, which lives as long as its one program, with its sockets in a folder of its own. */
function screenCommand(command: readonly string[], owner: AsyncDisposableStack): string[] {
  const scratch = owner.use(makeScratchFolder());
  const sockets = join(scratch.path, "s");
  mkdirSync(sockets);
  chmodSync(sockets, 0o700);
  const settings = join(scratch.path, "screenrc");
  writeFileSync(settings, "startup_message off\n");
  return ["env", `SCREENDIR=${sockets}`, "screen", "-U", "-c", settings, ...command];
}
