import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram } from "./system-parts.ts";

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));

/** Where npm put `pi` and the Node 24 that Pi needs. */
export const BIN_FOLDER = join(REPOSITORY, "node_modules", ".bin");

export interface CleanEnvironmentOptions {
  /** Private home folder. */
  readonly home: string;
  /** Folders searched before all others: for wrappers such as a slow `tmux`. */
  readonly pathPrepend?: readonly string[];
  /** TERM; tmux overwrites it inside its panes. */
  readonly term?: string;
  /** Added last; wins. */
  readonly extra?: Readonly<Record<string, string>>;
}

/**
 * An environment made from nothing, so that no `KITTY_WINDOW_ID`, `TMUX`, proxy or locale of the person who runs
 * the tests reaches the program under test.
 */
export function cleanEnvironment(options: CleanEnvironmentOptions): Record<string, string> {
  const tmux = findProgram("tmux");
  const folders = [
    ...(options.pathPrepend ?? []),
    BIN_FOLDER,
    dirname(process.execPath),
    ...(tmux === undefined ? [] : [dirname(tmux)]),
    "/usr/local/bin",
    "/usr/bin",
    "/bin",
  ];
  return {
    PATH: [...new Set(folders)].join(delimiter),
    HOME: options.home,
    LANG: "C.UTF-8",
    TERM: options.term ?? "xterm-256color",
    SHELL: "/bin/sh",
    ...options.extra,
  };
}
