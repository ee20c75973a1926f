import fc from "fast-check";
import { expect, it } from "vitest";
import { freeSlot, NO_SLOTS, takeSlot } from "../../src/machines/child-slots.ts";

it("never gives a slot that is taken, makes one only where none is free, and counts right", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constant("take" as const), fc.nat(20))), (steps) => {
      let slots = NO_SLOTS;
      let most = 0;
      const taken: number[] = [];
      for (const step of steps) {
        if (step === "take") {
          const { slot, slots: left } = takeSlot(slots);
          expect(taken).not.toContain(slot);
          taken.push(slot);
          slots = left;
        } else {
          const [slot] = taken.splice(step, 1);
          if (slot !== undefined) slots = freeSlot(slots, slot);
        }
        most = Math.max(most, taken.length);
        expect(slots).toMatchObject({ taken: taken.length, made: most });
      }
    }),
  );
});
