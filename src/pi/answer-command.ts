import type { CommandContext } from "../commands/command.ts";
import { readCommandLine, USAGE } from "../commands/command-line.ts";
import { commandMessages } from "../messages/commands.messages.ts";
import { inLanguage } from "../messages/define-messages.ts";
import { levelOf, loadPart, SessionFault } from "./fault.ts";
import { sessionSentences } from "./session-lines.ts";

/** Runs a command and shows its answer. Where that fails, the answer says why; it is never empty. Never rejects. */
export async function answerCommand(text: string, context: CommandContext): Promise<void> {
  const { language, say, ending } = context;
  const line = readCommandLine(text);
  if (line === undefined) return say(inLanguage(commandMessages, language)("usage", { usage: USAGE }), "info");
  try {
    const { run } = await loadPart(line.row.load);
    const lines = await run(context, line.argument);
    if (lines.length > 0) say(lines.join("\n"), "info");
  } catch (error) {
    // A command that the session's end has overtaken has nobody to answer.
    if (ending.aborted) return;
    const sentence = sessionSentences(language);
    if (error instanceof SessionFault) say(sentence(error.fault), levelOf(error.fault));
    else say(sentence("commandFailed", { command: line.row.name }), "error");
  }
}
