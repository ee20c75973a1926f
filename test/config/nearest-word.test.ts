import { expect, test } from "vitest";
import { nearestWord } from "../../src/config/schema/nearest-word.ts";

const KNOWN = ["enabled", "events", "modes", "id", "delayMs", "host", "osc"];

test.each([
  ["enabeld", "enabled"],
  ["ENABLED", "enabled"],
  ["delayms", "delayMs"],
  ["mode", "modes"],
  ["hots", "host"],
  ["ids", "id"],
  ["oscc", "osc"],
  ["herdr", undefined],
  ["x", undefined],
  ["", undefined],
  ["enabled".repeat(20), undefined],
])("%s: %s", (word, nearest) => {
  expect(nearestWord(word, KNOWN)).toBe(nearest);
});
