import type { PlainViewerMessage } from "../../src/messages/viewer.messages.ts";
import type { ModelEvent } from "../../src/model/model-event.ts";
import { RecordedWalk } from "../../src/model/recorded-walk.ts";
import type { Seen } from "../../src/model/seen.ts";
import type { Trace } from "../../src/trace/trace-format.ts";
import {
  answerChoices,
  BUS_EVENTS,
  CLOCK_STEPS,
  type EventChoice,
  eventText,
  PI_EVENTS,
} from "../what-if/event-choices.ts";
import { type ModelPath, type PathSuite, pathsOf, SUITES } from "../what-if/model-paths.ts";
import { SCENARIOS, type Scenario } from "../what-if/scenarios.ts";
import { element, part } from "./element.ts";
import { ListBox } from "./list-box.ts";
import type { ViewerState } from "./viewer-state.ts";

const PATH_ROW = 24;

/** Runs the real machines in the page: by hand, event by event, or along a generated path. */
export class WhatIfPane {
  readonly #state: ViewerState;
  readonly #show: (trace: Trace) => void;
  readonly #pane = part("what-if", HTMLElement);
  readonly #scenario = element("select");
  readonly #suite = element("select");
  readonly #answers = element("div");
  readonly #count = element("p", { class: "note", role: "status" });
  readonly #pathCount = element("p", { class: "note", role: "status" });
  readonly #next = element("button", { type: "button" });
  readonly #pathList: ListBox;
  readonly #sendable: HTMLButtonElement[] = [];
  #walk: RecordedWalk | undefined;
  /** What the page showed when it was given the walk's trace. */
  #shown: ViewerState["index"];
  #seen: Seen | undefined;
  #events = 0;
  #paths: readonly ModelPath[] = [];
  #chosenPath = -1;

  /** @param show opens a trace in the page */
  constructor(state: ViewerState, show: (trace: Trace) => void) {
    this.#state = state;
    this.#show = show;
    const pane = this;
    const box = element("div", {
      id: "path-list",
      class: "list path-list",
      role: "listbox",
      tabindex: 0,
      "data-label": "paths",
    });
    this.#build(box);
    this.#pathList = new ListBox(box, PATH_ROW, {
      get count() {
        return pane.#paths.length;
      },
      fill: (row, index) => this.#fillPath(row, index),
      current: () => ({ index: this.#chosenPath, past: this.#paths.length }),
      activate: (index) => this.#play(index),
    });
    state.on(["language"], () => this.#update());
  }

  get isOpen(): boolean {
    return !this.#pane.hidden;
  }

  toggle(): void {
    const isOpen = this.#pane.hidden === true;
    this.#pane.hidden = !isOpen;
    this.#pane.parentElement?.classList.toggle("with-what-if", isOpen);
    part("what-if-switch", HTMLButtonElement).setAttribute("aria-pressed", String(isOpen));
    if (isOpen && this.#walk === undefined) this.#start(SCENARIOS[0]);
  }

  #build(pathBox: HTMLElement): void {
    this.#scenario.append(...SCENARIOS.map(({ name }, index) => element("option", { value: index }, name)));
    this.#scenario.addEventListener("change", () => this.#start(SCENARIOS[this.#scenario.selectedIndex]));
    this.#suite.append(
      element("option", { value: "" }, "–"),
      ...SUITES.map(({ name }, index) => element("option", { value: index }, name)),
    );
    this.#suite.addEventListener("change", () => this.#showSuite(SUITES[Number(this.#suite.value || -1)]));
    const restart = element("button", { type: "button", "data-word": "restart" });
    restart.addEventListener("click", () => this.#start(SCENARIOS[this.#scenario.selectedIndex]));
    this.#next.addEventListener("click", () => {
      const ms = this.#walk?.untilNextTimer();
      if (ms !== undefined) this.#send({ type: "clock.advanced", ms });
    });
    this.#pane.append(
      heading("whatIf"),
      element("p", { class: "note", "data-word": "whatIfText" }),
      labelled("scenario", this.#scenario),
      element("p", { class: "events" }, restart),
      this.#count,
      section("piSays", this.#buttons(PI_EVENTS)),
      section("answers", this.#answers),
      section("clockMoves", this.#buttons(CLOCK_STEPS, this.#next)),
      section("othersSay", this.#buttons(BUS_EVENTS)),
      heading("paths"),
      labelled("pathSuite", this.#suite),
      this.#pathCount,
      pathBox,
    );
  }

  #buttons(choices: readonly EventChoice[], ...more: readonly HTMLElement[]): HTMLElement {
    const buttons = choices.map(({ label, event }) => {
      const button = element("button", { type: "button" }, label);
      button.addEventListener("click", () => this.#send(event));
      return button;
    });
    this.#sendable.push(...buttons);
    return element("div", { class: "events" }, ...buttons, ...more);
  }

  #start(scenario: Scenario | undefined): void {
    if (scenario === undefined) return;
    this.#walk = new RecordedWalk(scenario.setup);
    this.#seen = undefined;
    this.#events = 0;
    this.#chosenPath = -1;
    this.#pathList.markCurrent();
    this.#showWhole(this.#walk);
    this.#state.go(this.#state.records.length);
    this.#update();
  }

  #showWhole(walk: RecordedWalk): void {
    this.#show(walk.read());
    this.#shown = this.#state.index;
  }

  #send(event: ModelEvent): void {
    const walk = this.#walk;
    if (walk === undefined) return;
    this.#seen = walk.take(event);
    this.#events += 1;
    this.#state.pause();
    // Another trace may have been opened meanwhile.
    if (this.#state.index !== this.#shown) this.#showWhole(walk);
    this.#state.go(this.#state.records.length);
    this.#state.append(walk.read().records.slice(this.#state.records.length));
    this.#update();
  }

  #showSuite(suite: PathSuite | undefined): void {
    this.#paths = [];
    this.#chosenPath = -1;
    this.#pathList.refresh();
    this.#pathCount.textContent = suite === undefined ? "" : this.#state.say("generating");
    if (suite === undefined) return;
    // The word is on the screen before the work begins.
    requestAnimationFrame(() =>
      setTimeout(() => {
        this.#paths = pathsOf(suite);
        this.#pathCount.textContent = this.#state.say("pathCount", { count: this.#paths.length });
        this.#pathList.refresh();
      }),
    );
  }

  #fillPath(row: HTMLElement, index: number): void {
    const path = this.#paths[index] ?? [];
    row.append(
      element("span", { class: "number" }, String(index + 1)),
      element("span", { class: "what" }, path.map(eventText).join(" · ")),
    );
    row.title = this.#state.say("pathLabel", { number: index + 1, events: path.length });
  }

