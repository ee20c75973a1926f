import { inLanguage } from "../../messages/define-messages.ts";
import { setupMessages } from "../../messages/setup.messages.ts";
import type { RunCommand } from "../command.ts";
import { runSetup } from "./run-setup.ts";
import { testWritten } from "./test-written.ts";

/**
 * Asks in Pi's dialogs. The file that it writes is in force once Pi has loaded its extensions anew. That draws the
 * screen afresh, so the results are shown in the session that is there afterwards.
 */
export const run: RunCommand = async ({ language, dialogs, sources, env, say, ownMachines, ending, reload }) => {
  const { columns, rows } = ownMachines.terminal as Partial<Pick<NodeJS.WriteStream, "columns" | "rows">>;
  const results = await runSetup({
    ...{ dialogs, env, say, language },
    path: sources.path,
    screen: ownMachines.mode === "tui" && columns !== undefined && rows !== undefined ? { columns, rows } : undefined,
    sendTest: (text) => testWritten(text, ownMachines, ending),
  });
  if (results === undefined) return [];
  const sentence = inLanguage(setupMessages, results.language);
  const lines = results.lines.join("\n");
  const showAfterwards = await reload(() => say([lines, sentence("inForceLater")].join("\n"), "info"));
  if (showAfterwards !== undefined) showAfterwards([lines, sentence("inForce")].join("\n"), "info");
  else if (!ending.aborted) say([lines, sentence("typeReload")].join("\n"), "warning");
  return [];
};
