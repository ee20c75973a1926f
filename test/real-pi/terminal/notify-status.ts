import type { PiInTmux } from "../../../rig/pi-in-tmux.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";

/** What `/notify status` shows on Pi's screen. */
export interface NotifyStatus {
  /** In their order; the last ones are the channels'. */
  readonly lines: readonly string[];
  /** What it says of a channel: `{ state: "terminal bell, ready", last: "agent-completed written" }`. */
  channel(id: string): { readonly state: string; readonly last: string } | undefined;
}

/** Runs `/notify status` and reads the answer. Pi must show its editor, wide enough for whole lines. */
export async function readStatus(pi: PiInTmux): Promise<NotifyStatus> {
  // An answer replaces the one before, so no older status can be taken for this one.
  await pi.prompt("/notify usage");
  await waitForAnswer(pi, ([first]) => /^(?:Usage: |用法：)/.test(first ?? ""));
  await pi.prompt("/notify status");
  const lines = await waitForAnswer(pi, ([first]) => first?.startsWith("pi-notify "));
  return {
    lines,
    channel(id) {
      const begins = (candidate: string) =>
        ["", " (built in)", "（内置）"].some(
          (mark) => /^[:：]/.test(candidate.slice(`${id}${mark}`.length)) && candidate.startsWith(`${id}${mark}`),
        );
      const place = lines.findIndex(begins);
      // A long one goes on in the next line, which begins with no name.
      const end = lines.findIndex(
        (candidate, index) =>
          index > place && /^(?:[\w.-]+(?: \(built in\)|（内置）)?|下一步|配置有误)[:：]/.test(candidate),
      );
      const line = place < 0 ? undefined : lines.slice(place, end < 0 ? undefined : end).join(" ");
      const [, state = "", last = ""] = /^[^:：]*(?:: |：)(.*)(?:[;,] last: |[；，]上次：)(.*)$/.exec(line ?? "") ?? [];
      return line === undefined ? undefined : { state, last };
    },
  };
}

/** Waits until the last thing that Pi shows above its editor is an answer of `/notify` that `fits`; its lines, trimmed. */
export function waitForAnswer(
  pi: PiInTmux,
  fits: (lines: readonly string[]) => boolean | undefined,
): Promise<readonly string[]> {
  return waitUntil(
    async () => `an answer of /notify on the screen:\n${await pi.screen()}`,
    async () => {
      const lines = lastParagraph(await pi.screen());
      return fits(lines) && lines;
    },
  );
}

function lastParagraph(screen: string): string[] {
  // While Pi works, the border says so.
  const [aboveEditor = ""] = screen.split(/^──.*─$/m);
  const paragraphs = aboveEditor.trim().split(/\n\s*\n/);
  return (paragraphs.at(-1) ?? "").split("\n").map((line) => line.trim());
}
