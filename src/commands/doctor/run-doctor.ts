import { sanitizeText } from "../../content/text.ts";
import { columnsOf, wrapText } from "../../content/wrap-text.ts";
import { inLanguage } from "../../messages/define-messages.ts";
import { doctorMessages } from "../../messages/doctor.messages.ts";
import type { Language } from "../../notices/event-table.ts";
import { checkBell } from "./check-bell.ts";
import { checkConfig } from "./check-config.ts";
import { checkDesktop } from "./check-desktop.ts";
import { checkExtensions } from "./check-extensions.ts";
import { checkFocus } from "./check-focus.ts";
import { checkLayers } from "./check-layers.ts";
import { checkReach } from "./check-reach.ts";
import { checkTerminal } from "./check-terminal.ts";
import { checkTmux } from "./check-tmux.ts";
import type { DoctorFacts } from "./facts.ts";
import type { Finding, SayDoctor } from "./finding.ts";
import { type DoctorSurroundings, gatherFacts } from "./gather-facts.ts";

const CHECKS: readonly ((facts: DoctorFacts, say: SayDoctor) => Finding[])[] = [
  checkConfig,
  checkExtensions,
  checkTerminal,
  checkLayers,
  checkTmux,
  checkBell,
  checkFocus,
  checkReach,
  checkDesktop,
];

/** Everything that the doctor has to say, and in which language. */
export interface Report {
  readonly language: Language;
  /** In the order of the checks. */
  readonly findings: readonly Finding[];
}

/** Everything that these facts show. */
export function checkAll(facts: DoctorFacts): Finding[] {
  const say = inLanguage(doctorMessages, facts.language);
  return CHECKS.flatMap((one) => one(facts, say));
}

/** Looks at everything. Sends nothing, changes nothing, never rejects, and ends within ten seconds. */
export async function examine(place: DoctorSurroundings): Promise<Report> {
  const facts = await gatherFacts(place);
  return { language: facts.language, findings: checkAll(facts) };
}

/**
 * The report as lines of at most 80 columns, the problems first. It holds no control character.
 * What is to be typed is never broken: each command stands on a line of its own.
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
const COMMAND_INDENT = "    ";

function linesOf(finding: Finding, say: SayDoctor): string[] {
  if (finding.verdict === "fine") return wrapText(sanitizeText(say("fine", { found: finding.found })), INDENT);
  const { verdict, id, found, follows, shell = [], inPi = [] } = finding;
  return [
    ...wrapText(sanitizeText(say(verdict, { id, found })), INDENT),
    ...(follows === undefined ? [] : below(say("follows"), sanitizeText(follows))),
    ...commands(say("shell"), shell),
    ...commands(say("inPi"), inPi),
  ];
}

/** A labelled paragraph whose further lines stand below its first word. */
function below(label: string, text: string): string[] {
  return wrapText(`${label}${text}`, " ".repeat(columnsOf(label)));
}

/** One on each line, whole. Those after the first are indented little, so that long ones fit. */
function commands(label: string, all: readonly string[]): string[] {
  return all.map((command, index) => `${index === 0 ? label : COMMAND_INDENT}${sanitizeText(command)}`);
}
