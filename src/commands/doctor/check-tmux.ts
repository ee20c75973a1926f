import { tmuxObjection } from "../../channels/osc/multiplexers.ts";
import type { TmuxSettings } from "../../ports/surroundings.ts";
import type { TmuxReply } from "../../ports/tmux-client.ts";
import type { DoctorFacts } from "./facts.ts";
import { type Finding, type FindingId, fine, note, problem, type SayDoctor } from "./finding.ts";

/** Whether tmux answers, and lets notifications through. */
export function checkTmux(facts: DoctorFacts, say: SayDoctor): Finding[] {
  const { tmux, settings } = facts;
  if (tmux.kind === "outside" || settings.kind === "outside") return [];
  if (settings.kind !== "answered") return [checkSilence(settings.kind, facts, say)];
  // It answered one question and not the other.
  if (tmux.kind === "unanswered") return [checkSilence("hung", facts, say)];
  return [...checkAge(settings.version, tmux, say), ...checkPassthrough(facts, tmux, settings.version, say)];
}

type Silence = Exclude<TmuxSettings["kind"], "outside" | "answered">;

/** The number that `TMUX` gives of its server. */
function serverPid({ TMUX = "" }: DoctorFacts["env"]): string {
  return /,(\d+),\d+$/.exec(TMUX)?.[1] ?? "PID";
}

type ToldSilence = { readonly id: FindingId; readonly found: string; readonly type: string };

const ASK_PANE = "export TMUX_PANE=$(tmux display-message -p '#{pane_id}')";

const SILENCES: Readonly<Record<Silence, (say: SayDoctor, facts: DoctorFacts) => ToldSilence>> = {
  missing: (say) => ({ id: "tmux-missing", found: say("tmux-missing.found"), type: say("tmux-missing.type") }),
  hung: (say, { env }) => ({
    id: "tmux-hung",
    found: say("tmux-hung.found"),
    type: say("tmux-hung.type", { pid: serverPid(env) }),
  }),
  gone: (say) => ({ id: "tmux-gone", found: say("tmux-gone.found"), type: say("tmux-gone.type") }),
  lost: (say) => ({
    id: "tmux-lost",
    found: say("tmux-lost.found"),
    type: say("tmux-lost.type", { command: ASK_PANE }),
  }),
  "no-pane": (say) => ({
    id: "tmux-lost",
    found: say("tmux-lost.found no pane"),
    type: say("tmux-lost.type no pane"),
  }),
};

function checkSilence(kind: Silence, facts: DoctorFacts, say: SayDoctor): Finding {
  const { id, found, type } = SILENCES[kind](say, facts);
  const isAsked = facts.channels.osc.some(
    ({ config: { tmux, tmuxPermission } }) => tmuxPermission === "check" || tmux === "client-tty",
  );
  const follows = say(isAsked ? "silence.follows when asked" : "silence.follows");
  return problem(id, { found, follows, type });
}

function checkAge(version: string, { passthrough }: Answered, say: SayDoctor): Finding[] {
  if (passthrough !== "no-gate") return [];
  return [
    note("tmux-old", {
      found: say("tmux-old.found", { version }),
      follows: say("tmux-old.follows"),
      type: say("tmux-old.type"),
    }),
  ];
}

type Answered = Extract<TmuxReply, { kind: "answered" }>;

function checkPassthrough(
  { channels, config }: DoctorFacts,
  tmux: Answered,
  version: string,
  say: SayDoctor,
): Finding[] {
  return channels.osc.flatMap(({ id, config: osc }): Finding[] => {
    if (osc.tmux === "client-tty") return [fine(say("writesPastTmux", { id }))];
    const objection = tmuxObjection(tmux, "check");
    const isAssumed = osc.tmuxPermission === "assume";
    const goesPast = osc.tmux === "auto" && !isAssumed;
    const wide = knowsAll(version) ? "all" : "on";
    const allow = say("option.type", { option: `allow-passthrough ${wide}` });
    const keys = `{"tmux": "auto"${isAssumed ? ', "tmuxPermission": "check"' : ""}}`;
    const past = say("pane-hidden.type past", { keys, id, path: config.path });
    if (goesPast && objection !== undefined) {
      return [fine(say("writesPastTmuxNow", { reason: objection, id }))];
    }
    if (objection === "passthrough-off") {
      return [
        problem("passthrough-off", {
          found: say("passthrough-off.found"),
          follows: say(isAssumed ? "passthrough-off.follows unasked" : "passthrough-off.follows", { id }),
          type: allow,
        }),
      ];
    }
    if (tmux.passthrough !== "on" || goesPast) {
      return tmux.passthrough === "no-gate" ? [] : [fine(say("passthroughIs", { value: tmux.passthrough }))];
    }
    const follows = say(isAssumed ? "pane-hidden.follows unasked" : "pane-hidden.follows", { id });
    const told = { follows, type: wide === "all" ? allow : past };
    return objection === "pane-hidden"
      ? [problem("pane-hidden", { ...told, found: say("pane-hidden.found now") })]
      : [note("pane-hidden", { ...told, found: say("pane-hidden.found") })];
  });
}

/** `allow-passthrough all` came with 3.4. Builds of a version to come say so in words. */
function knowsAll(version: string): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) > 3 || (Number(major) === 3 && Number(minor) >= 4);
}
