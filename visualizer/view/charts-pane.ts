import { describeState } from "../model/describe-state.ts";
import { ChartView } from "./chart-view.ts";
import { element, part, setText } from "./element.ts";
import type { ViewerState } from "./viewer-state.ts";

interface ChartTab {
  readonly view: ChartView;
  readonly tab: HTMLButtonElement;
  readonly states: HTMLSpanElement;
  readonly panel: HTMLDivElement;
  /** Pixels on the screen for one of the chart; undefined: as large as fits, and legible. */
  zoom: number | undefined;
  said: string;
}

/** The choice of no state; the machine itself has the empty path. */
const NO_STATE = "-";
const LARGEST_ZOOM = 2.5;
/** Instances before and after the current one that are offered, about. */
const OFFERED = 100;
const SMALLEST_ZOOM = 0.1;
/** Around a chart in its pane, pixels. */
const FRAME = 30;
/** A chart is never blown up to fill its pane. */
const LARGEST_FIT = 1.15;
/** At first a chart is legible rather than whole: what does not fit scrolls, and follows what is lit. */
const LEGIBLE = 0.85;

/** The left side: a tab a machine, each with the chart of the instance that is looked at. */
export class ChartsPane {
  readonly #state: ViewerState;
  readonly #tabs: readonly ChartTab[];
  readonly #panels = part("chart-panels", HTMLDivElement);
  readonly #instance = part("instance", HTMLSelectElement);
  readonly #follow = part("follow", HTMLInputElement);
  readonly #chosenState = part("chart-state", HTMLSelectElement);
  readonly #note = part("chart-note", HTMLElement);
  /** The state under the pointer; undefined: the pointer is elsewhere. */
  #hovered: string | undefined;
  #described = "";
  #shown: ChartTab | undefined;
  #options = "";

