import type { AnyActorRef, AnyMachineSnapshot } from "xstate";
import type { MachineDriver } from "./machine-driver.ts";
import type { OracleState } from "./oracle-state.ts";

/**
 * One text for all histories that neither the oracle nor the machines can tell apart.
 * Names keep counting, so each is replaced by its rank; times of day and constants are left out.
 */
export function jointKey(state: OracleState, driver: MachineDriver): string {
  const rounds = new Map(state.notices.map(({ name, round }): [string, number] => [name, round]));
  const machines = [describe(driver.snapshot(), rounds), driver.clock.pending()];
  return rankNames(JSON.stringify([withoutCounters(state), machines]));
}

export function oracleKey(state: OracleState): string {
  return rankNames(JSON.stringify(withoutCounters(state)));
}

/** Of the runs it counts whether there has been one: typing makes what the last one told untrue. */
function withoutCounters({ runs, dialogs: _dialogs, publications: _publications, ...rest }: OracleState) {
  return { ...rest, hasRun: runs > 0, notices: rest.notices.map(({ round: _round, ...notice }) => notice) };
}

/** Constants of a session, moments of the day, and what an actor reads once, when it starts. */
const LEFT_OUT = new Set([
  "held",
  "standing",
  "sessionKey",
  "mode",
  "channels",
  "channel",
  "background",
  "prompts",
  "publishedLimit",
  // Which slot is next names an actor and decides nothing; how many are taken, `children` says.
  "slots",
  "graceMs",
  "at",
  "startedAt",
  "openedAt",
  "durationMs",
  "spanCount",
]);

function describe(snapshot: AnyMachineSnapshot, rounds: ReadonlyMap<string, number>): unknown {
  // An actor that is done does nothing any more, whatever it remembers.
  if (snapshot.status !== "active") return snapshot.status;
  const context = snapshot.context ?? {};
  const name = typeof context.notice?.id === "string" ? context.notice.id.split("-").at(-1) : undefined;
  const base = rounds.get(name ?? "") ?? 0;
  const told = JSON.parse(
    JSON.stringify(context, (key, value) => {
      if (LEFT_OUT.has(key)) return undefined;
      if (key === "runCount") return value > 0;
      if (key === "children") return [...value].sort();
      // An older round needs no number: an attempt under way keeps its own until it ends.
      return key === "round" && typeof value === "number" ? Math.max(-1, value - base) : value;
    }),
  );
  const children = Object.entries<AnyActorRef | undefined>(snapshot.children ?? {})
    // The health of a channel changes nothing that the oracle knows of; the driver checks it at every step.
    .filter(([id]) => !id.startsWith("channel-health."))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, child]) => [id, child === undefined ? undefined : describe(child.getSnapshot(), rounds)]);
  return [snapshot.value, told, children];
}

/** `run7`, `run9` become `run'0`, `run'1`, and so on for every kind of notice and of slot. */
function rankNames(text: string): string {
  const seen = new Map<string, Set<number>>();
  const pattern = /\b(run|span|note|run\.|span\.|notice\.)(\d+)\b/g;
  for (const [, kind = "", number] of text.matchAll(pattern)) {
    const numbers = seen.get(kind) ?? new Set();
    seen.set(kind, numbers.add(Number(number)));
  }
  const ranks = new Map<string, number>();
  for (const [kind, numbers] of seen) {
    for (const [rank, number] of [...numbers].sort((a, b) => a - b).entries()) ranks.set(`${kind}${number}`, rank);
  }
  return text.replace(pattern, (name, kind) => `${kind}'${ranks.get(name)}`);
}
