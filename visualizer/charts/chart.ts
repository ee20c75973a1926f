/** What the page knows of a production machine. Made at build time; plain JSON. */
export interface Chart extends PlacedChart {
  readonly words: ChartWords;
}

/** A sentence in both languages of the page. */
export interface Described {
  readonly en: string;
  readonly zh: string;
}

export interface ChartWords {
  /** By path; the machine itself has the empty one. */
  readonly states: Readonly<Record<string, Described>>;
  /** Guards, actions and delays by name. */
  readonly parts: Readonly<Record<string, Described>>;
}

/** A machine's states and arrows, placed. */
export interface PlacedChart {
  /** The machine's id, as a trace names it. */
  readonly machine: string;
  readonly width: number;
  readonly height: number;
  /** Outer states before those inside them; the first is the machine itself, with the empty path. */
  readonly states: readonly PlacedState[];
  readonly arrows: readonly PlacedArrow[];
  /** From which arrows come that hold wherever the machine is in a state. */
  readonly rings: readonly Box[];
}

export type StateKind = "atomic" | "compound" | "parallel" | "final";

export interface ChartState {
  /** As in a trace: `pending.delay.over`. */
  readonly path: string;
  readonly key: string;
  readonly kind: StateKind;
  /** Stands beside other states that are active at the same time. */
  readonly isRegion: boolean;
  /** What happens in it without leaving it: invoked actors, entry and exit, transitions to itself. */
  readonly lines: readonly string[];
  /** The guards, actions and delays of its entry, exit and transitions by name, each once. */
  readonly parts: readonly string[];
}

export interface ChartTransition {
  /** The event's type as XState knows it, or a pattern of it such as `xstate.done.actor.*`; empty where none is needed. */
  readonly event: string;
  /** For people: event, guard. */
  readonly label: string;
  readonly actions: readonly string[];
}

export interface ChartArrow {
  /** Paths; the source of an initial arrow is the state that it stands in. */
  readonly source: string;
  readonly target: string;
  readonly isInitial: boolean;
  /** Those that go the same way share one arrow. */
  readonly transitions: readonly ChartTransition[];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type PlacedState = ChartState & Box;

export interface PlacedArrow extends ChartArrow {
  readonly points: readonly Point[];
  /** Absent where there is nothing to say. */
  readonly label: Box | undefined;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}
