import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readRepositoryFile } from "../document-parts.ts";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

/** Names of texts outside the repository. A citation of one leads nowhere. */
const OUTSIDE = /\bSPEC\b|\b(?:PI|TERMINALS|CASES|XSTATE|SERVICES|STYLE)\.md\b|\.\.\/shared\b|\s\(CASES\b/;
const RULE = /\bR\d{1,3}\b/g;
const PAGE = /\bdocs\/[\w.-]+\.md\b/g;

const TEXT = /\.(?:ts|mjs|js|md|html|css|json|jsonc|yml)$|^\.ci\/|^LICENSE$|^\.gitignore$/;
/** Files that people do not write; their hashes look like rules. */
const GENERATED = /^package-lock\.json$/;
/** Pages in the repositories of Bark and of Pi. */
const OF_OTHERS = new Set(["docs/API_V2.md", "docs/packages.md", "docs/settings.md"]);
const SELF = "test/docs/citations.test.ts";

/** Lines that match, as `path:line: text`. */
function linesWith(path: string, pattern: RegExp): string[] {
  return readRepositoryFile(path)
    .split("\n")
    .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []));
}

function citedIn(path: string, pattern: RegExp): string[] {
  return readRepositoryFile(path).match(pattern) ?? [];
}

describe("citations", () => {
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: REPOSITORY, encoding: "utf8" }).split("\0");
  const texts = tracked.filter(
    (path) => TEXT.test(path) && !GENERATED.test(path) && path !== SELF && existsSync(join(REPOSITORY, path)),
  );
  const rules = new Set([...readRepositoryFile("docs/rules.md").matchAll(/^\| (R\d+) \|/gm)].map(([, id]) => id));

  it("lead to nothing outside the repository", () => {
    expect(texts.length).toBeGreaterThan(500);
    expect(texts.flatMap((path) => linesWith(path, OUTSIDE))).toEqual([]);
  });

  it.each([
    "(SPEC 6)",
    "SPEC's order",
    "as in PI.md",
    "(TERMINALS.md)",
    "harms nothing (CASES)",
    "too late (CASES, orderings)",
    "../shared/STYLE.md",
  ])("a citation such as %j would be found", (line) => {
    expect(line).toMatch(OUTSIDE);
  });

  it.each(["see docs/pi.md", "PI_NOTIFY_INSPECT=1", "Object.entries(CASES)", "it.each(CASES)"])(
    "%j is none",
    (line) => {
      expect(line).not.toMatch(OUTSIDE);
    },
  );

  it("name rules that docs/rules.md has", () => {
    const unknown = texts.flatMap((path) =>
      citedIn(path, RULE).flatMap((id) => (rules.has(id) ? [] : [`${path}: ${id}`])),
    );
    expect(rules.size).toBeGreaterThan(17);
    expect(unknown).toEqual([]);
  });

  it("name pages that are there", () => {
    const missing = texts.flatMap((path) =>
      citedIn(path, PAGE).flatMap((page) =>
        OF_OTHERS.has(page) || existsSync(join(REPOSITORY, page)) ? [] : [`${path}: ${page}`],
      ),
    );
    expect(missing).toEqual([]);
  });
});
