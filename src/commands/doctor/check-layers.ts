import { detectProtocol } from "../../channels/osc/detect-protocol.ts";
import { multiplexersAround } from "../../channels/osc/multiplexers.ts";
import { FALLBACK_STEP } from "../../channels/osc/terminal-table.ts";
import type { TerminalLayer } from "../../ports/surroundings.ts";
import { type DoctorFacts, saysSsh } from "./facts.ts";
import { type Finding, fine, note, problem, type SayDoctor } from "./finding.ts";

/** What lies between Pi and the terminal, and what each of it does to notifications. */
export function checkLayers(facts: DoctorFacts, say: SayDoctor): Finding[] {
  const chain = chainOf(facts);
  const names = chain.map((layer) => NAMES[layer]).join(say("betweenThen"));
  const findings = [fine(say("between", { layers: chain.length === 0 ? say("betweenNothing") : names }))];
  if (facts.channels.osc.length === 0) return findings;
  const tell = (id: "nested-tmux" | "near-tmux" | "screen" | "zellij" | "mosh") => ({
    found: say(`${id}.found`),
    follows: say(`${id}.follows`),
    type: say(`${id}.type`),
  });
  const has = (layer: TerminalLayer) => chain.includes(layer);
  if (chain.filter((layer) => layer === "tmux").length > 1) findings.push(note("nested-tmux", tell("nested-tmux")));
  if (isNearTmux(facts)) findings.push(note("near-tmux", tell("near-tmux")));
  if (has("screen")) findings.push(note("screen", tell("screen")));
  if (has("zellij")) findings.push(note("zellij", tell("zellij")));
  if (has("mosh")) findings.push(problem("mosh", tell("mosh")));
  if (has("ssh") && !isTerminalKnown(facts)) {
    const { path } = facts.config;
    const told = { found: say("ssh.found"), follows: say("ssh.follows"), type: say("ssh.type", { path }) };
    findings.push(note("ssh", told));
  }
  return findings;
}

const NAMES: Readonly<Record<TerminalLayer, string>> = {
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
function chainOf({ env, tmux, layers, terminalName }: DoctorFacts): readonly TerminalLayer[] {
  const known: readonly TerminalLayer[] = multiplexersAround(env, tmux, terminalName);
  if (layers === undefined) {
    const around: readonly TerminalLayer[] = [
      ...(env.ZELLIJ ? ["zellij" as const] : []),
      ...(saysSsh(env) ? ["ssh" as const] : []),
    ];
    return tmux.kind === "outside" && !env.STY ? [...around, ...known] : [...known, ...around];
  }
  const unseen = known.filter((layer, index) => count(known.slice(0, index + 1), layer) > count(layers, layer));
  return [...layers, ...unseen];
}

function count(layers: readonly TerminalLayer[], wanted: TerminalLayer): number {
  return layers.filter((layer) => layer === wanted).length;
}

/** A tmux that only TERM tells of, on the near side of ssh, or where sudo or a container kept its variables back. */
function isNearTmux({ env, tmux, terminalName }: DoctorFacts): boolean {
  return tmux.kind === "outside" && !env.STY && multiplexersAround(env, tmux, terminalName)[0] === "tmux";
}

function isTerminalKnown({ channels, env, tmux, terminalName }: DoctorFacts): boolean {
  return channels.osc.every(
    ({ config }) => detectProtocol({ config, env, tmux, terminalName }).by.step !== FALLBACK_STEP,
  );
}
