import { messageText } from "../../src/messages/define-messages.ts";
import { outcomeWord, reasonText } from "../../src/messages/outcome-text.ts";
import { silenceMessages } from "../../src/messages/trace.messages.ts";
import { clockTime } from "../../src/trace/story.ts";
import { type NoticeRow, noticeRows } from "../model/notice-rows.ts";
import { element, part } from "./element.ts";
import { ListBox } from "./list-box.ts";
import type { ViewerState } from "./viewer-state.ts";

export const NOTICE_ROW = 26;

/** Below on the right: what became of every notice and why; a click goes to the moment that decided it. */
export class NoticeList {
  readonly #state: ViewerState;
  readonly #box: ListBox;
  #rows: readonly NoticeRow[] = [];
  /** The first row of each place. */
  #byPlace = new Map<number, number>();
  #chosen = -1;

  constructor(state: ViewerState) {
    this.#state = state;
    const list = this;
    this.#box = new ListBox(part("notice-list", HTMLElement), NOTICE_ROW, {
      get count() {
        return list.#rows.length;
      },
      fill: (row, index) => this.#fill(row, index),
      current: () => ({ index: this.#current(), past: this.#rows.length }),
      activate: (index) => this.#activate(index),
    });
    state.on(["trace", "records", "language"], () => this.#read());
    state.on(["moment"], () => this.#box.markCurrent());
    this.#read();
  }

  /** Goes to the next decision after the moment, or the one before it. */
  go(by: 1 | -1): void {
    const { moment } = this.#state;
    const places = [...new Set(this.#rows.map(({ place }) => place + 1))].sort((one, other) => one - other);
    const next = by === 1 ? places.find((place) => place > moment) : places.findLast((place) => place < moment);
    if (next === undefined) return;
    this.#state.pause();
    this.#state.go(next);
  }

  /** The moment right after a notice was made; undefined where the trace has none of that id. */
  momentOf(id: string): number | undefined {
    const row = this.#rows.find((candidate) => candidate.kind === "notice" && candidate.id === id);
    return row === undefined ? undefined : row.place + 1;
  }

  #read(): void {
    this.#rows = noticeRows(this.#state.records);
    this.#chosen = -1;
    this.#byPlace = new Map(this.#rows.map(({ place }, index) => [place, index] as const).toReversed());
    const notices = this.#rows.filter(({ kind }) => kind === "notice").length;
    part("notice-count", HTMLElement).textContent = this.#state.say("noticeCount", { notices });
    this.#box.refresh();
  }

  /** The row that was decided at this very moment; of several the chosen one. */
  #current(): number {
    const place = this.#state.moment - 1;
    if (this.#rows[this.#chosen]?.place === place) return this.#chosen;
    return this.#byPlace.get(place) ?? -1;
  }

  #activate(index: number): void {
    const row = this.#rows[index];
    if (row === undefined) return;
    this.#chosen = index;
    this.#state.pause();
    const actor = this.#state.records[row.place]?.actor;
    if (this.#state.moment === row.place + 1) this.#box.markCurrent();
    this.#state.go(row.place + 1);
    if (!this.#state.follows && actor !== undefined) this.#state.choose(actor);
  }

  #fill(line: HTMLElement, index: number): void {
    const row = this.#rows[index];
    if (row === undefined) return;
    const { language, index: trace } = this.#state;
    const at = this.#state.records[row.place]?.at ?? 0;
    const when = element("span", { class: "when" }, clockTime(at, trace?.head.utcOffsetMinutes ?? 0).slice(0, 8));
    line.classList.toggle("inner-row", row.kind === "delivery");
    switch (row.kind) {
      case "notice":
        line.append(when, element("span", { class: "story" }, row.story), element("strong", {}, row.event));
        return;
      case "delivery":
        line.append(
          when,
          element("span", { class: "channel" }, row.channel),
          element("span", { class: `outcome ${row.outcome}` }, outcomeWord(row.outcome, language)),
        );
        if (row.reason !== undefined) {
          line.append(element("span", { class: "why" }, reasonText(row.reason, language)));
        }
        return;
      case "nothing":
        line.append(
          when,
          element("span", { class: "story" }, row.story),
          element("span", { class: "outcome nothing" }, this.#state.say("noNotice")),
          element("span", { class: "why" }, messageText(silenceMessages, row.why, language)),
        );
    }
  }
}
