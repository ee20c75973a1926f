import { expect, it } from "vitest";
import { RECORDS_PER_STORY, RecordRing } from "../../src/trace/record-ring.ts";

function filled(keep: number, stories: readonly number[]) {
  const ring = new RecordRing<{ story: number; place: number }>(keep);
  for (const [place, story] of stories.entries()) ring.push({ story, place });
  return ring;
}

it.each<[string, number, readonly number[], readonly number[]]>([
  ["nothing", 2, [], []],
  ["fewer stories than it keeps", 2, [0, 1, 1, 2], [1, 1, 2]],
  ["the last ones of more", 2, [1, 1, 2, 3, 3], [2, 3, 3]],
  ["a late word of an old story as long as it stands behind newer ones", 2, [1, 2, 1, 3], [2, 1, 3]],
  ["one story alone", 1, [1, 2, 2], [2, 2]],
])("keeps %s", (_what, keep, stories, kept) => {
  const ring = filled(keep, stories);
  expect(ring.entries().map(({ story }) => story)).toEqual(kept);
  expect(ring.dropped).toBe(stories.length - kept.length);
});

it("keeps a bounded number of records, whatever their stories, the newest ones", () => {
  const keep = 3;
  const count = 10_000;
  const ring = filled(keep, Array<number>(count).fill(1));
  const kept = ring.entries();
  expect(kept).toHaveLength(keep * RECORDS_PER_STORY);
  expect(kept.at(0)?.place).toBe(count - keep * RECORDS_PER_STORY);
  expect(kept.at(-1)?.place).toBe(count - 1);
  expect(ring.dropped + kept.length).toBe(count);
});
