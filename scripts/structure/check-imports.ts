import type { ImportRule } from "./import-rules.ts";
import type { Import } from "./read-imports.ts";

type Rules = Readonly<Record<string, ImportRule>>;

/**
 * The folder of a file, as the table of rules names it: below `src` the first folder or the file's own name,
 * elsewhere the longest path that has a rule.
 */
export function folderOf(file: string, rules: Rules): string | undefined {
  const parts = file.startsWith("src/") ? file.slice("src/".length).split("/") : file.split("/");
  if (file.startsWith("src/")) return parts[0];
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const folder = parts.slice(0, length).join("/");
    if (Object.hasOwn(rules, folder)) return folder;
  }
  return undefined;
}

/** @returns a sentence for each import that the table does not allow: where it stands, and what is allowed instead */
export function wrongImports(imports: readonly Import[], rules: Rules): readonly string[] {
  return imports.flatMap((one) => {
    const from = folderOf(one.file, rules);
    if (from === undefined) return [];
    const rule = rules[from];
    const place = `${one.file}:${one.line}`;
    if (rule === undefined) return [`${place}: ${from} has no rule in scripts/structure/import-rules.ts.`];
    if (one.isPackage) {
      if (isAllowedPackage(one, rule)) return [];
      return [`${place}: ${from} may not import the package ${one.target}. Allowed: ${list(rule.packages)}.`];
    }
    const to = folderOf(one.target, rules);
    if (to === undefined || to === from || rule.folders.includes("*") || rule.folders.includes(to)) return [];
    return [`${place}: ${from} may not import ${to} (${one.target}). Allowed: ${list(rule.folders)}.`];
  });
}

function isAllowedPackage({ target, isType }: Import, { packages, typesOf = [] }: ImportRule): boolean {
  const isNamed = (names: readonly string[]) =>
    names.some((name) =>
      name.endsWith("*") ? target.startsWith(name.slice(0, -1)) : target === name || target.startsWith(`${name}/`),
    );
  return isNamed(packages) || (isType && isNamed(typesOf));
}

function list(names: readonly string[]): string {
  return names.length === 0 ? "nothing" : [...names].sort().join(", ");
}

/** @returns the files of each circle of imports, dynamic ones and types included; no file is in two of them */
export function importCircles(imports: readonly Import[]): readonly (readonly string[])[] {
  const targets = new Map<string, string[]>();
  for (const { file, target, isPackage } of imports) {
    if (!isPackage) targets.set(file, [...(targets.get(file) ?? []), target]);
  }
  // Tarjan's strongly connected components.
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const number = order.size;
    order.set(file, number);
    open.push(file);
    let low = number;
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low === number) {
      const members = open.splice(open.indexOf(file));
      if (members.length > 1) circles.push(members.sort());
    }
    return low;
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return circles;
}
