import { readFileSync } from "node:fs";
import type { WriteStream } from "node:tty";
import { styleText } from "node:util";
import { checkArrivals, type DemoOutcome, type Evidence, type Verdict } from "./check-arrivals.ts";
import { type Stage, TERMINAL_NAME } from "./stage.ts";
import { SECOND_SESSION } from "./tmux-stage.ts";
import { wrap } from "./wrap.ts";

type Style = Parameters<typeof styleText>[0];

/** Where a channel's evidence begins on its line. */
const EVIDENCE_COLUMN = 27;
const WIDEST = 100;

/** Tells on a stream what happens, while it happens. */
export class Story {
  readonly #stream: WriteStream;

  constructor(stream: WriteStream) {
    this.#stream = stream;
  }

  begin({ tmux }: Stage): void {
    const where = tmux === undefined ? "on a plain terminal" : `in tmux ${tmux}`;
    this.#line();
    this.#line(this.#style("bold", "  pi-notify"));
    this.#line();
    this.#prose(
      `The real Pi ${piVersion()} ${where}, with a scripted model. Its terminal is one that records every byte and says ` +
        `it is ${TERMINAL_NAME}; the webhook goes to a receiver on this machine.`,
    );
  }

  userSays(words: string): void {
    this.#line();
    this.#line(`  ${this.#style("bold", "You")}   ${words}`);
  }

  piDoes(what: string, evidence: Evidence): void {
    this.#line(
      `  ${this.#style("bold", "Pi")}    ${what}  ${this.#style(["dim"], "→")} ${this.#style("magenta", evidence.event)}`,
    );
    this.#line();
    for (const verdict of checkArrivals(evidence))
      this.#channel(verdict, evidenceText(verdict.outcome.channel, evidence));
  }

  /** @returns whether all came as it should. */
  end(verdicts: readonly Verdict[], { tmux }: Pick<Stage, "tmux">): boolean {
    const bad = verdicts.filter(({ problem }) => problem !== undefined);
    const count = `${verdicts.length - bad.length} of ${verdicts.length}`;
    this.#line();
    if (bad.length === 0) {
      this.#line(this.#style("green", `  ✓ ${count} arrived, each exactly once, counted after Pi had ended.`));
    } else {
      this.#line(this.#style("red", `  ✗ ${count} arrived as they should.`));
    }
    for (const { outcome, problem } of bad) {
      this.#line(this.#style("red", `    ${outcome.event} on ${outcome.channel}: ${problem}`));
    }
    this.#line();
    this.#prose("Times run from Pi's event to the arrival; a dialog has 150 ms of grace before it is told.", "dim");
    if (tmux !== undefined) {
      this.#prose(
        "tmux passes OSC from visible windows and flags bells on background ones. Pi's window is both: shown here, " +
          `and linked into a second session, “${SECOND_SESSION}”, behind another window.`,
        "dim",
      );
    }
    if (bad.length === 0) {
      this.#line();
      this.#line(`  ${this.#style("bold", "Your turn")}  pi install "$PWD"`);
    }
    this.#line();
    return bad.length === 0;
  }

  #channel({ outcome, problem }: Verdict, evidence: string): void {
    const mark = problem === undefined ? this.#style("green", "✓") : this.#style("red", "✗");
    const time = outcome.latencyMs === null ? "" : `${outcome.latencyMs} ms`;
    const told = [problem, evidence].filter(Boolean).join(": ");
    const [first = "", ...more] = wrap(told, this.#width - EVIDENCE_COLUMN);
    this.#line(`        ${mark} ${outcome.channel.padEnd(7)} ${time.padStart(7)}  ${this.#showEscapes(first)}`);
    for (const rest of more) this.#line(" ".repeat(EVIDENCE_COLUMN) + this.#showEscapes(rest));
  }

  #prose(text: string, style: Style = []): void {
    for (const line of wrap(text, this.#width - 4)) this.#line(`  ${this.#style(style, line)}`);
  }

  #showEscapes(line: string): string {
    return line.replace(/␛\]|␛\\|␇/g, (shown) => this.#style("cyan", shown));
  }

  get #width(): number {
    return Math.min(this.#stream.columns || WIDEST, WIDEST);
  }

  #style(style: Style, text: string): string {
    return styleText(style, text, { stream: this.#stream });
  }

  #line(text = ""): void {
    this.#stream.write(`${text}\n`);
  }
}

/** What arrived, with control characters made visible. */
function evidenceText(channel: DemoOutcome["channel"], { osc, bell, webhook, bellFlag }: Evidence): string {
  switch (channel) {
    case "osc":
      return osc.map(({ sequence }) => visible(sequence)).join(" ");
    case "bell": {
      const bytes = bell.map(() => "␇").join(" ");
      return bellFlag ? `${bytes}  and tmux has set the window's bell flag` : bytes;
    }
    case "webhook":
      return webhook.map(({ json }) => json).join(" ");
  }
}

/** U+2400 and on are the pictures of the control characters. */
function visible(sequence: string): string {
  return sequence.replace(/[\x00-\x1f]/g, (control) => String.fromCodePoint(0x2400 + control.charCodeAt(0)));
}

function piVersion(): string {
  const manifest = new URL("../node_modules/@earendil-works/pi-coding-agent/package.json", import.meta.url);
  return String(JSON.parse(readFileSync(manifest, "utf8")).version);
}
