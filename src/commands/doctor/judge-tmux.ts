import { tmuxObjection } from "../../channels/osc/multiplexers.ts";
import type { TmuxSettings } from "../../ports/surroundings.ts";
import type { TmuxAnswer } from "../../ports/tmux-client.ts";
import type { DoctorFacts } from "./facts.ts";
import { type Finding, type FindingId, fine, note, problem } from "./finding.ts";

/** Whether tmux answers, and lets notifications through. */
export function judgeTmux(facts: DoctorFacts): Finding[] {
  const { tmux, settings } = facts;
  if (tmux.kind === "outside" || settings.kind === "outside") return [];
  if (settings.kind !== "answered") return [judgeSilence(settings.kind, facts)];
  // It answered one question and not the other.
  if (tmux.kind === "unanswered") return [judgeSilence("hung", facts)];
  return [...judgeAge(settings.version, tmux), ...judgePassthrough(facts, tmux, settings.version)];
}

type Silence = Exclude<TmuxSettings["kind"], "outside" | "answered">;

/** The number that `TMUX` gives of its server. */
function serverPid({ TMUX = "" }: DoctorFacts["env"]): string {
  return /,(\d+),\d+$/.exec(TMUX)?.[1] ?? "PID";
}

const SILENCES: Readonly<Record<Silence, (facts: DoctorFacts) => { id: FindingId; found: string; type: string }>> = {
  missing: () => ({
    id: "tmux-missing",
    found: "Pi is inside tmux, but there is no program tmux on PATH.",
    type: "command -v tmux in a shell that finds it, and its folder into the PATH with which Pi starts",
  }),
  hung: ({ env }) => ({
    id: "tmux-hung",
    found: "tmux does not answer within a second.",
    type: `ps -o stat= -p ${serverPid(env)} in another terminal; if that says T, kill -CONT ${serverPid(env)}`,
  }),
  gone: () => ({
    id: "tmux-gone",
    found: "TMUX names a tmux server that is not there, or that refuses to answer.",
    type: "unset TMUX TMUX_PANE, then start Pi again; or start it in a new tmux",
  }),
  lost: () => ({
    id: "tmux-lost",
    found: "TMUX is set, but TMUX_PANE does not say which pane this is.",
    type: "export TMUX_PANE=$(tmux display-message -p '#{pane_id}') in that pane, then start Pi again",
  }),
  "no-pane": () => ({
    id: "tmux-lost",
    found: "tmux has no pane by the name that TMUX_PANE has.",
    type: "unset TMUX TMUX_PANE, then start Pi again in a pane of the tmux that is there",
  }),
};

function judgeSilence(kind: Silence, facts: DoctorFacts): Finding {
  const { id, found, type } = SILENCES[kind](facts);
  const isAsked = facts.channels.osc.some(
    ({ config: { tmux, tmuxPermission } }) => tmuxPermission === "check" || tmux === "client-tty",
  );
  const follows = isAsked
    ? "Whether it lets notifications through is unknown, so they are skipped (policy-unknown); the place is told as unknown."
    : "The place in tmux is told as unknown.";
  return problem(id, { found, follows, type });
}

function judgeAge(version: string, { passthrough }: Answered): Finding[] {
  if (passthrough !== "no-gate") return [];
  return [
    note("tmux-old", {
      found: `tmux ${version} is older than 3.3 and has no allow-passthrough.`,
      follows: "It lets everything through, and some versions cannot tell which terminal it runs in.",
      type: "tmux -V; 3.4 or later knows allow-passthrough all",
    }),
  ];
}

type Answered = Extract<TmuxAnswer, { kind: "answered" }>;

function judgePassthrough({ channels, config }: DoctorFacts, tmux: Answered, version: string): Finding[] {
  return channels.osc.flatMap(({ id, config: osc }): Finding[] => {
    if (osc.tmux === "client-tty") return [fine(`Channel ${id} writes past tmux, to the terminals of its clients`)];
    const objection = tmuxObjection(tmux, "check");
    const isAssumed = osc.tmuxPermission === "assume";
    const goesPast = osc.tmux === "auto" && !isAssumed;
    const wide = knowsAll(version) ? "all" : "on";
    const lasting = `echo 'set -g allow-passthrough ${wide}' >> ~/.tmux.conf keeps it`;
    const past = `"osc": {"tmux": "auto"${isAssumed ? ', "tmuxPermission": "check"' : ""}} for channel ${id} in ${config.path}`;
    if (goesPast && objection !== undefined) {
      return [fine(`tmux would pass nothing on (${objection}), so channel ${id} writes past it`)];
    }
    if (objection === "passthrough-off") {
      return [
        problem("passthrough-off", {
          found: "tmux's allow-passthrough is off.",
          follows: isAssumed
            ? `What channel ${id} writes is lost in tmux.`
            : `Channel ${id} is skipped (passthrough-off).`,
          type: `tmux set -g allow-passthrough ${wide}; ${lasting}`,
        }),
      ];
    }
    if (tmux.passthrough !== "on" || goesPast) {
      return tmux.passthrough === "no-gate" ? [] : [fine(`tmux's allow-passthrough is ${tmux.passthrough}`)];
    }
    const type = wide === "all" ? `tmux set -g allow-passthrough all; ${lasting}` : past;
    const becomes = isAssumed ? `What channel ${id} writes is lost in tmux` : `Channel ${id} is skipped (pane-hidden)`;
    const told = { follows: `${becomes} whenever nobody sees Pi's pane.`, type };
    return objection === "pane-hidden"
      ? [problem("pane-hidden", { ...told, found: "No terminal shows this pane, and allow-passthrough is only on." })]
      : [note("pane-hidden", { ...told, found: "tmux passes on only what comes from a pane that somebody sees." })];
  });
}

/** `allow-passthrough all` came with 3.4. Builds of a version to come say so in words. */
function knowsAll(version: string): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) > 3 || (Number(major) === 3 && Number(minor) >= 4);
}
