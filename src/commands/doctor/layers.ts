import { ancestryOf, type ProcessTable } from "../../adapters/programs/process-ancestry.ts";
import type { TerminalLayer } from "../../ports/surroundings.ts";

/** How each shows up in a list of processes. */
const PROGRAMS: readonly (readonly [RegExp, TerminalLayer])[] = [
  [/^tmux/, "tmux"],
  [/^screen$/i, "screen"],
  // Some distributions start programs by a wrapper of the same name with a dot in front.
  [/^\.?zellij/, "zellij"],
  [/^\.?mosh-server/, "mosh"],
  [/^sshd|^dropbear/, "ssh"],
];

/**
 * What a process has above it. Whoever is inside tmux has its server above, which somebody started somewhere at some
 * time; from there the way goes on from the client that shows the pane.
 * @param clientPids of that tmux
 * @returns undefined where this process itself cannot be seen
 */
export function layersAbove(
  pid: number,
  table: ProcessTable,
  clientPids: readonly number[],
): readonly TerminalLayer[] | undefined {
  if (!table.has(pid)) return undefined;
  const near = layersIn(ancestryOf(pid, table));
  const inner = near.indexOf("tmux");
  const [client] = clientPids;
  if (inner < 0 || client === undefined) return near;
  return [...near.slice(0, inner + 1), ...layersIn(ancestryOf(client, table).slice(1))];
}

/** Several of the same kind in a row, as sshd's processes are, count once; nested tmux servers have shells between. */
function layersIn(names: readonly string[]): TerminalLayer[] {
  const layers = names.map((name) => PROGRAMS.find(([pattern]) => pattern.test(name))?.[1]);
  return layers.filter((layer, index): layer is TerminalLayer => layer !== undefined && layer !== layers[index - 1]);
}
