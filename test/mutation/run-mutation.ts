/**
 * `npm run mutation [-- FOLDER|FILE|FILE:12-34 …] [--reuse]`: Stryker changes the source in every way that it knows, one
 * change at a time, and counts how many of them the tests notice. Fails when a whole folder is below the minimum score,
 * and when a survivor is not listed. `--nice`, which package.json adds, leaves the processor to other programs.
 */
import { setPriority } from "node:os";
import { chosenParts } from "./chosen-parts.ts";
import { compareSurvivors } from "./compare-survivors.ts";
import { MINIMUM_SCORE } from "./mutated-parts.ts";
import { mutantsIn } from "./read-report.ts";
import { runStryker } from "./run-stryker.ts";
import { type ScoreRow, scoreOf, scoreTable } from "./score-table.ts";
import { SURVIVORS } from "./survivors.ts";

const options = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const chosen = (wanted.length > 0 ? wanted : ["src"]).flatMap(chosenParts);
if (options.includes("--nice")) setPriority(15);

const rows: ScoreRow[] = [];
const failures: string[] = [];
for (const choice of chosen) {
  const { part, file } = choice;
  const name = file ?? part.folder;
  const mutants = mutantsIn(await runStryker(choice, { reuse: options.includes("--reuse") }));
  rows.push({ name, mutants });
  const { unlisted, stale } = compareSurvivors(mutants, SURVIVORS);
  const isRange = file !== undefined && !file.endsWith(".ts");
  for (const { file, piece, mutator, listed, living } of isRange ? [] : stale)
    console.log(`stale: ${file}, ${piece}, ${mutator}: ${listed} listed, ${living} still live`);
  // On a busy machine a test can run out of time for other reasons, so look at these.
  for (const { file, lineNumber, from, to } of mutants.filter(({ verdict }) => verdict === "timeout"))
    console.log(`did not end: ${file}:${lineNumber}: ${from} → ${to}`);
  for (const { file, piece, mutator, listed, mutants } of unlisted) {
    console.log(`not listed: ${file}, ${piece}, ${mutator}: ${listed} listed, ${mutants.length} live`);
    for (const { lineNumber, from, to, verdict } of mutants)
      console.log(`  ${file}:${lineNumber}: ${from} → ${to}${verdict === "survived" ? "" : ` (${verdict})`}`);
  }
  const count = unlisted.reduce((sum, { mutants, listed }) => sum + mutants.length - listed, 0);
  if (count > 0) failures.push(`${name}: ${count} survivors that are not listed`);
  const score = scoreOf(mutants);
  // In a single file a few equivalent mutants can be more than a tenth.
  if (file === undefined && score < MINIMUM_SCORE) failures.push(`${name}: score below ${MINIMUM_SCORE} %`);
}

console.log(`\n${scoreTable(rows)}\n`);
for (const failure of failures) console.log(failure);
if (failures.length > 0) process.exitCode = 1;
