import type { Language } from "../notices/event-table.ts";
import { inLanguage, type Sentence } from "./define-messages.ts";
import { failureMessages } from "./failure.messages.ts";
import { outcomeMessages, reasonMessages } from "./outcome.messages.ts";

/** An outcome as it travels and as a trace holds it: codes, whose words are looked up here. */
export interface OutcomeCodes {
  readonly kind: string;
  readonly reason?: string | undefined;
}

/** An outcome in short: `written`, `skipped (mode)`, `failed (http 500)`. */
export function outcomeText({ kind, reason }: OutcomeCodes, language: Language): string {
  const outcome = outcomeWord(kind, language);
  if (reason === undefined) return outcome;
  return inLanguage(outcomeMessages, language)("withReason", { outcome, reason: shortReason(reason, language) });
}

/** An outcome for somebody who asks why: `skipped (mode: it does not work in this mode of Pi)`. */
export function explainedOutcome({ kind, reason }: OutcomeCodes, language: Language): string {
  const outcome = outcomeWord(kind, language);
  if (reason === undefined) return outcome;
  return inLanguage(outcomeMessages, language)("withReason", { outcome, reason: reasonText(reason, language) });
}

/** `written`; a kind that is unknown is shown as it is. */
export function outcomeWord(kind: string, language: Language): string {
  return isIdOf(outcomeMessages, kind) ? inLanguage(outcomeMessages, language)(kind as "written") : kind;
}

/** A reason with its explanation: `mode: it does not work in this mode of Pi`; a failure explains itself. */
export function reasonText(code: string, language: Language): string {
  if (!isIdOf(reasonMessages, code)) return failureText(code, language);
  const words = inLanguage(reasonMessages, language)(code);
  return inLanguage(outcomeMessages, language)("explained", { code, words });
}

function shortReason(code: string, language: Language): string {
  return isIdOf(reasonMessages, code) ? code : failureText(code, language);
}

/** Why an attempt failed, in words. A reason that no catalogue knows is shown as it is. */
export function failureText(reason: string, language: Language): string {
  for (const { pattern, names, sentence } of failureForms()) {
    const found = pattern.exec(reason);
    if (found === null) continue;
    const values = names.map((name, position) => {
      const value = found[position + 1] ?? "";
      return [name, HOLDS_REASON.has(name) ? failureText(value, language) : value];
    });
    return fill(language === "en" ? sentence.en : sentence.zh, Object.fromEntries(values));
  }
  return reason;
}

/** Placeholders that stand for a number. */
const IS_NUMBER: ReadonlySet<string> = new Set(["status", "code"]);

/** Placeholders that stand for another reason. */
const HOLDS_REASON: ReadonlySet<string> = new Set(["reason", "refusal"]);

interface FailureForm {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly sentence: Sentence;
}

let forms: readonly FailureForm[] | undefined;

/** What each reason looks like once its values are in it. Those without values come first. */
function failureForms(): readonly FailureForm[] {
  forms ??= Object.entries(failureMessages)
    .map(([id, sentence]) => {
      const parts = id.split(/\{(\w+)\}/);
      const source = parts
        .map((part, place) => (place % 2 === 0 ? escaped(part) : IS_NUMBER.has(part) ? "(-?\\d+)" : "(.+?)"))
        .join("");
      return { pattern: new RegExp(`^${source}$`), names: parts.filter((_, place) => place % 2 === 1), sentence };
    })
    .toSorted((one, other) => Number(one.names.length > 0) - Number(other.names.length > 0));
  return forms;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

function isIdOf<Catalogue extends object>(catalogue: Catalogue, id: string): id is keyof Catalogue & string {
  return Object.hasOwn(catalogue, id);
}
