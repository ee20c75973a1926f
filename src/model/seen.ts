import { isLive } from "./oracle.ts";
import type { Happened, OracleState } from "./oracle-state.ts";

/** What can be seen of an implementation after an event, in the oracle's words. */
export interface Seen extends Omit<Happened, "dismissed"> {
  /** Undefined where it cannot be seen: the extension itself only takes something back. */
  readonly dismissed: Happened["dismissed"] | undefined;
  /** `run1 hook #2`: the prepare questions that wait for an answer, with their round. */
  readonly questions: readonly string[];
  /** `run1 hook`: the attempts that wait for an answer. */
  readonly underWay: readonly string[];
  readonly closed: boolean;
  /** How many timers run (R13). */
  readonly timers: number;
  /** Errors of ours that were contained, or were not. */
  readonly faults: readonly string[];
}

/** How `seen` differs from what has to be the case; empty when it does not. */
export function differences(state: OracleState, happened: Happened, seen: Seen): string[] {
  const live = state.notices.flatMap((notice) =>
    notice.deliveries.filter(isLive).map((delivery) => ({ notice, ...delivery })),
  );
  const underWay = live
    .filter(({ stage }) => stage.at === "attempting")
    .map(({ notice, channel }) => `${notice.name} ${channel}`);
  return [
    ...compare("questions asked", happened.asked, seen.asked),
    ...compare("attempts that started", happened.attempts, seen.attempts),
    ...compare("outcomes", happened.outcomes, seen.outcomes),
    ...compare("open questions", openQuestions(state), seen.questions),
    ...compare("attempts under way", underWay, seen.underWay),
    ...compareInOrder("herdr", happened.waiting, seen.waiting),
    ...compare("dismissed", happened.dismissed, seen.dismissed ?? happened.dismissed),
    ...compare("closed", [String(state.session === "closed")], [String(seen.closed)]),
    ...compare("faults", [], seen.faults),
  ];
}

/** `run1 hook #2`: the questions that have to be open. */
export function openQuestions(state: OracleState): string[] {
  return state.notices.flatMap(({ name, round, deliveries }) =>
    deliveries.filter(({ stage }) => stage.at === "preparing").map(({ channel }) => `${name} ${channel} #${round}`),
  );
}

/** A consumer that counts raises and lowerings depends on their order. */
function compareInOrder(what: string, expected: readonly string[], actual: readonly string[]): string[] {
  const wanted = expected.join(", ") || "none";
  const got = actual.join(", ") || "none";
  return wanted === got ? [] : [`${what}: expected ${wanted}, saw ${got}`];
}

/** The order within one event is not promised, except between channels of one terminal, which never share an event. */
function compare(what: string, expected: readonly string[], actual: readonly string[]): string[] {
  const wanted = [...expected].sort().join(", ") || "none";
  const got = [...actual].sort().join(", ") || "none";
  return wanted === got ? [] : [`${what}: expected ${wanted}, saw ${got}`];
}
