import { readFileSync } from "node:fs";
import { posix } from "node:path";

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
    const isPackage = !specifier.startsWith(".");
    return {
      file,
      line: text.slice(0, index).split("\n").length,
      target: isPackage ? specifier : posix.join(posix.dirname(file), specifier),
      isPackage,
      isType: groups.type !== undefined || groups.typeof !== undefined,
      isDynamic: groups.called !== undefined,
    };
  });
}

/** The imports of these files. */
export function readImports(root: string, files: readonly string[]): readonly Import[] {
  return files.flatMap((file) => importsIn(file, readFileSync(posix.join(root, file), "utf8")));
}
