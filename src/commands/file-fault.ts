import { inLanguage } from "../messages/define-messages.ts";
import { fileFaultMessages } from "../messages/files.messages.ts";
import type { Language } from "../notices/event-table.ts";
import { errorCodeOf } from "../ports/unknown-value.ts";

/** Why a file was not written, in a clause without a path. A code without a sentence is shown as it is. */
export function faultText(error: unknown, language: Language): string {
  const code = errorCodeOf(error) ?? "unknown";
  return isKnown(code) ? inLanguage(fileFaultMessages, language)(code) : code;
}

function isKnown(code: string): code is keyof typeof fileFaultMessages {
  return Object.hasOwn(fileFaultMessages, code);
}
