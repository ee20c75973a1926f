import { outcomeWord } from "../../src/messages/outcome-text.ts";
import type { TraceRecord } from "../../src/trace/trace-format.ts";
import type { Lane } from "../model/lanes.ts";
import { messageOf } from "../model/message.ts";
import type { ActorLife } from "../model/trace-index.ts";
import { element, part, svgElement } from "./element.ts";
import { machineClass } from "./event-list.ts";
import type { ViewerState } from "./viewer-state.ts";
import { VirtualList } from "./virtual-list.ts";

export const SEQUENCE_ROW = 36;
const NARROWEST_LANE = 74;
const WIDEST_LANE = 150;
/** Right of the last lane, for words that begin there. */
const TAIL = 56;
/** A letter of a message's label, pixels. */
const LETTER = 6.3;

/** The right side: a lane an actor, a row a record, time going down. Only the rows on the screen are drawn. */
export class SequencePane {
  readonly #state: ViewerState;
  readonly #scroller = part("rows", HTMLElement);
  readonly #heads = part("lanes", HTMLElement);
  readonly #list: VirtualList;
  readonly #now = element("div", { class: "now", "aria-hidden": "true" });
  readonly #future = element("div", { class: "veil", "aria-hidden": "true" });
  #laneWidth = NARROWEST_LANE;
  #laneCount = 0;
  #heading: string[] = [];

