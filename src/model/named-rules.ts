import type { ModelEvent, ModelSetup } from "./model-event.ts";
import { isLive } from "./oracle.ts";
import type { OracleState } from "./oracle-state.ts";
import type { Seen } from "./seen.ts";

/** One event and what came of it, with what there had been before. */
export interface RuleStep {
  readonly setup: ModelSetup;
  readonly event: ModelEvent;
  /** The situation, by the oracle: is a run working, is a dialog open. Never whether the machines did right. */
  readonly before: OracleState;
  readonly after: OracleState;
  readonly seen: Seen;
  readonly ledger: Ledger;
}

/** `run1 hook` by what has been seen of it since the session began, the last event included. */
export interface Ledger {
  readonly attempts: ReadonlyMap<string, number>;
  readonly outcomes: ReadonlyMap<string, readonly string[]>;
  /** Deliveries that had an attempt or an outcome before the last event. */
  readonly spent: ReadonlySet<string>;
  /** What herdr counts: now, and the most and the least it ever did. */
  readonly raised: number;
  readonly raisedAtMost: number;
  readonly raisedAtLeast: number;
}

export interface NamedRule {
  readonly id: string;
  readonly says: string;
  /** @returns what breaks the rule in this step */
  broken(step: RuleStep): readonly string[];
}

