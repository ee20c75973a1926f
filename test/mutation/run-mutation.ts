/**
 * `npm run mutation [-- FOLDER|FILE|FILE:12-34 …] [--reuse]`, with `--nice` from package.json: changes the source in every way Stryker knows, one change at a time,
 * and counts how many the tests notice. Fails below the minimum in a whole folder, and on a survivor that is not listed.
 */
import { setPriority } from "node:os";
import { dirname } from "node:path";
import { compareSurvivors } from "./compare-survivors.ts";
import { type Mutant, mutate } from "./mutate.ts";
import { MINIMUM_SCORE, MUTATED_PARTS, type MutatedPart } from "./mutated-parts.ts";
import { type ScoreRow, scoreOf, scoreTable } from "./score-table.ts";
import { SURVIVORS } from "./survivors.ts";

interface Order {
  readonly part: MutatedPart;
  /** One file of it, perhaps with a range of lines such as `:12-34`; the whole part without. */
  readonly file?: string;
}

function orderOf(argument: string): readonly Order[] {
  const path = argument.replace(/^\.\//, "").replace(/\/$/, "");
  const parts = MUTATED_PARTS.filter(({ folder }) => folder === path || folder.startsWith(`${path}/`));
  if (parts.length > 0) return parts.map((part) => ({ part }));
  const part = MUTATED_PARTS.find(({ folder }) => folder === dirname(path));
  if (part !== undefined && /\.ts(?::\d+-\d+)?$/.test(path)) return [{ part, file: path }];
  const folders = MUTATED_PARTS.map(({ folder }) => folder).join(", ");
  throw new Error(`${argument}: not mutated; name one of ${folders}, or a file in one of them`);
}

/** For the list in `survivors.ts`. */
function describeSurvivor({ file, lineNumber, line, from, to, verdict }: Mutant): string {
  const why = verdict === "survived" ? "" : `, ${verdict}`;
  return `${file}:${lineNumber}${why}\n  line: ${JSON.stringify(line)}\n  [${JSON.stringify(from)}, ${JSON.stringify(to)}]`;
}

const options = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const orders = (wanted.length > 0 ? wanted : ["src"]).flatMap(orderOf);
if (options.includes("--nice")) setPriority(15);

const rows: ScoreRow[] = [];
const failures: string[] = [];
for (const { part, file } of orders) {
  const name = file ?? part.folder;
  const mutants = await mutate(part, { reuse: options.includes("--reuse"), ...(file !== undefined && { file }) });
  rows.push({ name, mutants });
  const { unlisted, stale } = compareSurvivors(mutants, SURVIVORS);
  const isRange = file !== undefined && !file.endsWith(".ts");
  for (const { file, line, from, to } of isRange ? [] : stale)
    console.log(`stale, no longer lives: ${file}: ${line}: ${from} → ${to}`);
  // On a busy machine time runs out for other reasons too, so they can be looked at.
  for (const { file, lineNumber, from, to } of mutants.filter(({ verdict }) => verdict === "timeout"))
    console.log(`did not end: ${file}:${lineNumber}: ${from} → ${to}`);
  for (const mutant of unlisted) console.log(`survivor that is not listed: ${describeSurvivor(mutant)}`);
  if (unlisted.length > 0) failures.push(`${name}: ${unlisted.length} survivors that are not listed`);
  const score = scoreOf(mutants);
  // Of a single file a few equivalent mutants may be more than a tenth.
  if (file === undefined && score < MINIMUM_SCORE) failures.push(`${name}: score below ${MINIMUM_SCORE} %`);
}

console.log(`\n${scoreTable(rows)}\n`);
for (const failure of failures) console.log(failure);
if (failures.length > 0) process.exitCode = 1;
