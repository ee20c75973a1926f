import { tmuxObjection } from "../../channels/osc/multiplexers.ts";
import type { TmuxSettings } from "../../ports/surroundings.ts";
import type { TmuxReply } from "../../ports/tmux-client.ts";
import type { DoctorFacts } from "./facts.ts";
import { type Finding, type FindingId, fine, note, problem, type SayDoctor } from "./finding.ts";
import { editConfig, setTmuxOption } from "./shell-lines.ts";

/** Whether tmux answers, and lets notifications through. */
export function checkTmux(facts: DoctorFacts, say: SayDoctor): Finding[] {
  const { tmux, settings } = facts;
  if (settings.kind === "outside") return [];
  if (tmux.kind === "outside") {
    return settings.kind === "gone" || settings.kind === "no-pane" ? [checkLeftover(settings.kind, facts, say)] : [];
  }
  if (settings.kind !== "answered") return [checkSilence(settings.kind, facts, say)];
  // It answered one question and not the other.
  if (tmux.kind === "unanswered") return [checkSilence("hung", facts, say)];
  return [...checkAge(settings.version, tmux, say), ...checkPassthrough(facts, tmux, settings.version, say)];
}

type Silence = Exclude<TmuxSettings["kind"], "outside" | "answered">;

/** The number that `TMUX` gives of its server. */
function serverPid({ TMUX = "" }: DoctorFacts["env"]): string | undefined {
  return /,(\d+),\d+$/.exec(TMUX)?.[1];
}

interface ToldSilence {
  readonly id: FindingId;
  readonly found: string;
  /** What to do about it in words. */
  readonly words: string;
  readonly shell?: readonly string[];
}

const FORGET_TMUX = "unset TMUX TMUX_PANE";
const ASK_PANE = "export TMUX_PANE=$(tmux display-message -p '#{pane_id}')";

const SILENCES: Readonly<Record<Silence, (say: SayDoctor, facts: DoctorFacts) => ToldSilence>> = {
  missing: (say) => ({ id: "tmux-missing", found: say("tmux-missing.found"), words: say("tmux-missing.words") }),
  hung: (say, { env }) => {
    const pid = serverPid(env);
    return {
      ...{ id: "tmux-hung", found: say("tmux-hung.found"), words: say("tmux-hung.words") },
      ...(pid === undefined ? {} : { shell: [`kill -CONT ${pid}`] }),
    };
  },
  gone: (say) => ({
    ...{ id: "tmux-gone", found: say("tmux-gone.found"), words: say("beforePi") },
    shell: [FORGET_TMUX],
  }),
  lost: (say) => ({
    ...{ id: "tmux-lost", found: say("tmux-lost.found"), words: say("beforePi") },
    shell: [ASK_PANE],
  }),
  "no-pane": (say) => ({
    ...{ id: "tmux-lost", found: say("tmux-lost.found no pane"), words: say("beforePi") },
    shell: [FORGET_TMUX],
  }),
};

/** Variables of a tmux that is not around Pi, which goes on as outside tmux. */
function checkLeftover(kind: "gone" | "no-pane", facts: DoctorFacts, say: SayDoctor): Finding {
  const { id, found, words, shell } = SILENCES[kind](say, facts);
  const follows = say("andThen", { one: say("leftover.follows"), next: words });
  return note(id, { found, follows, ...(shell && { shell }) });
}

function checkSilence(kind: Silence, facts: DoctorFacts, say: SayDoctor): Finding {
  const { id, found, words, shell } = SILENCES[kind](say, facts);
  const isAsked = facts.channels.osc.some(
    ({ config: { tmux, tmuxPermission } }) => tmuxPermission === "check" || tmux === "client-tty",
  );
  const follows = say(isAsked ? "silence.follows when asked" : "silence.follows");
  return problem(id, { found, follows: say("andThen", { one: follows, next: words }), ...(shell && { shell }) });
}

function checkAge(version: string, { passthrough }: Answered, say: SayDoctor): Finding[] {
  if (passthrough !== "no-gate") return [];
  return [
    note("tmux-old", {
      found: say("tmux-old.found", { version }),
      follows: say("tmux-old.follows"),
    }),
  ];
}

type Answered = Extract<TmuxReply, { kind: "answered" }>;

function checkPassthrough(facts: DoctorFacts, tmux: Answered, version: string, say: SayDoctor): Finding[] {
  const { channels, config } = facts;
  // A client in control mode gets everything, whatever the option says.
  if (tmux.everyClient.length === 0 && tmux.isControlled === true) return [];
  if (channels.osc.length > 0 && tmux.everyClient.length === 0) {
    return [note("tmux-detached", { found: say("tmux-detached.found"), follows: say("tmux-detached.follows") })];
  }
  return channels.osc.flatMap(({ id, config: osc }): Finding[] => {
    if (osc.tmux === "client-tty") return [fine(say("writesPastTmux", { id }))];
    const objection = tmuxObjection(tmux, "check");
    const isAssumed = osc.tmuxPermission === "assume";
    const goesPast = osc.tmux === "auto" && !isAssumed;
    const wide = knowsAll(version) ? "all" : "on";
    const allow = setTmuxOption(`allow-passthrough ${wide}`);
    const keys = `{"tmux": "auto"${isAssumed ? ', "tmuxPermission": "check"' : ""}}`;
    if (goesPast && objection !== undefined) {
      return [fine(say("writesPastTmuxNow", { reason: objection, id }))];
    }
    if (objection === "passthrough-off") {
      return [
        problem("passthrough-off", {
          found: say("passthrough-off.found"),
          follows: say(isAssumed ? "passthrough-off.follows unasked" : "passthrough-off.follows", { id }),
          shell: allow,
        }),
      ];
    }
    if (tmux.passthrough !== "on" || goesPast) {
      return tmux.passthrough === "no-gate" ? [] : [fine(say("passthroughIs", { value: tmux.passthrough }))];
    }
    const follows = say(isAssumed ? "pane-hidden.follows unasked" : "pane-hidden.follows", { id });
    const told =
      wide === "all"
        ? { follows, shell: allow }
        : {
            follows: say("andThen", { one: follows, next: say("pane-hidden.past", { keys, id, path: config.path }) }),
            ...{ shell: editConfig(facts), inPi: ["/reload"] },
          };
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
