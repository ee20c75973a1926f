import { generate } from "@babel/generator";
import * as t from "@babel/types";
import type { AnyStateMachine } from "xstate";
import { guardParts } from "./guard-parts.ts";

/** What a chart works out at run time; nothing of it is drawn. */
const COMPUTED: ReadonlySet<string> = new Set(["context", "input", "output", "params"]);

/** One sentence for each named part; Stately has a field for states only, so these are written as comments. */
export type PartDescriptions = Partial<
  Readonly<Record<"guards" | "actions" | "delays", Readonly<Record<string, string>>>>
>;

/** The delay that stands for one that depends on the configuration, milliseconds. */
const SOME_DELAY_MS = 1_000;

/**
 * A machine as a module that imports nothing but `xstate`, for Stately's visualizer and editor: its chart whole, its
 * guards, actions, actors and delays by name with something in their place that can be simulated.
 * @throws TypeError for a chart with a function in it where a name is due: it would be lost
 */
export function machineSource(machine: AnyStateMachine, descriptions: PartDescriptions = {}): string {
  const used = new Set(["setup"]);
  const print = new SourcePrinter(used);
  const { guards, actions, actors, delays } = machine.implementations;
  const parts = t.objectExpression([
    print.stubs("actors", actors, (actor) => print.actorStub(actor)),
    print.stubs(
      "delays",
      delays,
      (delay) => (typeof delay === "number" ? t.numericLiteral(delay) : stub(t.numericLiteral(SOME_DELAY_MS))),
      descriptions.delays,
    ),
    print.stubs("guards", guards, (guard) => print.guard(guard) ?? NO, descriptions.guards),
    print.stubs("actions", actions, () => stub(t.blockStatement([])), descriptions.actions),
  ]);
  const setup = t.callExpression(t.identifier("setup"), [parts]);
  const create = t.memberExpression(setup, t.identifier("createMachine"));
  const name = `${machine.id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Machine`;
  const declaration = t.variableDeclaration("const", [
    t.variableDeclarator(t.identifier(name), t.callExpression(create, [print.value(machine.config, [machine.id])])),
  ]);
  const imports = t.importDeclaration(
    [...used].sort().map((one) => t.importSpecifier(t.identifier(one), t.identifier(one))),
    t.stringLiteral("xstate"),
  );
  t.addComment(imports, "leading", ` Written by \`npm run stately\` from src/machines/${machine.id}.machine.ts.`, true);
  return `${generate(t.program([imports, t.exportNamedDeclaration(declaration)])).code}\n`;
}

/** For a question that only the running program can answer. Yes would let a simulation run in circles. */
const NO = stub(t.booleanLiteral(false));

class SourcePrinter {
  readonly #used: Set<string>;

  /** @param used what has to be imported is added to it */
  constructor(used: Set<string>) {
    this.#used = used;
  }

  stubs(
    kind: string,
    named: Readonly<Record<string, unknown>> | undefined,
    print: (value: unknown) => t.Expression,
    descriptions: Readonly<Record<string, string>> = {},
  ): t.ObjectProperty {
    const entries = Object.entries(named ?? {}).map(([name, value]) => {
      const entry = property(name, print(value));
      const description = descriptions[name];
      return description === undefined ? entry : t.addComment(entry, "leading", ` ${description}`, true);
    });
    return property(kind, t.objectExpression(entries));
  }

  actorStub(actor: unknown): t.Expression {
    // No second chart in a file: Stately's import would ask which of them is meant.
    const isMachine = typeof actor === "object" && actor !== null && "root" in actor;
    return isMachine
      ? this.#call("fromCallback", stub(t.blockStatement([])))
      : this.#call("fromPromise", stub(t.blockStatement([]), { async: true }));
  }

  /** @returns undefined for a guard that is not put together from others */
  guard(guard: unknown): t.Expression | undefined {
    const parts = typeof guard === "function" ? guardParts(guard) : undefined;
    if (parts === undefined) return undefined;
    if (parts.name === "stateIn") return this.#call("stateIn", this.value(parts.stateValue, ["stateIn"]));
    const inner = parts.guards.map((one) =>
      // One without a name stands for a question of its own.
      typeof one === "function" ? (this.guard(one) ?? NO) : this.value(one, [parts.name]),
    );
    return this.#call(parts.name, ...(parts.name === "not" ? inner : [t.arrayExpression(inner)]));
  }

  /** @param path where in the chart, for an error */
  value(value: unknown, path: readonly string[]): t.Expression {
    if (typeof value === "function") {
      const guard = this.guard(value);
      if (guard === undefined) throw new TypeError(`${path.join(".")} is a function: give it a name in setup()`);
      return guard;
    }
    if (Array.isArray(value))
      return t.arrayExpression(value.map((one, index) => this.value(one, [...path, `${index}`])));
    if (typeof value !== "object" || value === null) return t.valueToNode(value);
    return t.objectExpression(
      Object.entries(value)
        .filter(([key, one]) => one !== undefined && !(COMPUTED.has(key) && typeof one === "function"))
        .map(([key, one]) => property(key, this.value(one, [...path, key]))),
    );
  }

  #call(name: string, ...args: readonly t.Expression[]): t.CallExpression {
    this.#used.add(name);
    return t.callExpression(t.identifier(name), [...args]);
  }
}

function property(name: string, value: t.Expression): t.ObjectProperty {
  return t.objectProperty(t.isValidIdentifier(name) ? t.identifier(name) : t.stringLiteral(name), value);
}

/** `() => body` */
function stub(body: t.Expression | t.BlockStatement, { async = false } = {}): t.ArrowFunctionExpression {
  return t.arrowFunctionExpression([], body, async);
}
