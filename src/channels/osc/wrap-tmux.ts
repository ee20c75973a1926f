import { ESC, ST } from "./control-bytes.ts";

/** How many tmux lie between Pi and the terminal. */
export type TmuxDepth = 0 | 1 | 2;

/**
 * Wraps a whole notification for tmux's passthrough, once for each tmux on the way (SPEC 6):
 * a DCS of tmux's own in which every ESC is doubled.
 */
export function wrapTmux(sequence: string, depth: TmuxDepth): string {
  let wrapped = sequence;
  for (let level = 0; level < depth; level += 1) {
    wrapped = `${ESC}Ptmux;${wrapped.replaceAll(ESC, ESC + ESC)}${ST}`;
  }
  return wrapped;
}
