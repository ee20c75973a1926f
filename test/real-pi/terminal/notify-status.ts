import type { PiInTmux } from "../../rig/pi-in-tmux.ts";
import { waitUntil } from "../../rig/wait-until.ts";

/** What `/notify status` shows on Pi's screen; Pi must show its editor, wide enough for whole lines. */
export interface NotifyStatus {
  /** Trimmed, in their order, from the first to the last channel's. */
  readonly lines: readonly string[];
  /** What it says of a channel: `{ state: "terminal bell, ready", last: "agent-completed written" }`. */
  channel(id: string): { readonly state: string; readonly last: string } | undefined;
}

/** Runs `/notify status` and reads the answer from the screen. */
export async function readStatus(pi: PiInTmux): Promise<NotifyStatus> {
  // Pi shows a new line of ours in place of the one before, so an older status cannot be taken for this one.
  await pi.prompt("/notify usage");
  await pi.waitForScreen(/Usage: /);
  await pi.prompt("/notify status");
  const lines = await waitUntil(
    async () => `the status on the screen:\n${await pi.screen()}`,
    async () => {
      const screen = await pi.screen();
      if (/Usage: |\/notify/.test(screen)) return undefined;
      const shown = screen.split("\n").map((line) => line.trim());
      const first = shown.findIndex((line) => line.startsWith("pi-notify "));
      const end = shown.indexOf("", first);
      return first >= 0 && end > first && shown.slice(first, end);
    },
  );
  return {
    lines,
    channel(id) {
      const line = lines.find((candidate) => candidate.startsWith(`${id}: `));
      const [, state = "", last = ""] = /^[^:]*: (.*); last: (.*)$/.exec(line ?? "") ?? [];
      return line === undefined ? undefined : { state, last };
    },
  };
}
