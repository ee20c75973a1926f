import { sanitizeText } from "../../content/text.ts";
import { columnsOf, wrapText } from "../../content/wrap-text.ts";
import { inLanguage } from "../../messages/define-messages.ts";
import { doctorMessages } from "../../messages/doctor.messages.ts";
import type { Language } from "../../notices/event-table.ts";
import type { DoctorFacts } from "./facts.ts";
import type { Finding, SayDoctor } from "./finding.ts";
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

const JUDGES: readonly ((facts: DoctorFacts, say: SayDoctor) => Finding[])[] = [
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

/** Everything that the doctor has to say, and in which language. */
export interface Report {
  readonly language: Language;
  /** In the order of the checks. */
  readonly findings: readonly Finding[];
}

/** Everything that these facts show. */
export function judge(facts: DoctorFacts): Finding[] {
  const say = inLanguage(doctorMessages, facts.language);
  return JUDGES.flatMap((one) => one(facts, say));
}

/** Looks at everything. Sends nothing, changes nothing, never rejects, and ends within ten seconds. */
export async function examine(place: DoctorPlace): Promise<Report> {
  const facts = await gatherFacts(place);
  return { language: facts.language, findings: judge(facts) };
}

/**
 * The report as lines of at most 80 columns, the problems first. It holds no control character.
 * What is to be typed is never broken: each step stands on a line of its own.
 */
export function reportLines({ language, findings }: Report): string[] {
  const say = inLanguage(doctorMessages, language);
  const ordered = ["problem", "note", "fine"].flatMap((verdict) => findings.filter((one) => one.verdict === verdict));
  return [headline(findings, say), ...ordered.flatMap((finding) => linesOf(finding, say))];
}

function headline(findings: readonly Finding[], say: SayDoctor): string {
  const count = (verdict: Finding["verdict"]) => findings.filter((one) => one.verdict === verdict).length;
  const [problems, notes] = [count("problem"), count("note")];
  if (problems === 0) return notes === 0 ? say("allWell") : say("allWellWithNotes", { notes });
  return notes === 0 ? say("problems", { problems }) : say("problemsAndNotes", { problems, notes });
}

const INDENT = "  ";
const STEP_INDENT = "    ";

function linesOf(finding: Finding, say: SayDoctor): string[] {
  if (finding.verdict === "fine") return wrapText(sanitizeText(say("fine", { found: finding.found })), INDENT);
  const { verdict, id, found, follows, type } = finding;
  return [
    ...wrapText(sanitizeText(say(verdict, { id, found })), INDENT),
    ...below(say("follows"), sanitizeText(follows)),
    ...(type === undefined ? [] : steps(say("type"), type)),
  ];
}

/** A labelled paragraph whose further lines stand below its first word. */
function below(label: string, text: string): string[] {
  return wrapText(`${label}${text}`, " ".repeat(columnsOf(label)));
}

/** Steps after the first one are indented little, so that long commands fit. */
function steps(label: string, type: string): string[] {
  return type.split("\n").map((step, index) => `${index === 0 ? label : STEP_INDENT}${sanitizeText(step)}`);
}
