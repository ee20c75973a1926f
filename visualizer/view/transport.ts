import { outcomeText } from "../../src/messages/outcome-text.ts";
import { enteredStates } from "../../src/trace/record-pattern.ts";
import { clockDate, clockTime } from "../../src/trace/story.ts";
import { SPEEDS } from "../model/playback.ts";
import { element, part, setText } from "./element.ts";
import type { ViewerState } from "./viewer-state.ts";

/** The strip between: slider, play, step, speed, and the time. */
export class Transport {
  readonly #state: ViewerState;
  readonly #slider = part("moment", HTMLInputElement);
  readonly #clock = part("clock", HTMLOutputElement);
  readonly #play = part("play", HTMLButtonElement);
  readonly #marks = part("marks", HTMLCanvasElement);
  readonly #said = part("said", HTMLElement);

  constructor(state: ViewerState) {
    this.#state = state;
    const speed = part("speed", HTMLSelectElement);
    speed.append(...SPEEDS.map((value) => element("option", { value }, `${value}×`)));
    speed.value = String(state.speed);
    speed.addEventListener("change", () => state.setSpeed(Number(speed.value)));
    this.#play.addEventListener("click", () => this.toggle());
    part("step", HTMLButtonElement).addEventListener("click", () => state.step(1));
    part("step-back", HTMLButtonElement).addEventListener("click", () => state.step(-1));
    part("to-start", HTMLButtonElement).addEventListener("click", () => state.step(-state.moment));
    part("to-end", HTMLButtonElement).addEventListener("click", () => state.step(state.records.length));
    this.#slider.addEventListener("input", () => {
      state.pause();
      state.go(Number(this.#slider.value));
    });
    new ResizeObserver(() => this.#drawMarks()).observe(this.#marks);
    state.on(["trace", "records"], () => this.#drawMarks());
    state.on(["trace", "records", "moment", "language", "playing"], () => this.#update());
    this.#update();
  }

  toggle(): void {
    if (this.#state.isPlaying) this.#state.pause();
    else this.#state.play();
  }

  /** Draws again with the colours of the theme. */
  recolour(): void {
    this.#drawMarks();
  }

  #update(): void {
    const { records, moment, isPlaying, current, index } = this.#state;
    if (this.#slider.max !== String(records.length)) this.#slider.max = String(records.length);
    if (this.#slider.value !== String(moment)) this.#slider.value = String(moment);
    this.#slider.disabled = records.length === 0;
    this.#play.classList.toggle("playing", isPlaying);
    const label = this.#state.say(isPlaying ? "pause" : "play");
    if (this.#play.getAttribute("aria-label") !== label) {
      this.#play.setAttribute("aria-label", label);
      this.#play.title = label;
    }
    const offset = index?.head.utcOffsetMinutes ?? 0;
    const at = current?.at ?? records[0]?.at;
    const time = at === undefined ? "" : clockTime(at, offset);
    setText(this.#clock, at === undefined ? "" : `${clockDate(at, offset)} ${time}   ${moment} / ${records.length}`);
    const said = this.#inWords();
    this.#slider.setAttribute("aria-valuetext", said);
    // Who cannot see it would drown in it while it plays.
    if (!isPlaying) setText(this.#said, said);
  }

  #inWords(): string {
    const { current, moment, records } = this.#state;
    if (records.length === 0) return "";
    if (current === undefined) return this.#state.say("beginning");
    const { actor, event, outcome, reason } = current;
    const entered = enteredStates(current);
    return this.#state.say("said", {
      number: moment,
      all: records.length,
      actor,
      event,
      states: entered.length === 0 ? "" : ` → ${entered.join(", ")}`,
      outcome:
        outcome === undefined
          ? ""
          : this.#state.say("saidOutcome", { outcome: outcomeText({ kind: outcome, reason }, this.#state.language) }),
    });
  }

  /** Above the slider: where outcomes were, in their colours. */
  #drawMarks(): void {
    const canvas = this.#marks;
    const ratio = window.devicePixelRatio;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const context = canvas.getContext("2d");
    const { records } = this.#state;
    if (context === null || records.length === 0) return;
    context.scale(ratio, ratio);
    const colours = new Map<string, string>();
    const colourOf = (name: string) => {
      const known = colours.get(name);
      if (known !== undefined) return known;
      // As a colour that a canvas takes: the style sheet's own words may be more than that.
      canvas.style.color = `var(--${name})`;
      const { color } = getComputedStyle(canvas);
      colours.set(name, color);
      return color;
    };
    for (const [place, { outcome, notice }] of records.entries()) {
      if (outcome === undefined && notice === undefined) continue;
      context.fillStyle = colourOf(outcome ?? "notice");
      // As the slider's own thumb moves.
      const x = THUMB / 2 + ((place + 1) / records.length) * (width - THUMB);
      context.fillRect(x - 1, outcome === undefined ? 0 : 3, 2, outcome === undefined ? height : height - 3);
    }
  }
}

/** Width of the slider's thumb, pixels; the style sheet says the same. */
const THUMB = 16;
