import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { makeBuiltCheckout } from "./checkout-copy.ts";
import { listTarball } from "./pack.ts";

const scratch = makeScratchFolder();
const checkout = join(scratch.path, "pi-notify");
beforeAll(() => {
  makeBuiltCheckout(checkout);
  return () => scratch[Symbol.asyncDispose]();
});

it("holds the bundle, the testing kit, the viewer and what people read, and nothing else", () => {
  const unfinished = join(checkout, "dist", ".build-killed");
  mkdirSync(unfinished);
  writeFileSync(join(unfinished, "extension.js"), "half a buil");
  const files = listTarball(checkout)
    .map((path) => path.replace(/-[A-Z0-9]{8}\.js$/, "-HASH.js"))
    .map((path) => path.replace(/^docs\/[\w.-]+\.md$/, "docs/*.md"))
    .map((path) => path.replace(/^(dist\/testing\/types)\/.*\.d\.ts$/, "$1/*.d.ts"));
  expect([...new Set(files)].sort()).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "README.zh-CN.md",
    "config/config.example.jsonc",
    "config/config.schema.json",
    "dist/THIRD-PARTY-LICENSES.txt",
    "dist/api/api.d.ts",
    "dist/api/api.js",
    "dist/chunk-HASH.js",
    "dist/cli-HASH.js",
    "dist/cli.js",
    "dist/extension.js",
    "dist/lazy-HASH.js",
    "dist/testing/kit.js",
    "dist/testing/types/*.d.ts",
    "dist/visualizer.html",
    // What README and changelog lead to, for whoever reads them where it is installed.
    "docs/*.md",
    "docs/trace.schema.json",
    "package.json",
    // npm runs it for whoever installs the unpacked folder.
    "scripts/prepare.mjs",
  ]);
});

it("says beside the bundle that it is an ES module; without that Pi needs seconds to load it (docs/pi.md)", () => {
  const manifest = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  expect(manifest).toMatchObject({
    type: "module",
    keywords: expect.arrayContaining(["pi-package"]),
    pi: { extensions: ["./dist/extension.js"] },
  });
  // What Pi brings itself must not be installed a second time.
  expect(Object.keys(manifest.dependencies).filter((name) => name.startsWith("@earendil-works/"))).toEqual([]);
});
