import type { ImportRule } from "./import-rules.ts";

type Rules = Readonly<Record<string, ImportRule>>;

/** What is imported when it is needed, and not before: its arrow is dashed, and nothing follows from it. */
const BOUNDARY = "lazy.ts";

/** Folders that nearly all others import, or that import nearly all: an arrow to each would hide the others. */
const WITHOUT_ARROWS: ReadonlySet<string> = new Set([
  "messages",
  "notices",
  "rig",
  "demo",
  "scripts",
  "examples",
  "test",
]);

/**
 * The map of the code in CONTRIBUTING: a chart of the folders with an arrow for each allowed import that does not
 * follow from others, and a table of what each folder holds and may import.
 */
export function drawMap(rules: Rules): string {
  const folders = Object.keys(rules).filter((folder) => !WITHOUT_ARROWS.has(folder));
  const arrows = folders.flatMap((from) =>
    nextBelow(from, rules).map((to) => `  ${idOf(from)} ${to === BOUNDARY ? "-.->" : "-->"} ${idOf(to)}`),
  );
  const nodes = folders.map((folder) => `  ${idOf(folder)}["${folder}"]`);
  const rows = Object.entries(rules).map(
    ([folder, { holds, folders: to, packages }]) =>
      `| \`${pathOf(folder)}\` | ${holds} | ${listed(to)} | ${listed(packages)} |`,
  );
  return [
    "```mermaid",
    "flowchart TB",
    ...nodes,
    ...arrows,
    "```",
    "",
    "| folder | what it holds | may import | packages |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** The folders that one may import and that none of its other folders imports on the way. */
function nextBelow(from: string, rules: Rules): readonly string[] {
  const below = (rules[from]?.folders ?? []).filter((folder) => !WITHOUT_ARROWS.has(folder) && folder !== "*");
  return below.filter(
    (to) =>
      to === BOUNDARY || !below.some((other) => other !== to && reaches(other, to, rules, new Set([from, BOUNDARY]))),
  );
}

function reaches(from: string, to: string, rules: Rules, passed: Set<string>): boolean {
  if (passed.has(from)) return false;
  passed.add(from);
  return (rules[from]?.folders ?? []).some((next) => next === to || reaches(next, to, rules, passed));
}

function idOf(folder: string): string {
  return folder.replace(/[^a-z]/g, "_");
}

function pathOf(folder: string): string {
  return /^(?:visualizer|(?:rig|demo|scripts|examples|test)$)/.test(folder) ? folder : `src/${folder}`;
}

function listed(names: readonly string[]): string {
  if (names.includes("*")) return "anything";
  return names.length === 0 ? "nothing" : names.join(", ");
}