/** The rules of docs/rules.md, each checked by itself on what was seen, beside the comparison with the oracle. */
export const NAMED_RULES: readonly NamedRule[] = [
  {
    id: "R1",
    says: "at most one attempt a notice and channel",
    broken: ({ ledger }) => [...ledger.attempts].filter(([, count]) => count > 1).map(([delivery]) => delivery),
  },
  {
    id: "R2",
    says: "nothing is said at the end of an agent loop, and nothing new by a second settled",
    broken: ({ event, before, seen }) => {
      const isSilent = event.type === "loop.ended" || (event.type === "run.settled" && !before.working);
      return isSilent ? [...seen.asked, ...seen.attempts, ...seen.outcomes] : [];
    },
  },
  {
    id: "R3",
    says: "an aborted run makes no notice",
    broken: ({ event, before, seen }) => {
      if (event.type !== "run.settled" || !before.working) return [];
      const aborted = event.aborted ?? before.lastEnd === "aborted";
      return aborted ? ofNotice(`run${before.runs}`, [...seen.asked, ...seen.attempts, ...seen.outcomes]) : [];
    },
  },
  {
    id: "R3",
    says: "the last outcome decides between agent-error and agent-completed",
    broken: ({ before, seen }) => {
      const wrong = before.lastEnd === "error" ? "agent-completed" : "agent-error";
      const isOfLastRun = (text: string) => text.startsWith(`run${before.runs} ${wrong}`);
      return before.notices.some(({ current }) => current)
        ? [...seen.attempts, ...seen.outcomes].filter(isOfLastRun)
        : [];
    },
  },
  {
    id: "R4",
    says: "no settled attempt or question while a dialog waits",
    broken: ({ after, before, seen }) => {
      const stayedOpen = after.dialog?.waiting === true && before.dialog?.waiting === true;
      const attempts = stayedOpen ? seen.attempts.filter(isSettled) : [];
      const asked = stayedOpen ? seen.asked.filter(isSettled) : [];
      const questions = after.dialog?.waiting === true ? seen.questions.filter(isSettled) : [];
      return [...attempts, ...asked, ...questions];
    },
  },
  {
    id: "R34",
    says: "no settled attempt or question while work in the background is waited for",
    broken: ({ before, after, seen }) => {
      const holds = ({ tasks, wakeUpLeft, backgroundSpent }: OracleState) =>
        (tasks.length > 0 || wakeUpLeft !== undefined) && !backgroundSpent;
      if (!holds(before) || !holds(after)) return [];
      return [...seen.attempts, ...seen.asked, ...seen.questions].filter(isSettled);
    },
  },
  {
    id: "R37",
    says: "a silent dialog in which nothing is asked holds nothing and is not told",
    broken: ({ event, before, after, seen }) => {
      const { dialog } = after;
      if (event.type !== "dialog.opened" || !before.marked) return [];
      const told = [...seen.asked, ...seen.waiting, ...seen.outcomes].filter((text) => !isSettled(text));
      return dialog?.waiting === true ? ["it holds"] : told;
    },
  },
  {
    id: "R18",
    says: "a permission that nobody asked for now is not told, and one that waits is",
    broken: ({ event, before, seen }) => {
      if (event.type !== "clock.advanced" || before.dialog?.graceLeft === undefined) return [];
      const waits = before.questions.some(({ kind }) => kind !== "ask");
      const wrong = waits ? "input-required" : "permission-required";
      return seen.attempts.filter((text) => text.includes(` ${wrong} `));
    },
  },
  {
    id: "R39",
    says: "herdr counts one while a dialog waits for the user, none otherwise, and never anything else on the way",
    broken: ({ after, ledger }) => {
      const waits = after.session === "open" && after.dialog?.waiting === true;
      const count = ledger.raised === (waits ? 1 : 0) ? [] : [`${ledger.raised} while ${waits ? "one" : "none"} waits`];
      const { raisedAtLeast, raisedAtMost } = ledger;
      return raisedAtLeast < 0 || raisedAtMost > 1 ? [...count, `from ${raisedAtLeast} to ${raisedAtMost}`] : count;
    },
  },
  {
    id: "R5",
    says: "what was attempted or has its outcome is neither asked nor attempted again",
    broken: ({ ledger, seen }) =>
      [...seen.asked, ...seen.questions, ...seen.attempts].filter((text) => ledger.spent.has(delivery(text))),
  },
  {
    id: "R6",
    says: "a new run leaves no question of a dialog that an older run left open",
    broken: ({ event, before, seen }) => {
      if (event.type !== "run.started" || before.working || before.dialog?.ofRun !== true) return [];
      return ofNotice(before.dialog.notice, seen.questions);
    },
  },
  {
    id: "R6",
    says: "a new run leaves nothing unattempted of an older one",
    broken: ({ after, seen }) => {
      if (!after.working) return [];
      return [...seen.asked, ...seen.questions, ...seen.attempts].filter((text) => /^run\d+ /.test(text));
    },
  },
  {
    id: "R7",
    says: "closing a dialog sends nothing of its own and leaves no question of it",
    broken: ({ event, before, seen }) => {
      if (event.type !== "dialog.closed" || before.dialog === undefined) return [];
      return ofNotice(before.dialog.notice, [...seen.asked, ...seen.questions, ...seen.attempts]);
    },
  },
  {
    id: "R7",
    says: "a dialog is not announced before its grace time is over, nor while nobody waits for it",
    broken: ({ after, seen }) => {
      const { dialog } = after;
      if (dialog === undefined || (dialog.waiting && dialog.graceLeft === undefined)) return [];
      return ofNotice(dialog.notice, [...seen.asked, ...seen.attempts, ...seen.outcomes]);
    },
  },
  {
    id: "R8",
    says: "what is told belongs to a run, dialog or publication that there was, each under its own name",
    broken: ({ after, seen }) =>
      [...seen.asked, ...seen.attempts, ...seen.outcomes].filter((text) => {
        const [, kind, number] = /^(run|span|note)(\d+) /.exec(text) ?? [];
        const count = { run: after.runs, span: after.dialogs, note: after.publications }[kind ?? ""] ?? 0;
        return Number(number) > count || number === undefined;
      }),
  },
  {
    id: "R30",
    says: "what is still true is not taken back: a dialog that is open, a run that works, anything after the end",
    broken: ({ before, after, seen }) => {
      const { dismissed = [] } = seen;
      const isTrue = (name: string) => name === after.dialog?.notice || (after.working && name === `run${after.runs}`);
      return before.session === "open" && after.session === "open" ? dismissed.filter(isTrue) : dismissed;
    },
  },
  {
    id: "R9",
    says: "a channel's answer gives no other channel an outcome and breaks nothing",
    broken: ({ event, before, seen }) => {
      if (event.type !== "prepare.answered" && event.type !== "attempt.answered") return [];
      const own = `${event.notice} ${event.channel}`;
      // The last answer that a drain waited for ends it.
      const isOfTheEnd = (text: string) => before.session === "draining" && text.endsWith(": expired session-ended");
      const others = seen.outcomes.filter((text) => delivery(text) !== own && !isThrown(text) && !isOfTheEnd(text));
      return [...others, ...seen.faults];
    },
  },
  {
    id: "R10",
    says: "a bell is attempted only after the notification on its terminal is finished, or has had its time",
    broken: ({ setup, event, seen, ledger }) => {
      if (event.type === "clock.advanced") return [];
      return seen.attempts.filter((text) => {
        const [notice = "", channel] = delivery(text).split(" ");
        const leaders = setup.channels.find(({ id }) => id === channel)?.yieldsTo ?? [];
        return leaders.some(
          (id) => setup.channels.some((other) => other.id === id) && !ledger.outcomes.has(`${notice} ${id}`),
        );
      });
    },
  },
  {
    id: "R11",
    says: "a delivery has one outcome",
    broken: ({ ledger }) =>
      [...ledger.outcomes].filter(([, all]) => all.length !== 1).map(([id, all]) => `${id}: ${all}`),
  },
  {
    id: "R11",
    says: "no outcome is missing once nothing of its notice is open",
    broken: ({ setup, after, seen, ledger }) => {
      if (!seen.closed) return [];
      const told = new Set([...ledger.outcomes.keys(), ...ledger.attempts.keys()].map((id) => id.split(" ")[0] ?? ""));
      const missing = [...told].flatMap((notice) =>
        setup.channels.map(({ id }) => `${notice} ${id}`).filter((id) => !ledger.outcomes.has(id)),
      );
      return after.session === "closed" ? missing : [];
    },
  },
  {
    id: "R12",
    says: "no error leaves its actor",
    broken: ({ seen }) => seen.faults,
  },
  {
    id: "R13",
    says: "an idle or closed session has no timer running, and asks nothing",
    broken: ({ after, seen }) => {
      const isBusy =
        after.session === "draining" ||
        after.dialog?.graceLeft !== undefined ||
        after.questionLeft !== undefined ||
        after.wakeUpLeft !== undefined ||
        after.notices.some(hasLive);
      if (!seen.closed && isBusy) return [];
      const timers = seen.timers === 0 ? [] : [`${seen.timers} timers`];
      return [...timers, ...seen.questions, ...seen.underWay];
    },
  },
  {
    id: "R14",
    says: "a channel that does not work in this mode is neither asked nor attempted",
    broken: ({ setup, seen }) => {
      const silent = new Set(setup.channels.filter(({ modes }) => !modes.includes(setup.mode)).map(({ id }) => id));
      return [...seen.asked, ...seen.questions, ...seen.attempts].filter((text) =>
        silent.has(delivery(text).split(" ")[1] ?? ""),
      );
    },
  },
  {
    id: "R16",
    says: "after the end nothing is asked or attempted, except while print mode drains",
    broken: ({ before, seen }) => {
      const isOver = before.session === "closing" || before.session === "closed";
      return isOver ? [...seen.asked, ...seen.questions, ...seen.attempts] : [];
    },
  },
];

/** `run1 agent-completed hook: accepted`, `run1 agent-completed hook #1` and `run1 hook #1` are all of `run1 hook`. */
export function delivery(text: string): string {
  const words = (text.split(/ #|: /)[0] ?? "").split(" ");
  return `${words[0]} ${words.at(-1)}`;
}

function ofNotice(name: string, texts: readonly string[]): string[] {
  return texts.filter((text) => text.startsWith(`${name} `));
}

function isSettled(text: string): boolean {
  return /^run\d+ /.test(text);
}

function isThrown(text: string): boolean {
  return text.endsWith(": failed internal error");
}

function hasLive({ deliveries }: OracleState["notices"][number]): boolean {
  return deliveries.some(isLive);
}
