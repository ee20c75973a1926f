import type { TraceRecord } from "../../src/trace/trace-format.ts";
import type { Chart, PlacedArrow, PlacedState, Point } from "../charts/chart.ts";
import { HEADER, LINE } from "../charts/text-size.ts";
import { litPaths, takenArrows } from "../model/lit-chart.ts";
import { svgElement } from "./element.ts";

/** Around the drawing, so that no frame is cut. */
const MARGIN = 4;

/** One machine's chart as a picture, whose states and arrows can be lit. */
export class ChartView {
  readonly svg: SVGSVGElement;
  readonly chart: Chart;
  readonly #states = new Map<string, readonly SVGGElement[]>();
  readonly #arrows: SVGGElement[] = [];
  #lit: ReadonlySet<string> = new Set();
  #taken: ReadonlySet<number> = new Set();

  constructor(chart: Chart) {
    this.chart = chart;
    const { width, height } = chart;
    this.svg = svgElement("svg", {
      class: "chart",
      role: "img",
      viewBox: `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`,
    });
    // Frames below arrows, words above all.
    const frames = svgElement("g");
    const texts = svgElement("g");
    const lines = svgElement("g");
    const labels = svgElement("g");
    for (const state of chart.states) {
      const frame = frameOf(state);
      const text = textOf(state);
      this.#states.set(state.path, [frame, text]);
      frames.append(frame);
      texts.append(text);
    }
    for (const arrow of chart.arrows) {
      const line = arrowGroup(arrow);
      this.#arrows.push(line);
      lines.append(line);
      const label = labelGroup(arrow);
      if (label !== undefined) labels.append(label);
    }
    for (const { x, y, width: size } of chart.rings) {
      const radius = size / 2;
      lines.append(svgElement("circle", { class: "ring", cx: x + radius, cy: y + radius, r: radius - 2 }));
    }
    this.svg.append(frames, lines, texts, labels);
  }

  get size(): { readonly width: number; readonly height: number } {
    return { width: this.chart.width + 2 * MARGIN, height: this.chart.height + 2 * MARGIN };
  }

