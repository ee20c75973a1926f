/** The numbers of one kind of children. They are used again, because XState never forgets an id. */
export interface Slots {
  /** How many unfinished children hold one. */
  readonly taken: number;
  /** How many there are: each is taken or free. */
  readonly made: number;
  /** Linked, so that a flood of children is no more work for each of them than a single one. */
  readonly free: FreeSlot | undefined;
}

interface FreeSlot {
  readonly slot: number;
  readonly next: FreeSlot | undefined;
}

export const NO_SLOTS: Slots = { taken: 0, made: 0, free: undefined };

/** A free slot, or a new one where none is free. */
export function takeSlot({ taken, made, free }: Slots): { readonly slot: number; readonly slots: Slots } {
  if (free === undefined) return { slot: made, slots: { taken: taken + 1, made: made + 1, free } };
  return { slot: free.slot, slots: { taken: taken + 1, made, free: free.next } };
}

/** @param slot one that is taken */
export function freeSlot({ taken, made, free }: Slots, slot: number): Slots {
  return { taken: taken - 1, made, free: { slot, next: free } };
}
