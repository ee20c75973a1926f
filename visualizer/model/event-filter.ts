import type { TraceRecord } from "../../src/trace/trace-format.ts";

export interface EventFilter {
  /** The id of a machine; empty: all. */
  readonly machine: string;
  /** Every word of it has to occur somewhere in a record; letters are the same small and large. */
  readonly search: string;
}

/** The places of the records that pass, ascending. */
export function placesThatPass(records: readonly TraceRecord[], filter: EventFilter, from = 0): number[] {
  const words = filter.search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const passing: number[] = [];
  for (let place = from; place < records.length; place += 1) {
    const record = records[place];
    if (record === undefined || (filter.machine !== "" && record.machine !== filter.machine)) continue;
    if (words.length > 0) {
      const text = searchText(record);
      if (!words.every((word) => text.includes(word))) continue;
    }
    passing.push(place);
  }
  return passing;
}

function searchText({ actor, machine, event, from, after, notice, outcome, reason }: TraceRecord): string {
  const parts = [actor, machine, event, from, ...after, notice?.id, notice?.event, outcome, reason];
  return parts
    .filter((part) => part !== undefined)
    .join("\n")
    .toLowerCase();
}
