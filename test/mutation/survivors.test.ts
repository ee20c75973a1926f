import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chosenParts } from "./chosen-parts.ts";
import { compareSurvivors } from "./compare-survivors.ts";
import type { Mutant, Verdict } from "./mutant.ts";
import { MUTATED_PARTS } from "./mutated-parts.ts";
import { NamedPieces } from "./named-pieces.ts";
import { type MutationReport, mutantsIn } from "./read-report.ts";
import { scoreOf, scoreTable } from "./score-table.ts";
import type { Survivor } from "./survivor.ts";
import { SURVIVORS } from "./survivors.ts";

describe("the list of survivors", () => {
  it.each(SURVIVORS.map(({ file, piece }) => [file, piece] as const))("names a piece of %s: %s", (file, piece) => {
    expect(new NamedPieces(readFileSync(file, "utf8")).names).toContain(piece);
  });

  it("is about files that are mutated, and says why each survivor may live", () => {
    for (const { file, lives, why } of SURVIVORS) {
      expect(
        MUTATED_PARTS.some(({ folder }) => file.startsWith(`${folder}/`)),
        file,
      ).toBe(true);
      expect(Object.keys(lives).length).toBeGreaterThan(0);
      for (const count of Object.values(lives)) expect(count).toBeGreaterThan(0);
      expect(why.length).toBeGreaterThan(20);
    }
  });
});

describe("the named pieces of a source file", () => {
  const source = `import { x } from "./x.ts";
const LIMIT_MS = 500;
export const TABLE = { row: { word: "a" }, read(text: string) { return text; } } as const;
export const rows = [{ word: "b" }];
const shorten = (text: string) => text.slice(1);
export function outer(n: number) { const inner = { word: n > 1 }; return inner; }
class Pen { #ink = 5; write() { return this.#ink; } }
export const lampMachine = setup({
  guards: { isDark: ({ context }) => context.lux < 3, "is on": and([() => 1 > 0, "isDark"]) },
}).createMachine({
  id: "lamp",
  states: {
    off: { on: { "lamp.pressed": "on" } },
    on: { initial: "dim", states: { dim: { after: { limit: "#lamp.off" } } } },
  },
});
export const schema = z.object({ url: z.string() }).strict();
run("now");`;

  it.each([
    ["500", "LIMIT_MS"],
    ['"a"', "TABLE.row.word"],
    ["return text", "TABLE.read"],
    ['"b"', "rows"],
    ["text.slice", "shorten"],
    ["n > 1", "outer"],
    ["ink = 5", "Pen.#ink"],
    ["return this", "Pen.write"],
    ["context.lux", "lampMachine.guards.isDark"],
    ["1 > 0", "lampMachine.guards.is on"],
    ['"lamp"', "lampMachine.chart"],
    ['"on" }', "lampMachine.chart.off"],
    ['"dim"', "lampMachine.chart.on"],
    ["#lamp.off", "lampMachine.chart.on.dim"],
    ["string() })", "schema.url"],
    ['"now"', "top level"],
  ])("%s is in %s", (text, piece) => {
    const before = source.slice(0, source.indexOf(text)).split("\n");
    const position = { line: before.length, column: (before.at(-1) ?? "").length + 1 };
    const pieces = new NamedPieces(source);
    expect(source.split(text)).toHaveLength(2);
    expect(pieces.at(position)).toBe(piece);
    expect(pieces.names).toContain(piece);
  });

  it("stay the same when lines are added and the text is written differently", () => {
    const rewritten = source.replace("n > 1", "1 <\n\n      n").replace("const LIMIT", "\n\nconst LIMIT");
    const line = rewritten.slice(0, rewritten.indexOf("1 <")).split("\n").length;
    expect(new NamedPieces(rewritten).at({ line, column: 60 })).toBe("outer");
  });
});

describe("reading what Stryker reported", () => {
  const recorded = (name: string): MutationReport =>
    JSON.parse(readFileSync(`test/mutation/reports/${name}.json`, "utf8"));

  it("reads every mutant of a folder, each in its piece", () => {
    const mutants = mutantsIn(recorded("bell"));
    expect(mutants.length).toBe(15);
    expect(new Set(mutants.map(({ verdict }) => verdict))).toEqual(new Set(["killed"]));
    expect(scoreTable([{ name: "src/channels/bell", mutants }])).toContain(
      "| src/channels/bell | 15 | 0 | 0 | 0 | 0 | 100.0 % |",
    );
    expect(compareSurvivors(mutants, [])).toEqual({ unlisted: [], stale: [] });
  });

  it("reads the survivors of a machine, to be compared with the list", () => {
    const mutants = mutantsIn(recorded("channel-health-machine"));
    const survivors = mutants.filter(({ verdict }) => verdict === "survived");
    expect(survivors.map(({ piece, mutator, from, to }) => [piece, mutator, from, to])).toEqual([
      ["channelHealthMachine.actions.beginOutage", "ConditionalExpression", "!isFailure(outcome)", "false"],
      [
        "channelHealthMachine.types",
        "ObjectLiteral",
        "{ input: {} as ChannelHealthInput, context: {} as ChannelHealthContext […]  {} as ChannelHealthEmitted, }",
        "{}",
      ],
      ["channelHealthMachine.chart", "StringLiteral", '"channel-health"', '""'],
    ]);
    const listed = survivors.map(({ file, piece, mutator }) => ({ file, piece, lives: { [mutator]: 1 }, why: "" }));
    expect(compareSurvivors(mutants, listed)).toEqual({ unlisted: [], stale: [] });
    expect(compareSurvivors(mutants, listed.slice(1)).unlisted.map(({ piece }) => piece)).toEqual([listed[0]?.piece]);
  });
});

