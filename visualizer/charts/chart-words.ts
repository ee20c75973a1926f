import type { AnyStateNode } from "xstate";
import type { ProductionMachine } from "../../src/machines/production-machines.ts";
import { type ChartWords as ChineseWords, MACHINES_IN_CHINESE } from "../../src/messages/machines-in-chinese.ts";
import type { ChartWords, Described } from "./chart.ts";

/**
 * What each state and each named part of a machine does, in both languages.
 * @throws Error for one that has no description
 */
export function chartWords({ machine, parts }: ProductionMachine): ChartWords {
  const chinese = MACHINES_IN_CHINESE[machine.id];
  const described = (kind: keyof ChineseWords, name: string, en: string | undefined): [string, Described] => {
    const zh = chinese?.[kind][name];
    if (en === undefined || zh === undefined) throw new Error(`${machine.id}: no description of ${kind} "${name}"`);
    return [name, { en, zh }];
  };
  const { guards, actions, delays } = machine.implementations;
  const partsOf = (kind: "guards" | "actions" | "delays", named: object | undefined) =>
    Object.keys(named ?? {}).map((name) => described(kind, name, parts[kind][name]));
  return {
    states: Object.fromEntries(
      nodesIn(machine.root).map((node) => described("states", node.path.join("."), node.description)),
    ),
    parts: Object.fromEntries([
      ...partsOf("guards", guards),
      ...partsOf("actions", actions),
      ...partsOf("delays", delays),
    ]),
  };
}

function nodesIn(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesIn)];
}
