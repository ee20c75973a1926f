import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { build, buildVisualizer, makeBuiltCheckout } from "./checkout-copy.ts";
import { itWithRegistry } from "./needs-registry.ts";

const scratch = makeScratchFolder();
const checkout = join(scratch.path, "pi-notify");
let page: string;

function pageIn(folder: string): string {
  return readFileSync(join(folder, "dist", "visualizer.html"), "utf8");
}

beforeAll(() => {
  makeBuiltCheckout(checkout);
  buildVisualizer(checkout);
  page = pageIn(checkout);
  return () => scratch[Symbol.asyncDispose]();
});

describe("the viewer's build", () => {
  it("gives the same bytes again, and in another folder", () => {
    rmSync(join(checkout, "dist", "visualizer.html"));
    buildVisualizer(checkout);
    expect(pageIn(checkout)).toBe(page);
    const elsewhere = join(scratch.path, "deeper", "elsewhere");
    mkdirSync(dirname(elsewhere));
    renameSync(checkout, elsewhere);
    buildVisualizer(elsewhere);
    expect(pageIn(elsewhere)).toBe(page);
    renameSync(elsewhere, checkout);
  });

  it("survives the build of what Pi loads, and leaves that as it is", () => {
    build(checkout);
    expect(pageIn(checkout)).toBe(page);
    expect(existsSync(join(checkout, "dist", "extension.js"))).toBe(true);
  });

  itWithRegistry("gives the same bytes in a clone without dev dependencies, with tools that npm fetches", async () => {
    for (const tool of ["esbuild", "@esbuild", "elkjs", ".bin"]) {
      rmSync(join(checkout, "node_modules", tool), { recursive: true });
    }
    rmSync(join(checkout, "dist", "visualizer.html"));
    buildVisualizer(checkout);
    expect(pageIn(checkout)).toBe(page);
  });
});

describe("the viewer", () => {
  it("is one file under 2 MB that names no folder of the machine that built it", () => {
    expect(page.length).toBeLessThan(2_000_000);
    const repository = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
    for (const word of [scratch.path, repository, homedir(), "sourceMappingURL"]) expect(page).not.toContain(word);
  });

  it("loads nothing, and may run only its own script", () => {
    const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    const rules = Object.fromEntries(policy.split("; ").map((rule) => [rule.split(" ")[0], rule.split(" ").slice(1)]));
    expect(rules).toMatchObject({
      "default-src": ["'none'"],
      "script-src": [expect.stringMatching(/^'sha256-.+'$/)],
      "style-src": [expect.stringMatching(/^'sha256-.+'$/)],
      "connect-src": ["http://127.0.0.1:*"],
    });
    const frame = page.slice(0, page.indexOf("<script")).replace(/<style>.*<\/style>/s, "");
    expect([...frame.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)).toEqual(["data:,"]);
    expect(page).not.toMatch(/@import|url\((?!data:)/);
  });
});