  /** Lights these leaf states with all around them, and the arrows that led there; touches only what changes. */
  light(leaves: readonly string[], record: TraceRecord | undefined): void {
    const lit = litPaths(leaves);
    const set = (path: string, isLit: boolean) => {
      for (const drawn of this.#states.get(path) ?? []) drawn.classList.toggle("lit", isLit);
    };
    for (const path of this.#lit) if (!lit.has(path)) set(path, false);
    for (const path of lit) if (!this.#lit.has(path)) set(path, true);
    this.#lit = lit;
    const taken = record === undefined ? new Set<number>() : takenArrows(this.chart, record);
    for (const index of this.#taken) if (!taken.has(index)) this.#arrows[index]?.classList.remove("taken");
    for (const index of taken) if (!this.#taken.has(index)) this.#arrows[index]?.classList.add("taken");
    this.#taken = taken;
  }

  /** Marks the state that is described; undefined: none. */
  select(path: string | undefined): void {
    for (const [own, drawn] of this.#states)
      for (const group of drawn) group.classList.toggle("described", own === path);
  }

  /** The path of the state that is drawn here; of an arrow's label, that of its source. */
  stateAt(target: EventTarget | null): string | undefined {
    const group = target instanceof Element ? target.closest("[data-path], [data-of]") : null;
    return group?.getAttribute("data-path") ?? group?.getAttribute("data-of") ?? undefined;
  }

  /** The middle of what is lit innermost, in the chart's own measure. */
  middleOf(leaves: readonly string[]): Point | undefined {
    const found = leaves.flatMap((leaf) => this.chart.states.find(({ path }) => path === leaf) ?? []);
    if (found.length === 0) return undefined;
    const sum = (value: (state: PlacedState) => number) => found.reduce((total, state) => total + value(state), 0);
    return {
      x: sum(({ x, width }) => x + width / 2) / found.length + MARGIN,
      y: sum(({ y, height }) => y + height / 2) / found.length + MARGIN,
    };
  }
}

function frameOf({ path, kind, isRegion, x, y, width, height }: PlacedState): SVGGElement {
  const group = svgElement("g", {
    class: ["state", kind, ...(isRegion ? ["region"] : []), ...(path === "" ? ["root"] : [])].join(" "),
    "data-path": path,
  });
  group.append(svgElement("rect", { x, y, width, height, rx: 7 }));
  if (kind === "final") {
    const inner = { x: x + 3, y: y + 3, width: width - 6, height: height - 6, rx: 5 };
    group.append(svgElement("rect", { class: "inner", ...inner }));
  }
  return group;
}

function textOf({ path, key, kind, lines, x, y, width, height }: PlacedState): SVGGElement {
  const group = svgElement("g", { class: path === "" ? "words root" : `words ${kind}`, "data-of": path });
  const isInMiddle = kind === "final" || (kind === "atomic" && lines.length === 0);
  const place = isInMiddle
    ? { x: x + width / 2, y: y + height / 2 + 4.5, "text-anchor": "middle" }
    : { x: x + 12, y: y + 18 };
  group.append(svgElement("text", { class: "name", ...place }, key));
  for (const [index, line] of lines.entries()) {
    group.append(svgElement("text", { class: "line", x: x + 12, y: y + HEADER + index * LINE + 11 }, line));
  }
  return group;
}

function arrowGroup({ points, isInitial }: PlacedArrow): SVGGElement {
  const group = svgElement("g", { class: isInitial ? "arrow initial" : "arrow" });
  group.append(svgElement("path", { class: "way", d: roundedPath(points) }));
  const [last, before] = [points.at(-1), points.at(-2)];
  if (last !== undefined && before !== undefined) {
    const angle = (Math.atan2(last.y - before.y, last.x - before.x) * 180) / Math.PI;
    group.append(
      svgElement("path", {
        class: "head",
        d: "M0 0L-8 -4L-8 4Z",
        transform: `translate(${last.x} ${last.y}) rotate(${angle})`,
      }),
    );
  }
  const [first] = points;
  if (isInitial && first !== undefined) {
    const second = points[1] ?? first;
    const length = Math.hypot(second.x - first.x, second.y - first.y) || 1;
    group.append(
      svgElement("circle", {
        class: "dot",
        cx: first.x - ((second.x - first.x) / length) * 6,
        cy: first.y - ((second.y - first.y) / length) * 6,
        r: 4.5,
      }),
    );
  }
  return group;
}

function labelGroup({ label, source, transitions }: PlacedArrow): SVGGElement | undefined {
  if (label === undefined) return undefined;
  const { x, y, width, height } = label;
  const group = svgElement("g", { class: "label", "data-of": source });
  group.append(svgElement("rect", { x, y, width, height, rx: 4 }));
  for (const [index, transition] of transitions.entries()) {
    const text = svgElement(
      "text",
      { x: x + width / 2, y: y + index * LINE + 14, "text-anchor": "middle" },
      transition.label,
    );
    if (transition.actions.length > 0) text.append(svgElement("title", {}, `/ ${transition.actions.join(", ")}`));
    group.append(text);
  }
  return group;
}

/** Straight pieces with rounded corners. */
export function roundedPath(points: readonly Point[], radius = 6): string {
  const [first, ...rest] = points;
  if (first === undefined) return "";
  let path = `M${first.x} ${first.y}`;
  let previous = first;
  for (const [index, corner] of rest.entries()) {
    const next = rest[index + 1];
    if (next === undefined) return `${path}L${corner.x} ${corner.y}`;
    const before = Math.hypot(corner.x - previous.x, corner.y - previous.y);
    const after = Math.hypot(next.x - corner.x, next.y - corner.y);
    const bend = Math.min(radius, before / 2, after / 2);
    const at = (other: Point, length: number) => ({
      x: corner.x + ((other.x - corner.x) / (length || 1)) * bend,
      y: corner.y + ((other.y - corner.y) / (length || 1)) * bend,
    });
    const [start, end] = [at(previous, before), at(next, after)];
    path += `L${start.x} ${start.y}Q${corner.x} ${corner.y} ${end.x} ${end.y}`;
    previous = corner;
  }
  return path;
}