  constructor(state: ViewerState) {
    this.#state = state;
    const list = part("tabs", HTMLDivElement);
    this.#tabs = state.charts.map((chart) => {
      const view = new ChartView(chart);
      const states = element("span", { class: "tab-states" });
      const tab = element(
        "button",
        {
          type: "button",
          role: "tab",
          class: "tab",
          id: `tab-${chart.machine}`,
          "aria-controls": `panel-${chart.machine}`,
        },
        element("span", { class: "tab-name" }, chart.machine),
        states,
      );
      const panel = element(
        "div",
        {
          role: "tabpanel",
          class: "chart-panel",
          id: `panel-${chart.machine}`,
          "aria-labelledby": `tab-${chart.machine}`,
          tabindex: 0,
        },
        view.svg,
      );
      tab.addEventListener("click", () => state.showMachine(chart.machine));
      view.svg.addEventListener("pointerover", ({ target }) => this.#hover(view.stateAt(target)));
      view.svg.addEventListener("pointerleave", () => this.#hover(undefined));
      // Not at the click: by then the pane has captured the pointer, to be dragged.
      view.svg.addEventListener("pointerdown", ({ target }) => this.#choose(view.stateAt(target)));
      list.append(tab);
      this.#panels.append(panel);
      return { view, tab, states, panel, zoom: undefined, said: "" };
    });
    list.addEventListener("keydown", (event) => this.#moveTab(event));
    for (const shown of this.#tabs) dragToPan(shown.panel);
    this.#instance.addEventListener("change", () => state.choose(this.#instance.value));
    this.#chosenState.addEventListener("change", () => this.#describe());
    this.#follow.addEventListener("change", () => state.setFollows(this.#follow.checked));
    part("zoom-in", HTMLButtonElement).addEventListener("click", () => this.zoom(1.25));
    part("zoom-out", HTMLButtonElement).addEventListener("click", () => this.zoom(0.8));
    part("zoom-fit", HTMLButtonElement).addEventListener("click", () => this.zoom(undefined));
    new ResizeObserver(() => this.#resize()).observe(this.#panels);
    state.on(["trace", "moment", "choice", "language"], () => this.#update());
    state.on(["records"], () => this.#updateInstances());
    this.#update();
  }

  /** @param factor undefined: all of the chart */
  zoom(factor: number | undefined): void {
    const shown = this.#shown;
    if (shown === undefined) return;
    const wanted = factor === undefined ? this.#fit(shown) : this.#scale(shown) * factor;
    shown.zoom = Math.min(LARGEST_ZOOM, Math.max(SMALLEST_ZOOM, wanted));
    this.#resize();
    this.#reveal(shown);
  }

  #update(): void {
    const { machine, moment, index } = this.#state;
    for (const shown of this.#tabs) {
      const { machine: own } = shown.view.chart;
      const actor = this.#state.instance(own);
      const leaves = actor === undefined ? undefined : index?.statesAt(actor, moment);
      const isCurrent = actor !== undefined && this.#state.current?.actor === actor;
      shown.view.light(leaves ?? [], isCurrent ? this.#state.current : undefined);
      const text =
        leaves?.map(shortState).join(" · ") ??
        (index === undefined ? "" : this.#state.say(actor === undefined ? "noInstance" : "notBegun"));
      setText(shown.states, text);
      if (shown.tab.title !== text) shown.tab.title = text;
      const said = `${this.#state.say("chartOf", { machine: actor ?? own })}; ${
        leaves === undefined ? text : this.#state.say("active", { states: leaves.join(", ") })
      }`;
      if (said !== shown.said) {
        shown.said = said;
        shown.view.svg.setAttribute("aria-label", said);
      }
      if (own === machine && this.#shown !== shown) this.#show(shown);
    }
    this.#follow.checked = this.#state.follows;
    this.#updateInstances();
    this.#describe();
    if (this.#shown !== undefined) this.#reveal(this.#shown);
  }

  #show(shown: ChartTab): void {
    this.#shown = shown;
    for (const other of this.#tabs) {
      const isShown = other === shown;
      other.tab.setAttribute("aria-selected", String(isShown));
      other.tab.tabIndex = isShown ? 0 : -1;
      other.panel.hidden = !isShown;
    }
    this.#hovered = undefined;
    this.#chosenState.replaceChildren(
      element("option", { value: NO_STATE }, this.#state.say("noState")),
      ...shown.view.chart.states.map(({ path, key }) => element("option", { value: path }, path === "" ? key : path)),
    );
    this.#describe();
    this.#resize();
  }

  #hover(path: string | undefined): void {
    this.#hovered = path;
    this.#describe();
  }

  #choose(path: string | undefined): void {
    this.#chosenState.value = path === undefined || path === this.#chosenState.value ? NO_STATE : path;
    this.#describe();
  }

  /** Describes the state under the pointer, else the chosen one. */
  #describe(): void {
    const view = this.#shown?.view;
    if (view === undefined) return;
    const [none] = this.#chosenState.options;
    if (none !== undefined) setText(none, this.#state.say("noState"));
    const path = this.#hovered ?? (this.#chosenState.value === NO_STATE ? undefined : this.#chosenState.value);
    const described = path === undefined ? undefined : describeState(view.chart, path, this.#state.language);
    const text = JSON.stringify([view.chart.machine, described, this.#hovered === undefined]);
    if (text === this.#described) return;
    this.#described = text;
    this.#note.classList.toggle("passing", this.#hovered !== undefined);
    view.select(described === undefined ? undefined : path);
    this.#note.hidden = described === undefined;
    if (described === undefined) {
      this.#leaveRoom();
      return;
    }
    const parts = described.parts.flatMap((one) => [element("dt", {}, one.name), element("dd", {}, one.text)]);
    this.#note.replaceChildren(
      element("p", {}, element("strong", {}, described.name)),
      element("p", {}, described.text),
      ...(parts.length === 0 ? [] : [element("dl", {}, ...parts)]),
    );
    this.#leaveRoom();
  }

  /** Below the chart, for a description that stays: what it covers can be scrolled into sight. */
  #leaveRoom(): void {
    if (this.#hovered !== undefined) return;
    this.#panels.style.setProperty("--note", `${this.#note.offsetHeight}px`);
  }

  #updateInstances(): void {
    const machine = this.#shown?.view.chart.machine ?? "";
    const lives = this.#state.index?.actorsOf(machine) ?? [];
    const actor = this.#state.instance(machine);
    const number = (actor === undefined ? undefined : this.#state.index?.actor(actor)?.number) ?? 0;
    // A long trace has thousands: those around the current one are offered, the others are found in the event list.
    const first = Math.max(0, Math.floor(number / OFFERED) * OFFERED - OFFERED / 2);
    const end = Math.min(lives.length, first + 2 * OFFERED);
    const wanted = `${machine} ${first} ${end} ${lives[first]?.name ?? ""}`;
    if (wanted !== this.#options) {
      this.#options = wanted;
      this.#instance.replaceChildren(
        ...lives.slice(first, end).map(({ name }) => element("option", { value: name }, name)),
      );
    }
    this.#instance.disabled = lives.length === 0;
    if (actor !== undefined && this.#instance.value !== actor) this.#instance.value = actor;
  }

  #fit({ view }: ChartTab): number {
    const { width, height } = view.size;
    const room = this.#panels.getBoundingClientRect();
    return Math.min((room.width - FRAME) / width, (room.height - FRAME) / height, LARGEST_FIT);
  }

  #scale(shown: ChartTab): number {
    return shown.zoom ?? Math.max(LEGIBLE, this.#fit(shown));
  }

  #resize(): void {
    const shown = this.#shown;
    if (shown === undefined) return;
    const scale = this.#scale(shown);
    const { width, height } = shown.view.size;
    shown.view.svg.setAttribute("width", String(Math.round(width * scale)));
    shown.view.svg.setAttribute("height", String(Math.round(height * scale)));
  }

  /** Scrolls so that what is lit can be seen. */
  #reveal(shown: ChartTab): void {
    const { view, panel } = shown;
    const actor = this.#state.instance(view.chart.machine);
    const leaves = actor === undefined ? undefined : this.#state.index?.statesAt(actor, this.#state.moment);
    const middle = view.middleOf(leaves ?? []);
    if (middle === undefined) return;
    const scale = this.#scale(shown);
    const [x, y] = [middle.x * scale, middle.y * scale];
    const isSeen =
      x > panel.scrollLeft + 60 &&
      x < panel.scrollLeft + panel.clientWidth - 60 &&
      y > panel.scrollTop + 40 &&
      y < panel.scrollTop + panel.clientHeight - 40;
    if (!isSeen) panel.scrollTo({ left: x - panel.clientWidth / 2, top: y - panel.clientHeight / 2 });
  }

  #moveTab(event: KeyboardEvent): void {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const place = this.#tabs.findIndex(({ tab }) => tab === this.#shown?.tab);
    const next = this.#tabs[(place + by + this.#tabs.length) % this.#tabs.length];
    if (next === undefined) return;
    this.#state.showMachine(next.view.chart.machine);
    next.tab.focus();
  }
}

/** The last two parts of a path say enough on a tab. */
function shortState(path: string): string {
  return path.split(".").slice(-2).join(".");
}

function dragToPan(panel: HTMLElement): void {
  panel.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || down.pointerType !== "mouse") return;
    const { scrollLeft, scrollTop } = panel;
    const move = (event: PointerEvent) => {
      panel.scrollLeft = scrollLeft - (event.clientX - down.clientX);
      panel.scrollTop = scrollTop - (event.clientY - down.clientY);
    };
    const end = () => {
      panel.removeEventListener("pointermove", move);
      panel.classList.remove("panned");
    };
    panel.classList.add("panned");
    panel.setPointerCapture(down.pointerId);
    panel.addEventListener("pointermove", move);
    panel.addEventListener("pointerup", end, { once: true });
    panel.addEventListener("pointercancel", end, { once: true });
  });
}
