import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import manifest from "../../package.json" with { type: "json" };

/** One import as it stands in a file. */
export interface Import {
  /** The importing file, from the repository's root. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** A file from the repository's root, or the name of a package. */
  readonly target: string;
  readonly isPackage: boolean;
  /** Whether only types are imported, which are gone at run time. */
  readonly isType: boolean;
  /** Whether the file is loaded only when the import is reached. */
  readonly isDynamic: boolean;
}

/** A static import or export with a source, or a call of `import` or of a type's `import`. */
const PATTERN =
  /^[ \t]*(?<static>import|export)(?<type> type)?\b(?:[^"';]*?\bfrom)?\s*"(?<source>[^"\n]+)"|(?<typeof>typeof )?\bimport\(\s*"(?<called>[^"\n]+)"/gm;

/** The imports in the text of a TypeScript or JavaScript file. */
export function importsIn(file: string, text: string): readonly Import[] {
  return [...text.matchAll(PATTERN)].flatMap(({ index, groups = {} }) => {
    const specifier = groups.source ?? groups.called;
    if (specifier === undefined) return [];
    const target = targetOf(file, specifier);
    return {
      file,
      line: text.slice(0, index).split("\n").length,
      target: target ?? specifier,
      isPackage: target === undefined,
      isType: groups.type !== undefined || groups.typeof !== undefined,
      isDynamic: groups.called !== undefined,
    };
  });
}

/** The file that a specifier names; undefined where it names a package. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(file), specifier);
  for (const [name, path] of Object.entries(manifest.imports)) {
    const [before = "", after = ""] = name.split("*");
    const isNamed = name.includes("*") ? specifier.startsWith(before) && specifier.endsWith(after) : specifier === name;
    if (isNamed)
      return posix.normalize(path.replace("*", specifier.slice(before.length, specifier.length - after.length)));
  }
  return undefined;
}

/** The folders with the code of the repository. */
const FOLDERS = ["src", "visualizer", "rig", "demo", "scripts", "examples", "test"];

/** The files with code, from the repository's root. */
export function sourceFiles(root: string): readonly string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(posix.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:ts|mjs)$/.test(file) && !file.includes("node_modules"))
      .map((file) => posix.join(folder, file))
      .sort(),
  );
}

/** The imports of these files. */
export function readImports(root: string, files: readonly string[]): readonly Import[] {
  return files.flatMap((file) => importsIn(file, readFileSync(posix.join(root, file), "utf8")));
}
