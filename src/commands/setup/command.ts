import type { RunCommand } from "../command.ts";
import { runSetup } from "./run-setup.ts";
import { testWritten } from "./test-written.ts";

/** Asks in Pi's dialogs. The file that it writes is in force once Pi has loaded its extensions anew. */
export const run: RunCommand = async ({ language, dialogs, sources, env, say, ownMachines, ending, reload }) => {
  const isWritten = await runSetup({
    ...{ dialogs, env, say, language },
    path: sources.path,
    sendTest: (text) => testWritten(text, ownMachines, ending),
  });
  if (isWritten) await reload();
  return [];
};
