import { describe, expect, it } from "vitest";
import * as kit from "../../src/testing/kit.ts";
import { deadLinksOf, filesIn, filesShownIn, linksOf, readRepositoryFile, shapeOf } from "../document-parts.ts";

const MANIFEST = JSON.parse(readRepositoryFile("package.json"));
const EXAMPLES = filesIn("examples/testing");

describe.each(["docs/testing-your-extension.md", "docs/testing-your-extension.zh-CN.md"])("%s", (document) => {
  const text = readRepositoryFile(document);

  it("shows the files of the example as they are, and no other code", () => {
    expect(filesShownIn(text)).toEqual(EXAMPLES);
    expect(text.match(/^```ts$/gm)).toHaveLength(Object.keys(EXAMPLES).length);
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
    expect(linksOf(text).length).toBeGreaterThan(1);
    expect(deadLinksOf(document)).toEqual([]);
  });
});

it("both have the same headings and tables", () => {
  expect(shapeOf("docs/testing-your-extension.zh-CN.md")).toEqual(shapeOf("docs/testing-your-extension.md"));
});
