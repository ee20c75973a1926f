/** A guard put together from others with `and`, `or`, `not` or `stateIn`, as XState keeps it: a function with its parts. */
export type GuardParts =
  | { readonly name: "and" | "or" | "not"; readonly guards: readonly unknown[] }
  | { readonly name: "stateIn"; readonly stateValue: unknown };

/** @returns undefined for any other function */
export function guardParts(guard: object): GuardParts | undefined {
  if ("stateValue" in guard) return { name: "stateIn", stateValue: guard.stateValue };
  if (!("guards" in guard) || !Array.isArray(guard.guards) || !("check" in guard)) return undefined;
  const [, name] = /^check(And|Or|Not)$/.exec(String((guard.check as { name?: unknown }).name)) ?? [];
  if (name === undefined) throw new TypeError("a guard put together in a way that is not known here");
  return { name: name.toLowerCase() as "and" | "or" | "not", guards: guard.guards };
}
