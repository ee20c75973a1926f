import { VirtualList } from "./virtual-list.ts";

export interface ListBoxSource {
  readonly count: number;
  /** Fills a row, which is empty. */
  fill(row: HTMLElement, index: number): void;
  /** The row that is the one of the moment, and how many rows have happened by then. */
  current(): { readonly index: number; readonly past: number };
  activate(index: number): void;
}

/** A long list of options, one of them current, usable with mouse and keys. */
export class ListBox {
  readonly #box: HTMLElement;
  readonly #source: ListBoxSource;
  readonly #list: VirtualList;
  #current = -1;

  constructor(box: HTMLElement, rowHeight: number, source: ListBoxSource) {
    this.#box = box;
    this.#source = source;
    this.#list = new VirtualList(
      box,
      rowHeight,
      {
        get count() {
          return source.count;
        },
        render: (row, index) => this.#render(row, index),
      },
      () => this.#makeRow(),
    );
    box.addEventListener("keydown", (event) => this.#key(event, rowHeight));
  }

  refresh(): void {
    this.#current = this.#source.current().index;
    this.#list.refresh();
    this.#reveal();
  }

  grow(): void {
    this.#list.grow();
    this.markCurrent();
  }

  /** The moment is another: only what is on the screen is touched. */
  markCurrent(): void {
    const { index } = this.#source.current();
    const before = this.#current;
    this.#current = index;
    const { past } = this.#source.current();
    for (const row of this.#box.querySelectorAll<HTMLElement>(".row")) this.#mark(row, Number(row.dataset.index), past);
    if (before !== index) this.#reveal();
  }

  #reveal(): void {
    if (this.#current < 0) {
      // Before the first.
      if (this.#source.current().past === 0 && this.#source.count > 0) this.#list.reveal(0, 0);
      this.#box.removeAttribute("aria-activedescendant");
      return;
    }
    this.#list.reveal(this.#current, 2);
    this.#box.setAttribute("aria-activedescendant", this.#rowId(this.#current));
  }

  #makeRow(): HTMLElement {
    const row = document.createElement("div");
    row.className = "row";
    row.setAttribute("role", "option");
    row.addEventListener("click", () => this.#source.activate(Number(row.dataset.index)));
    return row;
  }

  #render(row: HTMLElement, index: number): void {
    row.dataset.index = String(index);
    row.id = this.#rowId(index);
    row.setAttribute("aria-posinset", String(index + 1));
    row.setAttribute("aria-setsize", String(this.#source.count));
    row.replaceChildren();
    this.#source.fill(row, index);
    this.#mark(row, index, this.#source.current().past);
  }

  #mark(row: HTMLElement, index: number, past: number): void {
    const isCurrent = index === this.#current;
    if (row.getAttribute("aria-selected") !== String(isCurrent)) row.setAttribute("aria-selected", String(isCurrent));
    const isFuture = index >= past;
    if (row.classList.contains("future") !== isFuture) row.classList.toggle("future", isFuture);
  }

  #rowId(index: number): string {
    return `${this.#box.id}-${index}`;
  }

  #key(event: KeyboardEvent, rowHeight: number): void {
    const page = Math.max(1, Math.floor(this.#box.clientHeight / rowHeight) - 1);
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key];
    if (by === undefined || this.#source.count === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.#source.activate(Math.min(this.#source.count - 1, Math.max(0, this.#current + by)));
  }
}
