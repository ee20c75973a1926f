import { inLanguage, type Say } from "../../src/messages/define-messages.ts";
import { viewerMessages } from "../../src/messages/viewer.messages.ts";
import type { Language } from "../../src/notices/event-table.ts";
import type { Trace, TraceRecord } from "../../src/trace/trace-format.ts";
import type { Chart } from "../charts/chart.ts";
import { Lanes } from "../model/lanes.ts";
import { timeToNext } from "../model/playback.ts";
import { TraceIndex } from "../model/trace-index.ts";

/**
 * What changed: another trace; more records of the same; the moment; which actor a chart shows; whether it plays;
 * the language.
 */
export type Change = "trace" | "records" | "moment" | "choice" | "playing" | "language";

/** What the page shows. Views read it and listen to it, and change it through its methods. */
export class ViewerState {
  readonly charts: readonly Chart[];
  readonly #ends: ReadonlySet<string>;
  readonly #listeners = new Map<Change, (() => void)[]>();
  readonly #chosen = new Map<string, string>();
  #index: TraceIndex | undefined;
  #lanes = new Lanes();
  #moment = 0;
  #machine: string;
  #follows = true;
  #speed = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #language: Language;

  constructor(charts: readonly Chart[], language: Language) {
    this.charts = charts;
    this.#language = language;
    this.#machine = charts[0]?.machine ?? "";
    this.#ends = new Set(
      charts.flatMap(({ machine, states }) =>
        states
          .filter(({ kind, path }) => kind === "final" && !path.includes("."))
          .map(({ path }) => `${machine} ${path}`),
      ),
    );
  }

  on(changes: readonly Change[], listener: () => void): void {
    for (const change of changes) this.#listeners.set(change, [...(this.#listeners.get(change) ?? []), listener]);
  }

  get index(): TraceIndex | undefined {
    return this.#index;
  }

  get lanes(): Lanes {
    return this.#lanes;
  }

  get records(): readonly TraceRecord[] {
    return this.#index?.records ?? [];
  }

  /** How many records have happened. */
  get moment(): number {
    return this.#moment;
  }

  /** The record that was the last to happen; undefined before the first. */
  get current(): TraceRecord | undefined {
    return this.records[this.#moment - 1];
  }

  get machine(): string {
    return this.#machine;
  }

  get follows(): boolean {
    return this.#follows;
  }

  get speed(): number {
    return this.#speed;
  }

  get isPlaying(): boolean {
    return this.#timer !== undefined;
  }

  get language(): Language {
    return this.#language;
  }

  /** Says a message of the page in its language. */
  get say(): Say<typeof viewerMessages> {
    return inLanguage(viewerMessages, this.#language);
  }

  /** The actor that the chart of a machine shows; undefined where the trace has none. */
  instance(machine: string): string | undefined {
    const chosen = this.#chosen.get(machine);
    return !this.#follows && chosen !== undefined && this.#index?.actor(chosen) !== undefined
      ? chosen
      : this.#index?.latestActor(machine, this.#moment);
  }

  open(trace: Trace, moment = 0): void {
    this.pause();
    this.#chosen.clear();
    this.#lanes = new Lanes();
    this.#index = new TraceIndex(trace, (machine, state) => this.#ends.has(`${machine} ${state}`));
    for (const life of this.#index.actors()) this.#lanes.add(life);
    this.#moment = clamp(moment, 0, this.#index.length);
    this.#followMachine();
    this.#tell("trace");
  }

  append(records: readonly TraceRecord[]): void {
    if (this.#index === undefined || records.length === 0) return;
    const isAtEnd = this.#moment === this.#index.length;
    for (const record of records) this.#lanes.add(this.#index.append(record));
    this.#tell("records");
    if (isAtEnd && !this.isPlaying) this.go(this.#index.length);
  }

  go(moment: number): void {
    const next = clamp(moment, 0, this.records.length);
    if (next === this.#moment) return;
    this.#moment = next;
    this.#followMachine();
    this.#tell("moment");
  }

  /** Steps, and stops playing. */
  step(by: number): void {
    this.pause();
    this.go(this.#moment + by);
  }

  play(): void {
    if (this.isPlaying || this.records.length === 0) return;
    if (this.#moment >= this.records.length) this.go(0);
    this.#wait();
    this.#tell("playing");
  }

  pause(): void {
    if (!this.isPlaying) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tell("playing");
  }

  setSpeed(speed: number): void {
    this.#speed = speed;
    if (!this.isPlaying) return;
    clearTimeout(this.#timer);
    this.#wait();
  }

  showMachine(machine: string): void {
    if (!this.charts.some((chart) => chart.machine === machine)) return;
    this.#machine = machine;
    this.#tell("choice");
  }

  /** Shows one actor and goes on showing it. */
  choose(actor: string): void {
    const life = this.#index?.actor(actor);
    if (life === undefined) return;
    this.#keepInstances();
    this.#follows = false;
    this.#chosen.set(life.machine, actor);
    this.#machine = life.machine;
    this.#tell("choice");
  }

  setFollows(follows: boolean): void {
    if (!follows) this.#keepInstances();
    this.#follows = follows;
    this.#followMachine();
    this.#tell("choice");
  }

  setLanguage(language: Language): void {
    this.#language = language;
    this.#tell("language");
  }

  #keepInstances(): void {
    for (const { machine } of this.charts) {
      const instance = this.instance(machine);
      if (instance !== undefined) this.#chosen.set(machine, instance);
    }
  }

  #followMachine(): void {
    const { current } = this;
    if (!this.#follows || current === undefined) return;
    if (this.charts.some(({ machine }) => machine === current.machine)) this.#machine = current.machine;
  }

  #wait(): void {
    this.#timer = setTimeout(
      () => {
        if (this.#moment >= this.records.length) {
          this.pause();
          return;
        }
        this.#wait();
        this.go(this.#moment + 1);
        if (this.#moment >= this.records.length) this.pause();
      },
      timeToNext(this.records, this.#moment, this.#speed),
    );
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners.get(change) ?? []) listener();
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
