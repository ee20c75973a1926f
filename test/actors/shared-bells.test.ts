import { expect, it } from "vitest";
import { SharedBells } from "../../src/actors/shared-bells.ts";

function ringing() {
  const rung: string[] = [];
  const bells = new SharedBells<string>();
  const ring = (notice: string, channel = "bell") =>
    bells.ring(notice, channel, async () => {
      rung.push(`${notice}/${channel}`);
      return "written";
    });
  return { bells, rung, ring };
}

it("notices shown together ring once in each channel, and each gets the result", async () => {
  const { bells, rung, ring } = ringing();
  bells.shownTogether(["a", "b", "c"]);
  expect(await Promise.all([ring("b"), ring("a"), ring("c"), ring("c", "other")])).toEqual(Array(4).fill("written"));
  expect(rung).toEqual(["b/bell", "c/other"]);
});

it("notices shown apart ring each", async () => {
  const { bells, rung, ring } = ringing();
  bells.shownTogether(["a", "b"]);
  bells.shownTogether(["c", "d"]);
  await Promise.all([ring("a"), ring("c"), ring("b"), ring("alone"), ring("other")]);
  expect(rung).toEqual(["a/bell", "c/bell", "alone/bell", "other/bell"]);
});

it("what another channel has shown of the same notices rings no second time", async () => {
  const { bells, rung, ring } = ringing();
  bells.shownTogether(["a", "b"]);
  bells.shownTogether(["a", "b"]);
  await Promise.all([ring("a"), ring("b")]);
  expect(rung).toEqual(["a/bell"]);
});