  /** Plays a path from its beginning; by hand it goes on from its end. */
  #play(index: number): void {
    const path = this.#paths[index];
    const suite = SUITES[Number(this.#suite.value || -1)];
    if (path === undefined || suite === undefined) return;
    const walk = new RecordedWalk(suite.scope.setup);
    for (const event of path) this.#seen = walk.take(event);
    this.#walk = walk;
    this.#events = path.length;
    this.#chosenPath = index;
    this.#pathList.markCurrent();
    this.#showWhole(walk);
    this.#state.play();
    this.#update();
  }

  #update(): void {
    const { state, next } = { state: this.#state, next: this.#walk?.untilNextTimer() };
    const isOver = this.#seen?.closed === true;
    const count = state.say("taken", { count: this.#events });
    this.#count.textContent = isOver ? `${count} · ${state.say("sessionOver")}` : count;
    for (const button of this.#sendable) button.disabled = isOver;
    this.#next.textContent = next === undefined ? state.say("noTimer") : state.say("nextTimer", { ms: `${next} ms` });
    this.#next.disabled = isOver || next === undefined;
    const waiting = this.#seen === undefined || isOver ? [] : answerChoices(this.#seen);
    const rows = waiting.map(({ kind, delivery, choices }) => {
      const buttons = choices.map(({ how, event }) => {
        const button = element("button", { type: "button" }, state.say(`answer-${how}`));
        button.addEventListener("click", () => this.#send(event));
        return button;
      });
      const label = state.say(kind === "prepare" ? "prepares" : "attempts", { delivery });
      return element(
        "div",
        { class: "answer", role: "group", "aria-label": label },
        label,
        element("div", { class: "events" }, ...buttons),
      );
    });
    const hadFocus = this.#answers.contains(document.activeElement);
    this.#answers.replaceChildren(
      ...(rows.length === 0 ? [element("p", { class: "note" }, state.say("noAnswers"))] : rows),
    );
    // After an answer by key, the focus moves to the next answer.
    if (hadFocus) this.#answers.querySelector("button")?.focus();
    if (this.#paths.length > 0) this.#pathCount.textContent = state.say("pathCount", { count: this.#paths.length });
  }
}

function heading(word: PlainViewerMessage): HTMLElement {
  return element("h2", { "data-word": word });
}

function section(word: PlainViewerMessage, content: HTMLElement): HTMLElement {
  return element("section", {}, element("h3", { "data-word": word }), content);
}

function labelled(word: PlainViewerMessage, control: HTMLElement): HTMLElement {
  return element("label", {}, element("span", { "data-word": word }), control);
}
