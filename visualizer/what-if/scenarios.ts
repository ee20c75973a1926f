import type { ModelSetup } from "../../src/model/model-event.ts";
import { channel, ONE_RUN, SCOPES } from "../../src/model/scopes.ts";

export interface Scenario {
  readonly name: string;
  readonly setup: ModelSetup;
}

/** As most people have it: a terminal with its bell, a webhook, and a phone that waits a while. */
const USUAL: ModelSetup = {
  mode: "tui",
  announces: "during-run",
  graceMs: 150,
  channels: [
    channel("terminal", { success: "written" }),
    channel("bell", { yieldsTo: ["terminal"] }),
    channel("hook", { timeoutMs: 5_000 }),
    channel("phone", { delayMs: 120_000, timeoutMs: 5_000 }),
  ],
};

/** What a session may be started with: the usual, and everything that the model is searched with. */
export const SCENARIOS: readonly Scenario[] = [
  { name: USUAL.channels.map(({ id }) => id).join(", "), setup: USUAL },
  ...[ONE_RUN, ...SCOPES].map(({ name, setup }) => ({ name, setup })),
];
