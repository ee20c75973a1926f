import { COMMAND_FORMS } from "../src/commands/command-line.ts";
import { commandMessages } from "../src/messages/commands.messages.ts";
import { inLanguage } from "../src/messages/define-messages.ts";
import type { Language } from "../src/notices/event-table.ts";
import { withGeneratedPart } from "./generated-part.ts";

/** The documents that list the commands, and their language. */
export const COMMAND_DOCUMENTS = [
  ["README.md", "en"],
  ["README.zh-CN.md", "zh-CN"],
] as const;

/** The commands as a Markdown table, from the table that dispatches them. */
export function commandRows(language: Language): string {
  const say = inLanguage(commandMessages, language);
  const rows = COMMAND_FORMS.map(({ usage, description }) => `| \`/notify ${usage}\` | ${say(description)} |`);
  return ["| | |", "|---|---|", ...rows].join("\n");
}

/** The document with its list of commands as the code has it now. @throws Error when it has no place for one */
export function withCommandRows(text: string, language: Language): string {
  return withGeneratedPart(text, "commands", commandRows(language));
}
