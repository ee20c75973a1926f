import { expect } from "vitest";
import { runPiPrint } from "../../rig/pi-on-pipes.ts";
import { startPiOnTerminal } from "../../rig/plain-terminal.ts";
import type { PiHome } from "./pi-home.ts";

/**
 * Shows that Pi has the extension, and it is whole: `pi -p` tells the webhook, once, and in the terminal `/notify`
 * answers from the code that is loaded late.
 * @param sources given to `pi -e`; none where it is installed
 */
export async function expectItWorks({ agentDir, model, receiver }: PiHome, ...sources: string[]): Promise<void> {
  const options = { agentDir, model, extensions: sources };
  const before = receiver.requests.length;
  const run = await runPiPrint("hi", options);
  expect(run).toMatchObject({ exit: { code: 0 }, stdout: "hello\n", stderr: "" });
  const bodies = receiver.requests.slice(before).map((request) => JSON.parse(request.body));
  expect(bodies).toEqual([{ event: "agent-completed", title: "Pi finished the task" }]);

  await using pi = await startPiOnTerminal(options);
  pi.prompt("/notify status");
  await pi.terminal.waitForBytes(/hook: [^\n]*ready/);
  pi.keys("C-d");
  expect(await pi.exit()).toEqual({ code: 0, signal: undefined });
}

/** Shows that Pi runs as if the extension were not there: `/notify` is a message to the model like any other. */
export async function expectItIsAbsent({ agentDir, model, receiver }: PiHome): Promise<void> {
  const before = receiver.requests.length;
  const run = await runPiPrint("/notify status", { agentDir, model });
  expect(run).toMatchObject({ exit: { code: 0 }, stdout: "hello\n", stderr: "" });
  expect(model.requests.at(-1)?.prompt).toBe("/notify status");
  expect(receiver.requests.length).toBe(before);
}
