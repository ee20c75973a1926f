import { commandMessages } from "../messages/commands.messages.ts";
import { inLanguage } from "../messages/define-messages.ts";
import type { Language } from "../notices/event-table.ts";
import { COMMAND_FORMS } from "./command-line.ts";
import { COMMANDS } from "./commands.ts";

/** What Pi's editor shows while the user types the command. */
export interface Completion {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

/** What of the session the offers depend on. */
export interface CompletionFacts {
  readonly channelIds: readonly string[];
  readonly language: Language;
}

/**
 * Completes a command of `/notify`, then the channel where it takes one.
 * A text that is complete gets no offer: while Pi's editor shows one, Enter accepts it instead of running the command.
 */
export function completeNotify(prefix: string, { channelIds, language }: CompletionFacts): Completion[] {
  const [, name = "", begun] = /^(\S+)\s+(\S*)$/.exec(prefix) ?? [];
  const takesChannel = COMMANDS.some(
    (row) => row.name === name && row.arguments.some(({ kind }) => kind === "channel"),
  );
  const typed = begun !== undefined && takesChannel ? `${name} ${begun}` : prefix;
  const offers =
    begun !== undefined && takesChannel
      ? channelIds.map((id) => ({ value: `${name} ${id}`, label: id }))
      : forms(language);
  if (offers.some(({ value }) => value === typed)) return [];
  return offers.filter(({ value }) => value.startsWith(typed));
}

function forms(language: Language): Completion[] {
  const say = inLanguage(commandMessages, language);
  return COMMAND_FORMS.map(({ text, description }) => ({ value: text, label: text, description: say(description) }));
}