describe("comparing with the list", () => {
  const mutant = (verdict: Verdict, more: Partial<Mutant> = {}): Mutant => ({
    file: "a.ts",
    lineNumber: 1,
    piece: "isLess",
    mutator: "ConditionalExpression",
    from: "a < b",
    to: "false",
    verdict,
    ...more,
  });
  const survived = mutant("survived");
  const listed = (count: number, more: Partial<Survivor> = {}): Survivor => ({
    file: "a.ts",
    piece: "isLess",
    lives: { ConditionalExpression: count },
    why: "",
    ...more,
  });

  it.each<[string, Mutant[], Survivor[], string[], string[]]>([
    ["a survivor that is listed", [survived], [listed(1)], [], []],
    ["a survivor that is not listed", [survived], [], ["isLess: 1 live, 0 listed"], []],
    ["a mutant that no test reaches", [mutant("no coverage")], [], ["isLess: 1 live, 0 listed"], []],
    ["mutants that tests notice", [mutant("killed"), mutant("timeout")], [], [], []],
    ["a broken mutant", [mutant("broken")], [], [], []],
    ["a listed survivor that is killed now", [mutant("killed")], [listed(1)], [], ["isLess: 0 live, 1 listed"]],
    ["two of one kind, both listed", [survived, survived], [listed(2)], [], []],
    ["two of one kind, listed for two reasons", [survived, survived], [listed(1), listed(1)], [], []],
    ["two of one kind, one listed", [survived, survived], [listed(1)], ["isLess: 2 live, 1 listed"], []],
    ["one of one kind, two listed", [survived], [listed(2)], [], ["isLess: 1 live, 2 listed"]],
    [
      "a survivor in another piece",
      [mutant("survived", { piece: "isMore" })],
      [listed(1)],
      ["isMore: 1 live, 0 listed"],
      ["isLess: 0 live, 1 listed"],
    ],
    [
      "a survivor of another mutator",
      [mutant("survived", { mutator: "EqualityOperator" })],
      [listed(1)],
      ["isLess: 1 live, 0 listed"],
      ["isLess: 0 live, 1 listed"],
    ],
    [
      "a survivor that has moved to another line and reads differently",
      [mutant("survived", { lineNumber: 9, from: "a < bee" })],
      [listed(1)],
      [],
      [],
    ],
    ["a listed survivor in a file that was not mutated", [mutant("killed", { file: "b.ts" })], [listed(1)], [], []],
  ])("%s", (_name, mutants, list, unlisted, stale) => {
    const found = compareSurvivors(mutants, list);
    expect(
      found.unlisted.map(({ piece, mutants, listed }) => `${piece}: ${mutants.length} live, ${listed} listed`),
    ).toEqual(unlisted);
    expect(found.stale.map(({ piece, living, listed }) => `${piece}: ${living} live, ${listed} listed`)).toEqual(stale);
  });

  it("scores what was noticed of what could have been", () => {
    const verdicts = ["killed", "timeout", "survived", "no coverage", "broken"] as const;
    const mutants = verdicts.map((verdict) => mutant(verdict));
    expect(scoreOf(mutants)).toBe(50);
    expect(scoreOf([])).toBe(100);
    expect(scoreTable([{ name: "src/a", mutants }])).toContain("| src/a | 1 | 1 | 1 | 1 | 1 | 50.0 % |");
    expect(scoreTable([{ name: "a", mutants }, { name: "b", mutants }]).split("\n")).toHaveLength(5); // biome-ignore format: one line
  });
});

describe("choosing what to mutate", () => {
  it.each([
    ["src/channels/bell", ["src/channels/bell"]],
    ["./src/channels/bell/", ["src/channels/bell"]],
    ["src/channels/webhook", ["src/channels/webhook", "src/channels/webhook/presets"]],
    ["src/machines/run.machine.ts", ["src/machines/run.machine.ts"]],
    ["src/machines/run.machine.ts:12-34", ["src/machines/run.machine.ts:12-34"]],
    ["src", MUTATED_PARTS.map(({ folder }) => folder)],
  ])("%s", (argument, chosen) => {
    expect(chosenParts(argument).map(({ part, file }) => file ?? part.folder)).toEqual(chosen);
  });

  it("says what can be mutated", () => {
    expect(() => chosenParts("src/extension.ts")).toThrow("src/extension.ts: not mutated; name one of src/content, ");
  });
});