  constructor(state: ViewerState) {
    this.#state = state;
    this.#list = new VirtualList(
      this.#scroller,
      SEQUENCE_ROW,
      {
        get count() {
          return state.records.length;
        },
        render: (row, index) => this.#draw(row, index),
      },
      () => this.#makeRow(),
    );
    this.#list.space.append(this.#now, this.#future);
    this.#scroller.addEventListener("scroll", () => this.#alignHeads(), { passive: true });
    new ResizeObserver(() => this.#layOut()).observe(this.#scroller);
    state.on(["trace", "language"], () => this.#layOut());
    state.on(["records"], () => {
      if (state.lanes.all().length === this.#laneCount) this.#list.grow();
      else this.#layOut();
    });
    state.on(["trace", "moment", "records"], () => this.#mark());
    this.#layOut();
    this.#mark();
  }

  #makeRow(): HTMLElement {
    const row = element("div", { class: "message" });
    row.addEventListener("click", () => {
      this.#state.pause();
      this.#state.go(Number(row.dataset.index) + 1);
    });
    return row;
  }

  #layOut(): void {
    const lanes = this.#state.lanes.all();
    this.#laneCount = lanes.length;
    const room = (this.#scroller.clientWidth - TAIL) / (lanes.length + 1);
    this.#laneWidth = Math.floor(Math.min(WIDEST_LANE, Math.max(NARROWEST_LANE, room)));
    const width = `${this.#width}px`;
    this.#list.space.style.width = width;
    const pi = element("span", { class: "lane outside" }, element("b", {}, this.#state.say("fromPi")));
    const heads = lanes.map(() => element("span", { class: "lane" }, element("b"), element("small")));
    for (const [column, head] of [pi, ...heads].entries()) {
      head.style.left = `${column * this.#laneWidth}px`;
      head.style.width = `${this.#laneWidth}px`;
    }
    const strip = element("div", { class: "strip" }, pi, ...heads);
    strip.style.width = width;
    this.#heads.replaceChildren(strip);
    this.#heading = [];
    this.#list.refresh();
    this.#nameHeads();
    this.#alignHeads();
  }

  #mark(): void {
    const { moment, records } = this.#state;
    this.#now.hidden = moment === 0;
    this.#now.style.transform = `translateY(${(moment - 1) * SEQUENCE_ROW}px)`;
    this.#future.style.transform = `translateY(${moment * SEQUENCE_ROW}px)`;
    this.#future.style.height = `${(records.length - moment) * SEQUENCE_ROW}px`;
    if (records.length > 0) this.#list.reveal(Math.max(0, moment - 1), 3);
    this.#nameHeads();
    this.#revealLanes();
  }

  /** Over each lane the actor that lives in it at this moment, or the last that did. */
  #nameHeads(): void {
    const heads = this.#heads.querySelectorAll<HTMLElement>(".lane:not(.outside)");
    for (const [column, lane] of this.#state.lanes.all().entries()) {
      const actor = actorAt(lane, this.#state.moment - 1);
      const head = heads[column];
      const isGone = lifeIn(actor, this.#state.moment - 1) === undefined;
      const heading = isGone ? `${actor.name} -` : actor.name;
      if (head === undefined || this.#heading[column] === heading) continue;
      this.#heading[column] = heading;
      const cut = actor.name.lastIndexOf("/");
      // Whose it is; what stands between says no more.
      const [own, around] = [actor.name.slice(cut + 1), cut === -1 ? "" : (actor.name.split("/")[0] ?? "")];
      const [name, small] = head.children;
      if (name !== undefined) name.textContent = own;
      if (small !== undefined) small.textContent = around;
      head.title = actor.name;
      head.className = `lane of-${machineClass(actor.machine)}${isGone ? " gone" : ""}`;
    }
  }

  #alignHeads(): void {
    const [strip] = this.#heads.children;
    if (strip instanceof HTMLElement) strip.style.transform = `translateX(${-this.#scroller.scrollLeft}px)`;
  }

  /** Scrolls sideways to the lanes of the current record. */
  #revealLanes(): void {
    const { current, lanes } = this.#state;
    if (current === undefined) return;
    const column = (lanes.column(current.actor) ?? -1) + 1;
    const [left, right] = [column * this.#laneWidth, (column + 1) * this.#laneWidth];
    const { scrollLeft, clientWidth } = this.#scroller;
    if (left < scrollLeft) this.#scroller.scrollLeft = left - this.#laneWidth;
    else if (right > scrollLeft + clientWidth) this.#scroller.scrollLeft = right - clientWidth + this.#laneWidth / 2;
  }

  #draw(row: HTMLElement, index: number): void {
    row.dataset.index = String(index);
    const record = this.#state.records[index];
    if (record === undefined) {
      row.replaceChildren();
      return;
    }
    const lanes = this.#state.lanes.all();
    const width = this.#width;
    const svg = svgElement("svg", { width, height: SEQUENCE_ROW, "aria-hidden": "true" });
    svg.append(svgElement("line", { class: "life outside", ...vertical(this.#middle(-1), 0, SEQUENCE_ROW) }));
    for (const [column, lane] of lanes.entries()) {
      const part = lifeIn(actorAt(lane, index), index);
      if (part !== undefined) {
        svg.append(svgElement("line", { class: "life", ...vertical(this.#middle(column), ...part) }));
      }
    }
    svg.append(...this.#message(record, index));
    row.replaceChildren(svg);
  }

  #message(record: TraceRecord, index: number): SVGElement[] {
    const { lanes } = this.#state;
    const isKnown = (name: string) => this.#state.index?.actor(name) !== undefined;
    const { kind, from, to } = messageOf(record, isKnown);
    const column = lanes.column(to) ?? -1;
    const start = kind === "outside" ? -1 : kind === "itself" ? column : (lanes.column(from ?? "") ?? -1);
    const [x, end] = [this.#middle(start), this.#middle(column)];
    const isEnd = this.#state.index?.actor(to)?.end === index;
    const parts: SVGElement[] = [];
    const y = MESSAGE_Y;
    if (start === column) {
      parts.push(svgElement("path", { class: `way ${kind}`, d: `M${x} ${y - 7}h16v8h-9` }));
      parts.push(svgElement("path", { class: `head ${kind}`, d: `M${x + 5} ${y + 1}l7 -3.5v7z` }));
    } else {
      const towards = end > x ? 1 : -1;
      parts.push(svgElement("line", { class: `way ${kind}`, x1: x, y1: y, x2: end - towards * 7, y2: y }));
      parts.push(svgElement("path", { class: `head ${kind}`, d: `M${end - towards * 5} ${y}l${-towards * 8} -4v8z` }));
    }
    parts.push(...this.#label(record, start, column));
    const dot = { class: `at of-${machineClass(record.machine)} ${record.outcome ?? ""}`, cx: end, cy: y, r: 4.5 };
    parts.push(
      isEnd
        ? svgElement("path", { ...dot, class: `${dot.class} end`, d: `M${end - 4.5} ${y - 4.5}h9v9h-9z` })
        : svgElement("circle", dot),
    );
    return parts;
  }

  #label(record: TraceRecord, start: number, column: number): SVGElement[] {
    const { event, outcome } = record;
    const text = outcome === undefined ? this.#shortEvent(event) : outcomeWord(outcome, this.#state.language);
    const width = widthOf(text);
    const all = this.#width;
    const isItself = start === column;
    const middle = (this.#middle(start) + this.#middle(column)) / 2;
    const wanted = isItself ? this.#middle(column) + 22 : middle - width / 2;
    const x = Math.max(2, Math.min(wanted, all - width - 4));
    const y = isItself && x === wanted ? MESSAGE_Y + 1 : MESSAGE_Y - 8;
    const label = svgElement("text", { class: `event ${outcome ?? ""}`, x, y }, text);
    label.append(svgElement("title", {}, event));
    return [svgElement("rect", { class: "behind", x: x - 2, y: y - 10, width: width + 4, height: 13, rx: 3 }), label];
  }

  /** XState's own events in a word. The arrow shows where they come from. */
  #shortEvent(event: string): string {
    const [, kind, rest = ""] = /^xstate\.(init|after|done|error)\b\.?(.*)$/.exec(event) ?? [];
    switch (kind) {
      case "init":
        return this.#state.say("eventInit");
      case "after":
        return this.#state.say("eventAfter", { delay: rest.split(".")[0] ?? "" });
      case "done":
        return this.#state.say("eventDone");
      case "error":
        return this.#state.say("eventError");
      default:
        return event;
    }
  }

  get #width(): number {
    return this.#laneWidth * (this.#laneCount + 1) + TAIL;
  }

  #middle(column: number): number {
    return (column + 1.5) * this.#laneWidth;
  }
}

/** Han characters are about twice as wide as letters. */
function widthOf(text: string): number {
  return Array.from(text, (sign) => (sign > "\u2e7f" ? 2 * LETTER : LETTER)).reduce((sum, width) => sum + width, 0);
}

/** Where in a row the arrow is, pixels from its top. */
const MESSAGE_Y = 24;

function vertical(x: number, y1: number, y2: number) {
  return { x1: x, y1, x2: x, y2 };
}

/** The last actor of a lane that had begun by a place; before the first the first. */
function actorAt({ actors }: Lane, place: number): ActorLife {
  let low = 0;
  let high = actors.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((actors[middle]?.places[0] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  const actor = actors[low];
  if (actor === undefined) throw new Error("a lane without an actor");
  return actor;
}

/** From where to where in a row a life goes; undefined where it is not there. */
function lifeIn({ places, end }: ActorLife, place: number): readonly [number, number] | undefined {
  const [first = 0] = places;
  if (place < first || (end !== undefined && place > end)) return undefined;
  return [place === first ? MESSAGE_Y : 0, place === end ? MESSAGE_Y : SEQUENCE_ROW];
}
