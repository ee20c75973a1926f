import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compareSurvivors } from "./compare-survivors.ts";
import type { Mutant, Verdict } from "./mutate.ts";
import { MUTATED_PARTS } from "./mutated-parts.ts";
import { scoreOf, scoreTable } from "./score-table.ts";
import { shortened, standsIn } from "./source-text.ts";
import type { Survivor } from "./survivor.ts";
import { SURVIVORS } from "./survivors.ts";

describe("the list of survivors", () => {
  it.each(SURVIVORS.map((survivor) => [survivor.file, survivor.line, survivor] as const))(
    "%s still has %s",
    (_file, _line, { file, line, changes }) => {
      const source = readFileSync(file, "utf8");
      expect(changes.filter(([from]) => !standsIn(source, line, from))).toEqual([]);
    },
  );

  it("is of files that are mutated, and says why each may live", () => {
    for (const { file, changes, why } of SURVIVORS) {
      expect(
        MUTATED_PARTS.some(({ folder }) => file.startsWith(`${folder}/`)),
        file,
      ).toBe(true);
      expect(changes.length).toBeGreaterThan(0);
      expect(why.length).toBeGreaterThan(20);
    }
  });
});

describe("finding a change in the source", () => {
  const source = "if (a < b) {\n  return   c;\n}\nreturn a < b;\n";
  it.each([
    ["return a < b;", "a < b", true],
    ["if (a < b) {", "{ return c; }", true],
    ["if (a < b) {", "a < b", true],
    ["if (a < b) {", "a > b", false],
    ["if (a < b) {", "return a < b", false],
    ["if (a > b) {", "a > b", false],
  ])("%s has %s: %s", (line, from, stands) => {
    expect(standsIn(source, line, from)).toBe(stands);
  });

  it("knows a long one by head and tail", () => {
    const body = `{ ${"one(); ".repeat(40)}two(); }`;
    const line = `function f() ${body}`;
    expect(shortened(body).length).toBeLessThan(120);
    expect(standsIn(line, line, shortened(body))).toBe(true);
    expect(standsIn(line.replace("two", "three"), line.replace("two", "three"), shortened(body))).toBe(false);
  });
});

describe("comparing with the list", () => {
  const mutant = (to: string, verdict: Verdict, more: Partial<Mutant> = {}): Mutant => {
    return { file: "a.ts", lineNumber: 1, line: "a < b", from: "a < b", to, verdict, ...more };
  };
  const listed = (...changes: string[]): Survivor[] => [
    { file: "a.ts", line: "a < b", changes: changes.map((to) => ["a < b", to]), why: "" },
  ];

  it.each<[string, Mutant[], Survivor[], string[], string[]]>([
    ["one that is listed", [mutant("false", "survived")], listed("false"), [], []],
    ["one that is not", [mutant("false", "survived")], [], ["false"], []],
    ["one that no test reaches", [mutant("false", "no coverage")], [], ["false"], []],
    ["one that is noticed", [mutant("false", "killed"), mutant("true", "timeout")], [], [], []],
    ["a listed one that is killed now", [mutant("false", "killed")], listed("false"), [], ["false"]],
    ["twice, listed once", [mutant("false", "survived"), mutant("false", "survived")], listed("false"), ["false"], []],
    ["another line", [mutant("false", "survived", { line: "x" })], listed("false"), ["false"], ["false"]],
    ["a file that was not mutated", [mutant("x", "killed", { file: "b.ts" })], listed("false"), [], []],
  ])("%s", (_name, mutants, list, unlisted, stale) => {
    const found = compareSurvivors(mutants, list);
    expect(found.unlisted.map(({ to }) => to)).toEqual(unlisted);
    expect(found.stale.map(({ to }) => to)).toEqual(stale);
  });

  it("scores what was noticed of what could have been", () => {
    const mutants = (["killed", "timeout", "survived", "no coverage", "broken"] as const).map((verdict) =>
      mutant("", verdict),
    );
    expect(scoreOf(mutants)).toBe(50);
    expect(scoreOf([])).toBe(100);
    expect(scoreTable([{ name: "src/a", mutants }])).toContain("| src/a | 1 | 1 | 1 | 1 | 1 | 50.0 % |");
    expect(scoreTable([{ name: "a", mutants }, { name: "b", mutants }]).split("\n")).toHaveLength(5); // biome-ignore format: one line
  });
});

describe("npm run mutation", () => {
  const run = (...args: string[]) => {
    const { VITEST: _, NODE_ENV: __, ...env } = process.env;
    return spawnSync(process.execPath, ["test/mutation/run-mutation.ts", ...args], { encoding: "utf8", env });
  };

  it("mutates a folder and finds its tests good enough", () => {
    const { status, stdout, stderr } = run("src/channels/bell");
    expect(stdout, stderr).toMatch(/\| src\/channels\/bell \| [1-9]\d* \| \d+ \| 0 \| 0 \| 0 \| 100.0 % \|/);
    expect(status).toBe(0);
  }, 600_000);

  it("says what can be mutated", () => {
    const { status, stderr } = run("src/extension.ts");
    expect(status).toBe(1);
    expect(stderr).toContain("src/extension.ts: not mutated; name one of src/content, ");
  });
});
