import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnvironment } from "./clean-environment.ts";
import { RecordedPty } from "./recorded-pty.ts";
import { makeScratchFolder, type ScratchFolder } from "./scratch-folder.ts";
import type { TmuxServer } from "./tmux-server.ts";

export interface AttachedClientOptions {
  /** TERM of the outer terminal; tmux reports it as `#{client_termname}`. */
  readonly term?: string;
  /** What it answers to XTVERSION; tmux reports it as `#{client_termtype}`. */
  readonly termType?: string;
  readonly cols?: number;
  readonly rows?: number;
  /** In control mode (`tmux -CC`), as iTerm2 attaches: it gets the output of every pane as text. */
  readonly control?: boolean;
}

/**
 * The outer terminal: a tmux client on a pty that records what tmux sends it.
 * What arrives here is what kitty, Ghostty or foot would have got.
 */
export class AttachedClient extends RecordedPty {
  readonly #scratch: ScratchFolder;

  private constructor(scratch: ScratchFolder, server: TmuxServer, session: string, options: AttachedClientOptions) {
    const term = options.term ?? "xterm-256color";
    super({
      ...options,
      command: server.attachCommand(session, options.control === true ? ["-CC"] : []),
      env: cleanEnvironment({ home: scratch.path, term, extra: terminfoFor(term, scratch.path) }),
      cwd: scratch.path,
    });
    this.#scratch = scratch;
  }

  /** Attaches, and returns when tmux counts the client. */
  static async attach(
    server: TmuxServer,
    session: string,
    options: AttachedClientOptions = {},
  ): Promise<AttachedClient> {
    const client = new AttachedClient(makeScratchFolder(), server, session, options);
    try {
      await server.waitForClient(session, options.termType);
    } catch (error) {
      await client[Symbol.asyncDispose]();
      throw error;
    }
    return client;
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await super[Symbol.asyncDispose]();
    await this.#scratch[Symbol.asyncDispose]();
  }
}

/**
 * tmux refuses a TERM that the system does not describe, and few systems describe `xterm-kitty` or `foot`.
 * Such a name becomes an alias of xterm-256color in a private database.
 */
function terminfoFor(term: string, folder: string): Record<string, string> {
  try {
    execFileSync("infocmp", [term], { stdio: "ignore", env: cleanEnvironment({ home: folder }) });
    return {};
  } catch {
    const source = join(folder, "alias.ti");
    writeFileSync(source, `${term}|alias for the rig,\n\tuse=xterm-256color,\n`);
    execFileSync("tic", ["-x", "-o", join(folder, "terminfo"), source], { stdio: "ignore" });
    return { TERMINFO: join(folder, "terminfo") };
  }
}
