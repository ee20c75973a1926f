import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as kit from "../../src/testing/kit.ts";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const MANIFEST = JSON.parse(read("package.json"));
const EXAMPLES = globSync("examples/testing/*.ts", { cwd: REPOSITORY });

describe.each(["docs/testing-your-extension.md", "docs/testing-your-extension.zh-CN.md"])("%s", (document) => {
  const text = read(document);

  it("shows the files of the example as they are, and no other code", () => {
    const shown = [...text.matchAll(/^`([\w.-]+\.ts)`\n\n```ts\n(.*?)^```$/gms)].map(([, name, code]) => [name, code]);
    const files = EXAMPLES.map((file) => [file.split("/").at(-1), read(file)]);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(files));
    expect(text.match(/^```ts$/gm)).toHaveLength(EXAMPLES.length);
  });

  it("names everything that the kit exports", () => {
    const silent = Object.keys(kit).filter((name) => !text.includes(name));
    // What is thrown is told by an example of its message.
    expect(silent).toEqual(["PathFailure"]);
  });

  it("names every scenario and no other", () => {
    const [, section = ""] = /piScenarios`[^|]*(\|.*?)\n\n/s.exec(text) ?? [];
    const cells = [...section.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = ""]) => cell);
    const named = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(named.sort()).toEqual(Object.keys(kit.piScenarios).sort());
  });

  it("gives the versions of package.json, and a way to install what there is", () => {
    expect(text).toContain(`${MANIFEST.name}-${MANIFEST.version}.tgz`);
    expect(text).toContain(`Pi ${MANIFEST.devDependencies["@earendil-works/pi-coding-agent"]}`);
    expect(`>=${/Node (22\.\d+)/.exec(text)?.[1]}.0`).toBe(MANIFEST.engines.node);
  });

  it("has links that lead somewhere", () => {
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = ""]) => target);
    expect(targets.length).toBeGreaterThan(1);
    expect(targets.filter((target) => !existsSync(join(REPOSITORY, dirname(document), target)))).toEqual([]);
  });
});

it("both have the same headings and tables", () => {
  const shape = (document: string) =>
    read(document)
      .split("\n")
      .filter((line) => /^(?:#+ |\|)/.test(line))
      .map((line) => (line.startsWith("|") ? line.split("|").length : line.split(" ")[0]));
  expect(shape("docs/testing-your-extension.zh-CN.md")).toEqual(shape("docs/testing-your-extension.md"));
});

function read(path: string): string {
  return readFileSync(join(REPOSITORY, path), "utf8");
}
