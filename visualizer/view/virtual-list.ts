/** What a list shows; rows are all as high. */
export interface ListSource {
  readonly count: number;
  /** Writes one row anew. The element keeps nothing else between two calls. */
  render(row: HTMLElement, index: number): void;
}

/** A list in which only the rows on the screen are elements, however many there are. */
export class VirtualList {
  readonly #scroller: HTMLElement;
  readonly #space = document.createElement("div");
  readonly #rowHeight: number;
  readonly #source: ListSource;
  readonly #rows = new Map<number, HTMLElement>();
  readonly #make: () => HTMLElement;

  constructor(scroller: HTMLElement, rowHeight: number, source: ListSource, make: () => HTMLElement) {
    this.#scroller = scroller;
    this.#rowHeight = rowHeight;
    this.#source = source;
    this.#make = make;
    this.#space.className = "space";
    // Between a list and its options there is nothing, for those who hear it.
    this.#space.setAttribute("role", "presentation");
    scroller.append(this.#space);
    scroller.addEventListener("scroll", () => this.#fill(), { passive: true });
    new ResizeObserver(() => this.#fill()).observe(scroller);
  }

  /** The element below all rows, for what is drawn over all of them. */
  get space(): HTMLElement {
    return this.#space;
  }

  /** Everything may be different. */
  refresh(): void {
    for (const row of this.#rows.values()) row.remove();
    this.#rows.clear();
    this.grow();
  }

  /** There are more rows, and those before are as they were. */
  grow(): void {
    this.#space.style.height = `${this.#source.count * this.#rowHeight}px`;
    this.#fill();
  }

  row(index: number): HTMLElement | undefined {
    return this.#rows.get(index);
  }

  /** Scrolls no further than needed; @param margin rows that stay visible before and after. */
  reveal(index: number, margin = 1): void {
    const { scrollTop, clientHeight } = this.#scroller;
    const top = Math.max(0, (index - margin) * this.#rowHeight);
    const bottom = (index + 1 + margin) * this.#rowHeight;
    if (top < scrollTop) this.#scroller.scrollTop = top;
    else if (bottom > scrollTop + clientHeight) this.#scroller.scrollTop = bottom - clientHeight;
    this.#fill();
  }

  #fill(): void {
    const { scrollTop, clientHeight } = this.#scroller;
    const first = Math.max(0, Math.floor(scrollTop / this.#rowHeight) - OVERSCAN);
    const end = Math.min(this.#source.count, Math.ceil((scrollTop + clientHeight) / this.#rowHeight) + OVERSCAN);
    const spare: HTMLElement[] = [];
    for (const [index, row] of this.#rows) {
      if (index >= first && index < end) continue;
      this.#rows.delete(index);
      spare.push(row);
    }
    for (let index = first; index < end; index += 1) {
      if (this.#rows.has(index)) continue;
      const row = spare.pop() ?? this.#make();
      row.style.transform = `translateY(${index * this.#rowHeight}px)`;
      row.style.height = `${this.#rowHeight}px`;
      this.#source.render(row, index);
      this.#rows.set(index, row);
      if (row.parentElement === null) this.#space.append(row);
    }
    for (const row of spare) row.remove();
  }
}

/** Rows kept ready above and below what is seen. */
const OVERSCAN = 4;
