import { detectProtocol } from "../../channels/osc/detect-protocol.ts";
import { multiplexersAround } from "../../channels/osc/multiplexers.ts";
import { FALLBACK_STEP } from "../../channels/osc/terminal-table.ts";
import type { Layer } from "../../ports/surroundings.ts";
import { type DoctorFacts, saysSsh } from "./facts.ts";
import { type Finding, fine, note, problem } from "./finding.ts";

/** What lies between Pi and the terminal, and what each of it does to notifications. */
export function judgeLayers(facts: DoctorFacts): Finding[] {
  const chain = chainOf(facts);
  const path = chain.length === 0 ? "nothing" : chain.map((layer) => NAMES[layer]).join(", then ");
  const findings = [fine(`Between Pi and the terminal: ${path}`)];
  if (facts.channels.osc.length === 0) return findings;
  const has = (layer: Layer) => chain.includes(layer);
  if (chain.filter((layer) => layer === "tmux").length > 1) findings.push(nestedTmux);
  if (isNearTmux(facts)) findings.push(nearTmux);
  if (has("screen")) findings.push(screen);
  if (has("zellij")) findings.push(zellij);
  if (has("mosh")) findings.push(mosh);
  if (has("ssh") && !isTerminalKnown(facts)) findings.push(ssh(facts));
  return findings;
}

const NAMES: Readonly<Record<Layer, string>> = {
  tmux: "tmux",
  screen: "GNU screen",
  zellij: "Zellij",
  ssh: "ssh",
  mosh: "mosh",
};

/**
 * What the processes tell, and what only tmux's clients or TERM do. Variables of Zellij and ssh count where no process
 * tells: they may be left over from where a tmux was started.
 */
function chainOf({ env, tmux, layers }: DoctorFacts): readonly Layer[] {
  const known: readonly Layer[] = multiplexersAround(env, tmux);
  if (layers === undefined) {
    const around: readonly Layer[] = [
      ...(env.ZELLIJ ? ["zellij" as const] : []),
      ...(saysSsh(env) ? ["ssh" as const] : []),
    ];
    return tmux.kind === "outside" && !env.STY ? [...around, ...known] : [...known, ...around];
  }
  const unseen = known.filter((layer, index) => count(known.slice(0, index + 1), layer) > count(layers, layer));
  return [...layers, ...unseen];
}

function count(layers: readonly Layer[], wanted: Layer): number {
  return layers.filter((layer) => layer === wanted).length;
}

/** A tmux that only TERM tells of, on the near side of ssh, or where sudo or a container kept its variables back. */
function isNearTmux({ env, tmux }: DoctorFacts): boolean {
  return tmux.kind === "outside" && !env.STY && multiplexersAround(env, tmux)[0] === "tmux";
}

function isTerminalKnown({ channels, env, tmux }: DoctorFacts): boolean {
  return channels.osc.every(({ config }) => detectProtocol({ config, env, tmux }).by.step !== FALLBACK_STEP);
}

const OUTER = "tmux set -g allow-passthrough on in the outer tmux";

const nestedTmux = note("nested-tmux", {
  found: "tmux runs inside tmux.",
  follows: "Both must pass notifications on; the outer one cannot be asked from here.",
  type: OUTER,
});

const nearTmux = note("near-tmux", {
  found: "TERM says that there is a tmux which cannot be asked from here, such as one on the near side of ssh.",
  follows: "Notifications are wrapped for it, and lost if it does not pass them on.",
  type: "tmux set -g allow-passthrough on in that tmux; if there is none, the right TERM, such as export TERM=xterm-256color",
});

const screen = note("screen", {
  found: "GNU screen is in between.",
  follows: "It passes on what comes from the window in front, and OSC 9 and 777 only in ASCII; OSC 99 arrives whole.",
  type: '"osc": {"protocol": "osc99"} for the channel, if the terminal is kitty; or tmux in place of screen',
});

const zellij = note("zellij", {
  found: "Zellij is in between.",
  follows: "It passes OSC 99 on; OSC 9 and 777 only in recent versions.",
  type: "zellij --version; and /notify test in Pi shows whether something arrives",
});

const mosh = problem("mosh", {
  found: "mosh is in between.",
  follows: "It passes the bell on and drops the terminal's notifications.",
  type: "ssh in place of mosh; or /notify setup in Pi, for a channel that does not need the terminal",
});

function ssh({ config }: DoctorFacts): Finding {
  return note("ssh", {
    found: "ssh is in between.",
    follows: "It passes everything on, but of the terminal only TERM arrives; TERM_PROGRAM and the like do not.",
    type: `"osc": {"protocol": "osc777"} or another for the channel in ${config.path}`,
  });
}
