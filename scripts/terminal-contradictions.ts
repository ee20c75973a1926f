import type { Emulator } from "../rig/desktop/emulators.ts";
import { PLACES, PROTOCOLS, type ShownByEmulator } from "../rig/desktop/show-in-emulator.ts";
import { detectProtocol } from "../src/channels/osc/detect-protocol.ts";
import { TERMINALS } from "../src/channels/osc/terminals.ts";

/** Where a real terminal did something else than the table says, one sentence each. */
export function contradictions(
  { is }: Pick<Emulator, "is">,
  { env, shown }: Pick<ShownByEmulator, "env" | "shown">,
): readonly string[] {
  const found = detectProtocol({
    config: { protocol: "auto", fallback: "osc9", termPrograms: {} },
    env,
    tmux: { kind: "outside" },
  });
  const detected =
    found.terminal === is ? [] : [`by its variables it is ${found.terminal ?? "unknown"}, not ${is ?? "unknown"}`];
  const { shows, protocol } = is === undefined ? { shows: "unsure", protocol: "osc9" } : TERMINALS[is];
  const notShown = PLACES.filter(
    (place) => shows === "shows" && !PROTOCOLS.some((one) => one === protocol && shown[place].includes(one)),
  );
  const shownAll = PLACES.filter((place) => shows === "none" && shown[place].length > 0);
  return [
    ...detected,
    ...notShown.map((place) => `${protocol} is not shown ${place}`),
    ...shownAll.map((place) => `it shows ${shown[place].join(", ")} ${place}`),
  ];
}
