import type { Environment } from "../../ports/environment.ts";
import { expandText, variablesIn } from "../environment/expand-environment.ts";

/** Where an address leads, as the URL parser reads it: punycode, percent-decoded, the host behind a user name. */
export interface AddressHosts {
  /** `https://evil.example:8443`, each once; all that are possible, as far as defaults tell. */
  readonly hosts: readonly string[];
  /** Whether a variable decides it, so that `hosts` may not be all. */
  readonly isUnknown: boolean;
}

/** Above this many variables, not every combination of set and unset ones is tried. */
const MOST_COMBINED = 6;

/** Everything up to the end of the host, which no variable behind it can change. */
const WHOLE_AUTHORITY = /^https?:[\\/]*[^\\/?#$]+[\\/?#]/i;

/** @returns undefined where the text is no http address and cannot become one */
export function possibleHosts(text: string, mayBeAddress: boolean): AddressHosts | undefined {
  const names = variablesIn(text);
  if (names.length === 0) {
    const host = hostOf(literalOf(text));
    return host === undefined ? undefined : { hosts: [host], isUnknown: false };
  }
  // What the parser drops wherever it stands.
  const start = text.replace(/[\t\n\r]/g, "").replace(/^[\0- ]+/, "");
  const [whole] = WHOLE_AUTHORITY.exec(start) ?? [];
  if (whole !== undefined) {
    const host = hostOf(whole);
    return host === undefined ? undefined : { hosts: [host], isUnknown: false };
  }
  if (!mayBeAddress && !/https?:/i.test(text)) return undefined;
  const hosts = new Set<string>();
  for (const env of environments(names)) {
    const expansion = expandText(text, env);
    const host = expansion.kind === "expanded" ? hostOf(expansion.text) : undefined;
    if (host !== undefined) hosts.add(withNames(host, names));
  }
  return { hosts: [...hosts], isUnknown: true };
}

/** Escaped dollars are dollars. */
function literalOf(text: string): string {
  const expansion = expandText(text, {});
  return expansion.kind === "expanded" ? expansion.text : text;
}

function hostOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host } = new URL(text);
  return protocol === "http:" || protocol === "https:" ? `${protocol}//${host}` : undefined;
}

/** In each, a variable is unset or stands for itself. */
function* environments(names: readonly string[]): Generator<Environment> {
  const stands = (chosen: readonly string[]): Environment =>
    Object.fromEntries(chosen.map((name) => [name, standIn(names.indexOf(name))]));
  if (names.length > MOST_COMBINED) {
    yield {};
    yield stands(names);
    for (const name of names) {
      yield stands([name]);
      yield stands(names.filter((other) => other !== name));
    }
    return;
  }
  for (let choice = 0; choice < 2 ** names.length; choice += 1) {
    yield stands(names.filter((_name, index) => (choice >> index) & 1));
  }
}

/** Letters that are right in any part of an address. */
function standIn(index: number): string {
  return `pinotifyvariable${index}x`;
}

function withNames(host: string, names: readonly string[]): string {
  return host.replace(/pinotifyvariable(\d+)x/g, (found, index: string) => {
    const name = names[Number(index)];
    return name === undefined ? found : `$${name}`;
  });
}
