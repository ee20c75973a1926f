import { enteredStates } from "../../src/trace/record-pattern.ts";
import { clockTime } from "../../src/trace/story.ts";
import { type EventFilter, placesThatPass } from "../model/event-filter.ts";
import { countUpTo } from "../model/sorted-numbers.ts";
import { element, part } from "./element.ts";
import { ListBox } from "./list-box.ts";
import type { ViewerState } from "./viewer-state.ts";

export const EVENT_ROW = 26;

/** Below on the left: every record in a line, filtered by machine and words. */
export class EventList {
  readonly #state: ViewerState;
  readonly #box: ListBox;
  readonly #machine = part("machine-filter", HTMLSelectElement);
  readonly #search = part("search", HTMLInputElement);
  readonly #count = part("event-count", HTMLElement);
  #places: readonly number[] = [];
  #filtered: EventFilter = { machine: "", search: "" };
  #seen = 0;

  constructor(state: ViewerState) {
    this.#state = state;
    const list = this;
    this.#box = new ListBox(part("event-list", HTMLElement), EVENT_ROW, {
      get count() {
        return list.#places.length;
      },
      fill: (row, index) => this.#fill(row, index),
      current: () => {
        const past = countUpTo(this.#places, state.moment - 1);
        return { index: past - 1, past };
      },
      activate: (index) => {
        const place = this.#places[index];
        if (place === undefined) return;
        state.pause();
        state.go(place + 1);
      },
    });
    this.#machine.append(
      element("option", { value: "" }),
      ...state.charts.map(({ machine }) => element("option", { value: machine }, machine)),
    );
    this.#machine.addEventListener("change", () => this.#filter());
    this.#search.addEventListener("input", () => this.#filter());
    state.on(["trace"], () => this.#filter());
    state.on(["records"], () => this.#grow());
    state.on(["moment"], () => this.#box.markCurrent());
    state.on(["language"], () => this.#filter());
    this.#filter();
  }

  #filter(): void {
    const all = this.#machine.options[0];
    if (all !== undefined) all.textContent = this.#state.say("allMachines");
    this.#filtered = { machine: this.#machine.value, search: this.#search.value };
    this.#places = placesThatPass(this.#state.records, this.#filtered);
    this.#seen = this.#state.records.length;
    this.#tellCount();
    this.#box.refresh();
  }

  #grow(): void {
    const { records } = this.#state;
    this.#places = [...this.#places, ...placesThatPass(records, this.#filtered, this.#seen)];
    this.#seen = records.length;
    this.#tellCount();
    this.#box.grow();
  }

  #tellCount(): void {
    const all = this.#state.records.length;
    this.#count.textContent = this.#state.say("eventCount", { shown: this.#places.length, all });
  }

  #fill(row: HTMLElement, index: number): void {
    const place = this.#places[index] ?? 0;
    const record = this.#state.records[place];
    const head = this.#state.index?.head;
    if (record === undefined || head === undefined) return;
    const { actor, event, outcome, reason } = record;
    const entered = enteredStates(record);
    row.append(
      element("span", { class: "number" }, String(place + 1)),
      element("span", { class: "when" }, clockTime(record.at, head.utcOffsetMinutes)),
      element("span", { class: `who of-${machineClass(record.machine)}`, title: actor }, actor),
      element("span", { class: "what" }, event),
      element(
        "span",
        { class: "then" },
        entered.length === 0 || outcome !== undefined ? "" : `→ ${entered.join(", ")}`,
      ),
    );
    if (outcome !== undefined) row.append(element("span", { class: `outcome ${outcome}` }, outcome));
    if (reason !== undefined) row.append(element("span", { class: "why" }, reason));
  }
}

const MACHINES: ReadonlySet<string> = new Set(["session", "run", "span", "notice", "delivery"]);

/** The part of a class name that colours an actor; what a file calls its machines is not in it. */
export function machineClass(machine: string): string {
  return MACHINES.has(machine) ? machine : "other";
}
