/**
 * Tells one notice on its terminal by the production code, as a delivery would, and writes the outcome to a file.
 * argv: the file whose existence starts it, the file for the outcome, and `{ config, message, withdraw }` as JSON;
 * once the file `withdraw` exists, where one is named, it takes the notice back.
 */
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { createTerminalWriter } from "../../src/adapters/terminal/terminal-writer.ts";
import { ttyWriter } from "../../src/adapters/terminal/tty-writer.ts";
import { createTmuxClient } from "../../src/adapters/tmux/tmux-client.ts";
import { oscChannel } from "../../src/channels/osc/osc.channel.ts";
import { oscSchema } from "../../src/channels/osc/osc.schema.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { NO_PROGRAMS, OFF_DESKTOP } from "../off-desktop.ts";

const [, , start = "", outcomeFile = "", json = ""] = process.argv;
const told = JSON.parse(json) as {
  config: object;
  message: { title: string; lines: string[] };
  withdraw?: string;
};
const config = oscSchema.parse(told.config);
const { env } = process;
const signal = new AbortController().signal;

await waitUntil("the word to start", () => existsSync(start), 60_000);
const tmux = await createTmuxClient({ env }).ask("once", signal);
const verdict = await oscChannel.prepare({ config, env, tmux, ...OFF_DESKTOP });
const notice = { id: `once-${process.pid}`, event: "agent-completed", priority: 3, at: 0 } as const;
const ports = {
  terminal: createTerminalWriter(process.stdout),
  ttys: ttyWriter,
  http: { post: () => Promise.reject(new Error("sends no request")) },
  programs: NO_PROGRAMS,
  now: () => 0,
};
const fields = { label: "", project: "", session: "", host: "", location: "", duration: "" };
const outcome =
  verdict.kind === "skipped"
    ? verdict
    : await oscChannel.attempt(
        { config, facts: verdict.facts, message: { ...told.message, fields }, notice },
        ports,
        signal,
      );
writeFileSync(`${outcomeFile}.part`, JSON.stringify(outcome));
renameSync(`${outcomeFile}.part`, outcomeFile);

const { withdraw } = told;
if (withdraw !== undefined && verdict.kind === "ready") {
  await waitUntil("the word to take it back", () => existsSync(withdraw), 60_000);
  await oscChannel.dismiss?.({ config, facts: verdict.facts, notice }, ports, signal);
}
