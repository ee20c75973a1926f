import { execFileSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { BIN_FOLDER } from "../../rig/clean-environment.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import {
  AUTHORS_OWN,
  copyExamples,
  makeAuthorsPackage,
  RESOLUTIONS,
  typeErrors,
  unpackInto,
} from "./authors-package.ts";
import { makeBuiltCheckout } from "./checkout-copy.ts";
import { itWithRegistry } from "./needs-registry.ts";
import { npmSettings } from "./npm-settings.ts";
import { packTarball } from "./pack.ts";

/** What the package depends on. */
const DEPENDENCIES = ["xstate", "zod", "undici"];

/** Two lines with one fault each. */
const WRONG = `import { FakePi, type PiNotifyUnderTest } from "pi-notify-xstate/testing";
new FakePi().prompt(1);
export const isTold = (it: PiNotifyUnderTest) => it.notices.some(({ event }) => event === "no-such-event");
`;
const WRONG_LINES = ["wrong.test.ts", "wrong.test.ts"];

const scratch = makeScratchFolder();
let tarball: string;

beforeAll(() => {
  const checkout = join(scratch.path, "pi-notify");
  makeBuiltCheckout(checkout);
  tarball = packTarball(checkout, scratch.path);
  return () => scratch[Symbol.asyncDispose]();
});

describe("an author's package with the packed tarball in it runs the example of the documentation", () => {
  it("unpacked where npm would put it, with its dependencies beside it", () => {
    const author = authorsPackage("unpacked", [...DEPENDENCIES, ...AUTHORS_OWN]);
    unpackInto(author, tarball);
    expect(runTests(author)).toMatch(/^# pass 5$/m);
  });

  itWithRegistry("installed by npm", async () => {
    const author = authorsPackage("installed", []);
    const env = { ...process.env, ...npmSettings() };
    const args = ["install", "--no-audit", "--no-fund", "--omit=peer", tarball, "xstate@5"];
    execFileSync("npm", args, { cwd: author, env, stdio: "pipe" });
    expect(runTests(author)).toMatch(/^# pass 5$/m);
  });

  it.each(RESOLUTIONS)("and its types fit: $moduleResolution", (resolution) => {
    const author = authorsPackage(resolution.moduleResolution, [...DEPENDENCIES, ...AUTHORS_OWN]);
    unpackInto(author, tarball);
    // A check that finds nothing wrong has to find what is wrong.
    writeFileSync(join(author, "wrong.test.ts"), WRONG);
    expect(typeErrors(author, resolution).map((line) => line.replace(/\(.*/s, ""))).toEqual(WRONG_LINES);
  });

  it("and its declarations name no package but Node, XState and Pi", () => {
    const author = authorsPackage("declarations", []);
    execFileSync("tar", ["-xzf", tarball, "-C", author]);
    const declarations = globSync("package/dist/testing/types/**/*.d.ts", { cwd: author });
    const named = declarations
      .map((file) => readFileSync(join(author, file), "utf8"))
      .flatMap((text) => [...text.matchAll(/(?:from |import\()"([^".][^"]*)"/g)].map(([, name]) => name));
    expect([...new Set(named)].sort()).toEqual(["@earendil-works/pi-coding-agent", "node:events", "xstate"]);
  });
});

/** A package with these packages of this checkout and the example. */
function authorsPackage(name: string, packages: readonly string[]): string {
  const folder = makeAuthorsPackage(join(scratch.path, name), packages);
  copyExamples("testing", folder);
  return folder;
}

/** @returns what `node --test` said; throws with it when a test failed */
function runTests(folder: string): string {
  const files = globSync("*.test.ts", { cwd: folder });
  const args = ["--test", "--test-reporter=tap", ...files];
  // Told by its runner that it is one of the runner's children, Node would report in another form.
  const { NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...env } = process.env;
  // The example starts the real Pi.
  const PATH = [BIN_FOLDER, env.PATH].join(delimiter);
  const options = { cwd: folder, env: { ...env, PATH }, encoding: "utf8", stdio: "pipe" } as const;
  return execFileSync(join(BIN_FOLDER, "node"), args, options);
}
