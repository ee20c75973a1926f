import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));

/** A file of the repository, by its path in it. */
export function readRepositoryFile(path: string): string {
  return readFileSync(join(REPOSITORY, path), "utf8");
}

/** The TypeScript files that a document shows whole, each under its name, by name. */
export function filesShownIn(text: string): Record<string, string> {
  const shown = [...text.matchAll(/^`([\w.-]+\.ts)`\n\n```ts\n(.*?)^```$/gms)];
  return Object.fromEntries(shown.map(([, name = "", code = ""]) => [name, code]));
}

/** The TypeScript files of a folder of the repository, by name. */
export function filesIn(folder: string): Record<string, string> {
  const paths = globSync(`${folder}/*.ts`, { cwd: REPOSITORY });
  return Object.fromEntries(paths.map((path) => [basename(path), readRepositoryFile(path)]));
}

/** Where the links of a document into the repository lead, from the document's place. */
export function linksOf(text: string): string[] {
  return [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = ""]) => target);
}

/** Those of them that lead nowhere. */
export function deadLinksOf(document: string): string[] {
  const at = join(REPOSITORY, dirname(document));
  return linksOf(readRepositoryFile(document)).filter((target) => !existsSync(join(at, target)));
}

/** Levels of headings and widths of table rows, in order: the same in every language. */
export function shapeOf(document: string): (string | number | undefined)[] {
  return readRepositoryFile(document)
    .split("\n")
    .filter((line) => /^(?:#+ |\|)/.test(line))
    .map((line) => (line.startsWith("|") ? line.split("|").length : line.split(" ")[0]));
}
