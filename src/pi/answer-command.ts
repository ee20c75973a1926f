import type { CommandContext } from "../commands/command.ts";
import { readCommandLine, USAGE_LINES } from "../commands/command-line.ts";
import { commandMessages } from "../messages/commands.messages.ts";
import { inLanguage } from "../messages/define-messages.ts";
import type { Language } from "../notices/event-table.ts";
import { levelOf, loadPart, SessionFault } from "./fault.ts";
import { type ShowLine, sessionSentences } from "./session-lines.ts";

export interface AnswerOptions {
  readonly language: Language;
  readonly show: ShowLine;
  /** Aborted when the session ends. */
  readonly ending: AbortSignal;
  readonly context: () => CommandContext;
}

/** Runs a command and shows its answer. Where that fails, the answer says why: there always is one. */
export async function answerCommand(text: string, { language, show, ending, context }: AnswerOptions): Promise<void> {
  const line = readCommandLine(text);
  if (line === undefined) return show(inLanguage(commandMessages, language)("usage", { usage: USAGE_LINES }), "info");
  let isLoaded = false;
  try {
    const { run } = await loadPart(line.row.load);
    isLoaded = true;
    const lines = await run(context(), line.argument);
    if (lines.length > 0) show(lines.join("\n"), "info");
  } catch (error) {
    // After the session's end a command has no screen for its answer.
    if (ending.aborted) return;
    const sentence = sessionSentences(language);
    const command = { command: line.row.name };
    if (!(error instanceof SessionFault)) show(sentence("commandFailed", command), "error");
    // Only the command is known to be broken: the session may well go on telling.
    else if (error.fault === "notLoaded" && !isLoaded) show(sentence("commandNotLoaded", command), "error");
    else show(sentence(error.fault), levelOf(error.fault));
  }
}
