import { parse } from "@babel/parser";
import type * as t from "@babel/types";

/** A named piece of a source file, such as `freeSlot`, `runMachine.actions.recordLoop` or `runMachine.chart.working`. */
interface Piece {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Where a change begins; line and column count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The name for what stands outside every declaration. */
export const TOP_LEVEL = "top level";

/**
 * The named pieces of a TypeScript file: functions, members of classes, constants, and the properties of objects in
 * constants. What is inside a function or a list belongs to the piece around it.
 *
 * In a machine, the arguments of `setup` give pieces such as `runMachine.guards.isWorthTelling`. Its states are
 * `runMachine.chart` for the outermost one and `runMachine.chart.working.held` for one inside.
 */
export class NamedPieces {
  readonly #source: string;
  readonly #pieces: Piece[] = [];

  constructor(source: string) {
    this.#source = source;
    const { program } = parse(source, { sourceType: "module", plugins: ["typescript"] });
    for (const statement of program.body) this.#readStatement(statement);
  }

  get names(): ReadonlySet<string> {
    return new Set([TOP_LEVEL, ...this.#pieces.map(({ name }) => name)]);
  }

  /** The innermost piece around a position. */
  at({ line, column }: Position): string {
    const lines = this.#source.split("\n").slice(0, line - 1);
    const offset = lines.reduce((sum, text) => sum + text.length + 1, column - 1);
    const around = this.#pieces.filter(({ start, end }) => start <= offset && offset < end);
    const innermost = around.sort((one, other) => one.end - one.start - (other.end - other.start))[0];
    return innermost?.name ?? TOP_LEVEL;
  }

  #readStatement(statement: t.Statement | t.Declaration): void {
    switch (statement.type) {
      case "ExportNamedDeclaration":
        if (statement.declaration) this.#readStatement(statement.declaration);
        return;
      case "ExportDefaultDeclaration":
        this.#add("default", statement);
        return;
      case "FunctionDeclaration":
        this.#add(statement.id?.name ?? "default", statement);
        return;
      case "ClassDeclaration":
        this.#readClass(statement);
        return;
      case "VariableDeclaration":
        for (const { id, init } of statement.declarations) {
          if (id.type !== "Identifier") continue;
          this.#add(id.name, statement);
          if (init) this.#readValue(id.name, init);
        }
        return;
      default:
        return;
    }
  }

  #readClass(declaration: t.ClassDeclaration): void {
    const name = declaration.id?.name ?? "default";
    this.#add(name, declaration);
    for (const member of declaration.body.body) {
      const key = "key" in member ? keyOf(member.key) : undefined;
      if (key !== undefined) this.#add(`${name}.${key}`, member);
    }
  }

  #readValue(name: string, value: t.Node): void {
    switch (value.type) {
      case "ObjectExpression":
        for (const property of value.properties) {
          const key = property.type === "SpreadElement" || property.computed ? undefined : keyOf(property.key);
          if (key === undefined) continue;
          this.#add(`${name}.${key}`, property);
          if (property.type === "ObjectProperty") this.#readValue(`${name}.${key}`, property.value);
        }
        return;
      case "CallExpression": {
        const { callee, arguments: given } = value;
        const isMember = callee.type === "MemberExpression";
        if (isMember) this.#readValue(name, callee.object);
        const makesMachine = isMember && keyOf(callee.property) === "createMachine";
        for (const argument of given) {
          if (makesMachine) this.#readState(`${name}.chart`, argument);
          else this.#readValue(name, argument);
        }
        return;
      }
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "ParenthesizedExpression":
        this.#readValue(name, value.expression);
        return;
      default:
        return;
    }
  }

  #readState(name: string, state: t.Node): void {
    this.#add(name, state);
    for (const [key, value] of propertiesOf(state)) {
      if (key !== "states") continue;
      for (const [child, inside] of propertiesOf(value)) this.#readState(`${name}.${child}`, inside);
    }
  }

  #add(name: string, { start, end }: t.Node): void {
    this.#pieces.push({ name, start: start ?? 0, end: end ?? 0 });
  }
}

function propertiesOf(node: t.Node): (readonly [key: string, value: t.Node])[] {
  if (node.type !== "ObjectExpression") return [];
  return node.properties.flatMap((property) => {
    const key = property.type === "ObjectProperty" && !property.computed ? keyOf(property.key) : undefined;
    return property.type === "ObjectProperty" && key !== undefined ? [[key, property.value] as const] : [];
  });
}

function keyOf(key: t.Node): string | undefined {
  if (key.type === "Identifier") return key.name;
  if (key.type === "StringLiteral") return key.value;
  return key.type === "PrivateName" ? `#${key.id.name}` : undefined;
}
