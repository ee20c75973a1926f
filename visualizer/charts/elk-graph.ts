import type { ElkExtendedEdge, ElkNode, LayoutOptions } from "elkjs/lib/elk-api.js";
import type { ChartArrow } from "./chart.ts";
import type { MachineChart, StateTree } from "./read-machine.ts";
import { HEADER, LINE, labelSize, PADDING, stateSize } from "./text-size.ts";

const LAYERED: LayoutOptions = {
  "elk.algorithm": "layered",
  "elk.hierarchyHandling": "INCLUDE_CHILDREN",
  "elk.direction": "DOWN",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.spacing.nodeNode": "26",
  "elk.spacing.edgeNode": "18",
  "elk.spacing.edgeEdge": "14",
  "elk.spacing.edgeLabel": "6",
  "elk.layered.spacing.nodeNodeBetweenLayers": "26",
  "elk.layered.spacing.edgeNodeBetweenLayers": "18",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "14",
  "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX",
  "elk.layered.crossingMinimization.strategy": "LAYER_SWEEP",
  "elk.layered.thoroughness": "40",
  // The beginning on top, as a machine's file reads.
  "elk.layered.cycleBreaking.strategy": "DEPTH_FIRST",
  "elk.randomSeed": "1",
  "elk.edgeLabels.inline": "true",
};

/** Regions that no arrow leaves are laid out by themselves and packed. */
const PACKED: LayoutOptions = {
  "elk.algorithm": "box",
  "elk.hierarchyHandling": "SEPARATE_CHILDREN",
  "elk.aspectRatio": "1.4",
  "elk.spacing.nodeNode": "22",
};

/** Pixels more than their inner states need, by the paths of outer ones: for the text in them. */
export type Widened = ReadonlyMap<string, number>;

/** The graph that ELK lays out. Every arrow stands in the innermost state around both of its ends. */
export function elkGraph({ root, arrows }: MachineChart, widened: Widened = new Map()): ElkNode {
  const numbered = arrows.map((arrow, index) => ({ arrow, id: `e${index}` }));
  const node = (tree: StateTree): ElkNode => {
    const isPacked = tree.kind === "parallel" && !arrows.some((arrow) => leavesRegions(arrow, tree.path));
    // Packed in this order: alike beside alike.
    const inside = isPacked ? tree.inside.toSorted((one, other) => countInside(one) - countInside(other)) : tree.inside;
    const starts = numbered.filter(({ arrow }) => arrow.isInitial && arrow.source === tree.path);
    const ring = arrows.some((arrow) => comesFromAround(arrow) && arrow.source === tree.path)
      ? [{ id: ringId(tree.path), ...DOT }]
      : [];
    const children = [...starts.map(({ id }) => ({ id: `start:${id}`, ...DOT })), ...ring, ...inside.map(node)];
    const { width, height } = stateSize(tree);
    const top = HEADER + tree.lines.length * LINE + PADDING;
    const edges = numbered.filter(({ arrow }) => homeOf(arrow) === tree.path).map(({ arrow, id }) => edge(arrow, id));
    return {
      id: nodeId(tree.path),
      ...(children.length === 0 ? { width, height } : {}),
      layoutOptions: {
        ...(children.length === 0 ? {} : isPacked ? PACKED : LAYERED),
        ...(children.length === 0
          ? {}
          : {
              "elk.padding": `[top=${top},left=${PADDING},bottom=${PADDING},right=${PADDING + (widened.get(tree.path) ?? 0)}]`,
            }),
      },
      ...(children.length === 0 ? {} : { children }),
      ...(edges.length === 0 ? {} : { edges }),
    };
  };
  return node(root);
}

/** Of the dot from which an initial arrow comes, and of the ring for "wherever it is in here". */
const DOT = { width: 12, height: 12 };

/** The ring from which arrows come that lead from a state to one inside it: ELK lays out no arrow from a frame. */
export function ringId(path: string): string {
  return `ring:${path}`;
}

export function comesFromAround({ source, target, isInitial }: ChartArrow): boolean {
  return !isInitial && isAround(source, target);
}

export function nodeId(path: string): string {
  return `state:${path}`;
}

function edge(arrow: ChartArrow, id: string): ElkExtendedEdge {
  const { source, target, isInitial, transitions } = arrow;
  return {
    id,
    sources: [isInitial ? `start:${id}` : comesFromAround(arrow) ? ringId(source) : nodeId(source)],
    targets: [nodeId(target)],
    ...(transitions.length === 0 ? {} : { labels: [{ text: id, ...labelSize(transitions) }] }),
  };
}

/** The path of the state in which an arrow is drawn. */
function homeOf({ source, target, isInitial }: ChartArrow): string {
  if (isInitial) return source;
  return commonPath(source, target);
}

/** The innermost state around both; of a state and one inside it, that state. */
export function commonPath(one: string, other: string): string {
  if (isAround(one, other)) return one;
  if (isAround(other, one)) return other;
  const ones = one.split(".");
  const others = other.split(".");
  const length = ones.findIndex((key, index) => key !== others[index]);
  return ones.slice(0, length).join(".");
}

export function isAround(outer: string, path: string): boolean {
  return outer === "" ? path !== "" : path.startsWith(`${outer}.`);
}

function leavesRegions(arrow: ChartArrow, parallel: string): boolean {
  const { source, target } = arrow;
  const region = (path: string) =>
    isAround(parallel, path) ? path.slice(parallel.length === 0 ? 0 : parallel.length + 1).split(".")[0] : undefined;
  return region(source) !== region(target);
}

function countInside({ inside }: StateTree): number {
  return inside.reduce((count, child) => count + 1 + countInside(child), 0);
}
