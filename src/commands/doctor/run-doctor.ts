import { sanitizeText } from "../../content/text.ts";
import type { DoctorFacts } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { type DoctorPlace, gatherFacts } from "./gather-facts.ts";
import { judgeBell } from "./judge-bell.ts";
import { judgeConfig } from "./judge-config.ts";
import { judgeDesktop } from "./judge-desktop.ts";
import { judgeExtensions } from "./judge-extensions.ts";
import { judgeFocus } from "./judge-focus.ts";
import { judgeLayers } from "./judge-layers.ts";
import { judgeReach } from "./judge-reach.ts";
import { judgeTerminal } from "./judge-terminal.ts";
import { judgeTmux } from "./judge-tmux.ts";

const JUDGES: readonly ((facts: DoctorFacts) => Finding[])[] = [
  judgeConfig,
  judgeExtensions,
  judgeTerminal,
  judgeLayers,
  judgeTmux,
  judgeBell,
  judgeFocus,
  judgeReach,
  judgeDesktop,
];

/** All that there is to say of these facts, in the order of the report. */
export function judge(facts: DoctorFacts): Finding[] {
  return JUDGES.flatMap((one) => one(facts));
}

/** Looks at everything. Sends nothing, changes nothing, never rejects, and ends within ten seconds. */
export async function examine(place: DoctorPlace): Promise<Finding[]> {
  return judge(await gatherFacts(place));
}

/** The report, a line or more each: the problems first. Holds no control character (R40). */
export function reportLines(findings: readonly Finding[]): string[] {
  const ordered = ["problem", "note", "fine"].flatMap((verdict) => findings.filter((one) => one.verdict === verdict));
  return [headline(findings), ...ordered.flatMap(linesOf)];
}

function headline(findings: readonly Finding[]): string {
  const count = (verdict: Finding["verdict"]) => findings.filter((one) => one.verdict === verdict).length;
  const problems = count("problem");
  const notes = count("note");
  const say = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;
  if (problems === 0) return `pi-notify doctor: nothing is wrong${notes === 0 ? "" : `, ${say(notes, "note")}`}`;
  return `pi-notify doctor: ${say(problems, "problem")}${notes === 0 ? "" : `, ${say(notes, "note")}`}`;
}

function linesOf(finding: Finding): string[] {
  if (finding.verdict === "fine") return [sanitizeText(`ok: ${finding.found}`)];
  const { verdict, id, found, follows, type } = finding;
  return [
    sanitizeText(`${verdict} ${id}: ${found}`),
    `  so: ${sanitizeText(follows)}`,
    ...(type === undefined ? [] : [`  do: ${sanitizeText(type)}`]),
  ];
}
