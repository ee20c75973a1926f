import type { Language } from "../notices/event-table.ts";
import { SKIP_REASONS } from "../notices/outcome.ts";
import type { Channel, PrepareRequest, Readiness } from "./channel.ts";

/**
 * A channel's code may be wrong in every way: what it says is checked here, and copied, before anybody relies on it,
 * so that it affects that channel only (R9) and never becomes an unhandled rejection (R12).
 */

/** For a channel that does not say how long it may take, milliseconds. */
const DEFAULT_LIMIT_MS = 5_000;
/** Node's timers know no longer time; a longer one would be over at once. */
const LONGEST_LIMIT_MS = 2 ** 31 - 1;

/** Longest attempt, milliseconds; never throws. */
export function timeLimitOf<Config>(channel: Channel<Config, unknown>, config: Config): number {
  const limit = saidBy(() => channel.timeoutMs(config));
  return typeof limit === "number" && limit > 0 && limit <= LONGEST_LIMIT_MS ? limit : DEFAULT_LIMIT_MS;
}

/** One line for `/notify status`; never throws. */
export function descriptionOf<Config>(channel: Channel<Config, unknown>, config: Config, language: Language): string {
  const description = saidBy(() => channel.describe(config, language));
  return typeof description === "string" ? description : channel.type;
}

/** To be written to Pi's terminal, if the channel has something to ask it; never throws. */
export function terminalQueryOf<Config>(
  channel: Channel<Config, unknown>,
  request: Pick<PrepareRequest<Config>, "config" | "env">,
): string | undefined {
  const question = saidBy(() => channel.terminalQuery?.(request));
  return typeof question === "string" ? question : undefined;
}

/** @throws TypeError when it is no verdict */
export function asReadiness(value: unknown): Readiness<unknown> {
  if (typeof value !== "object" || value === null || !("kind" in value)) throw NO_READINESS;
  const { kind } = value;
  if (kind === "ready" && "facts" in value) {
    const isUnsure = "isUnsure" in value && value.isUnsure === true;
    return { kind, facts: value.facts, ...(isUnsure && { isUnsure }) };
  }
  if (kind !== "skipped" || !("reason" in value)) throw NO_READINESS;
  const { reason: told } = value;
  const reason = SKIP_REASONS.find((known) => known === told);
  if (reason === undefined) throw NO_READINESS;
  return { kind, reason };
}

const NO_READINESS = new TypeError("prepare gave no verdict");

function saidBy(ask: () => unknown): unknown {
  try {
    const said = ask();
    ignoreRejection(said);
    return said;
  } catch {
    return undefined;
  }
}

/** An unexpected promise: its result does not matter, but an unhandled rejection would end Pi (docs/pi.md). */
export function ignoreRejection(value: unknown): void {
  if (typeof value === "object" && value !== null) void Promise.resolve(value).catch(() => undefined);
}
