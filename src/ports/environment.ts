/** The process environment as we read it; never written (R27). */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What tells a program its language and character set. */
export const LOCALE_VARIABLES = ["LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES"] as const;

/**
 * The variables of these names, in any letter case, as Windows has them (`Path`).
 * A helper program gets no others: Pi's environment holds keys of model providers.
 */
export function pickVariables(env: Environment, names: readonly string[]): Record<string, string> {
  const wanted = new Set(names.map((name) => name.toUpperCase()));
  const picked = Object.entries(env).filter(([name]) => wanted.has(name.toUpperCase()));
  return Object.fromEntries(picked.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
