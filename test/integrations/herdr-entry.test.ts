import { expect, it } from "vitest";
import { HerdrEntry } from "../../src/integrations/herdr-entry.ts";
import { herdrLabel } from "../../src/integrations/herdr-label.ts";

function listening() {
  const heard: unknown[] = [];
  const entry = new HerdrEntry({ emit: (channel, payload) => heard.push([channel, payload]) });
  return { entry, heard };
}

const UP = ["herdr:blocked", { active: true, label: "Sure?" }];
const DOWN = ["herdr:blocked", { active: false }];

it("however it is called, each raising has one lowering and nothing comes after the end", () => {
  const { entry, heard } = listening();
  entry.lower();
  entry.raise("Sure?");
  entry.raise("Really?");
  entry.lower();
  entry.lower();
  entry.raise("Sure?");
  entry.end();
  entry.end();
  entry.raise("late");
  entry.lower();
  expect(heard).toEqual([UP, DOWN, UP, DOWN]);
});

it("an end without a raising says nothing", () => {
  const { entry, heard } = listening();
  entry.end();
  expect(heard).toEqual([]);
});

it("a listener that throws is between it and Pi", () => {
  const calls: unknown[] = [];
  const entry = new HerdrEntry({
    emit: (_channel, payload) => {
      calls.push(payload);
      throw new Error("a listener broke");
    },
  });
  expect(() => entry.raise("Sure?")).not.toThrow();
  entry.lower();
  expect(calls).toHaveLength(2);
});

it.each([
  [undefined, ""],
  ["", ""],
  ["Sure?", "Sure?"],
  ["\x1b[31mred\x1b[0m\nline\u202e", "red line"],
  ["-rf", "rf"],
  ["a".repeat(200), `${"a".repeat(99)}…`],
])("the label of %j is %j", (title, label) => {
  expect(herdrLabel(title)).toBe(label);
});
