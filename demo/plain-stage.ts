import { startPiOnTerminal } from "../rig/plain-terminal.ts";
import { notifyConfig, PROJECT, type Stage, type StageOptions, TERMINAL_TYPE } from "./stage.ts";

/** Pi on a terminal with nothing between. */
export async function startPlainStage({ extension, hook }: StageOptions): Promise<Stage> {
  const pi = await startPiOnTerminal({
    extensions: [extension],
    config: notifyConfig(hook),
    cwdName: PROJECT,
    termType: TERMINAL_TYPE,
    env: { TERM_PROGRAM: "ghostty" },
  });
  const from = pi.terminal.mark();
  return {
    pi,
    terminal: pi.terminal,
    prompt: async (text) => pi.prompt(text),
    async confirm(shown) {
      await pi.terminal.waitForBytes(shown, { from });
      pi.keys("Enter");
    },
    takeBellFlag: async () => undefined,
    async quit() {
      pi.keys("C-d");
      await pi.exit();
    },
    [Symbol.asyncDispose]: () => pi[Symbol.asyncDispose](),
  };
}
