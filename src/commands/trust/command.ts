import { CHANNELS } from "../../channels/registry.ts";
import { resolveLanguage } from "../../content/language.ts";
import type { RunCommand } from "../command.ts";
import type { PageSize } from "./pages.ts";
import { type TrustWord, trustLines } from "./trust.ts";

export const run: RunCommand = async (context, word) => {
  const { configuration, sources, env, dialogs, ending, approvalChanged, ownMachines } = context;
  const { config } = await configuration();
  return trustLines(
    {
      ...sources,
      registry: CHANNELS,
      language: resolveLanguage(config.language, env),
      select: dialogs && ((title, options) => dialogs.select(title, options)),
      page: pageOn(ownMachines.terminal),
      ...{ ending, approvalChanged },
    },
    word as TrustWord,
  );
};

/** Rows of Pi's screen that its dialog and its footer take for themselves: frame, question, choices, keys. */
const ROWS_AROUND = 16;

/** Pi's dialog shows the end of what is higher than the screen. */
function pageOn(terminal: NodeJS.WritableStream): PageSize {
  const { columns = 80, rows = 24 } = terminal as Partial<Pick<NodeJS.WriteStream, "columns" | "rows">>;
  return { columns: Math.max(columns - 4, 20), rows: Math.max(rows - ROWS_AROUND, 4) };
}
