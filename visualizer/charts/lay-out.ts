import type { ElkExtendedEdge, ElkNode } from "elkjs/lib/elk-api.js";
import type { Box, PlacedArrow, PlacedChart, PlacedState, Point } from "./chart.ts";
import { elkGraph, nodeId, ringId } from "./elk-graph.ts";
import type { MachineChart, StateTree } from "./read-machine.ts";
import { stateSize } from "./text-size.ts";

export type LayOut = (graph: ElkNode) => Promise<ElkNode>;

/** Places the states and arrows of a chart. The same chart is always placed alike. */
export async function layOut(chart: MachineChart, layout: LayOut): Promise<PlacedChart> {
  const placed = await layoutWithRoom(chart, layout);
  const boxes = new Map<string, Box>();
  const edges = new Map<string, { readonly edge: ElkExtendedEdge; readonly origin: Point }>();
  const collect = (node: ElkNode, parent: Point) => {
    const origin = { x: parent.x + (node.x ?? 0), y: parent.y + (node.y ?? 0) };
    boxes.set(node.id, rounded({ ...origin, width: node.width ?? 0, height: node.height ?? 0 }));
    // ELK gives an edge's places relative to the node that contains it.
    for (const edge of node.edges ?? []) edges.set(edge.id, { edge, origin });
    for (const child of node.children ?? []) collect(child, origin);
  };
  collect(placed, { x: 0, y: 0 });
  const states: PlacedState[] = [];
  const place = ({ inside, ...state }: StateTree) => {
    states.push({ ...state, ...boxOf(boxes, nodeId(state.path)) });
    for (const child of inside) place(child);
  };
  place(chart.root);
  const arrows = chart.arrows.map((arrow, index): PlacedArrow => {
    const found = edges.get(`e${index}`);
    if (found === undefined) throw new Error(`${chart.machine}: an arrow has no place`);
    const { edge, origin } = found;
    const shift = ({ x, y }: Point) => ({ x: round(x + origin.x), y: round(y + origin.y) });
    const points = (edge.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => {
      return [startPoint, ...bendPoints, endPoint].map(shift);
    });
    const [label] = edge.labels ?? [];
    return {
      ...arrow,
      points,
      label:
        label === undefined
          ? undefined
          : {
              ...shift({ x: label.x ?? 0, y: label.y ?? 0 }),
              width: round(label.width ?? 0),
              height: round(label.height ?? 0),
            },
    };
  });
  const { width, height } = boxOf(boxes, nodeId(""));
  const rings = [...boxes].flatMap(([id, box]) => (id.startsWith(RING) ? [box] : []));
  return { machine: chart.machine, width, height, states, arrows, rings };
}

/** Lays out again as long as the text of an outer state is wider than it: ELK heeds no least width there. */
async function layoutWithRoom(chart: MachineChart, layout: LayOut): Promise<ElkNode> {
  const widened = new Map<string, number>();
  for (let round = 0; ; round += 1) {
    const placed = await layout(elkGraph(chart, widened));
    const narrow = tooNarrow(chart.root, placed);
    if (narrow.size === 0 || round === MOST_ROUNDS) return placed;
    for (const [path, missing] of narrow) widened.set(path, (widened.get(path) ?? 0) + missing);
  }
}

const MOST_ROUNDS = 5;

function tooNarrow(tree: StateTree, placed: ElkNode): Map<string, number> {
  const missing = stateSize(tree).width - (placed.width ?? 0);
  const inside = tree.inside.flatMap((child) => {
    const node = placed.children?.find(({ id }) => id === nodeId(child.path));
    return node === undefined ? [] : [...tooNarrow(child, node)];
  });
  return new Map([...(missing > 1 ? [[tree.path, missing] as const] : []), ...inside]);
}

const RING = ringId("");

function boxOf(boxes: ReadonlyMap<string, Box>, id: string): Box {
  const box = boxes.get(id);
  if (box === undefined) throw new Error(`${id} has no place`);
  return box;
}

function rounded({ x, y, width, height }: Box): Box {
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
