import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { BIN_FOLDER } from "../rig/clean-environment.ts";
import { makeScratchFolder } from "../rig/scratch-folder.ts";
import { makeBuiltCheckout } from "./checkout-copy.ts";
import { itWithRegistry } from "./needs-registry.ts";
import { npmSettings } from "./npm-settings.ts";
import { packTarball } from "./pack.ts";

const EXAMPLE = fileURLToPath(new URL("../../examples/testing", import.meta.url));
const INSTALLED = join(BIN_FOLDER, "..");
/** What the package depends on, and what an author has beside it. */
const DEPENDENCIES = ["xstate", "zod", "undici"];
const AUTHORS_OWN = ["@earendil-works/pi-coding-agent", "@types/node", "undici-types", "typescript"];

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
    unpackInto(author);
    expect(runTests(author)).toMatch(/^# pass 5$/m);
  });

  itWithRegistry("installed by npm", async () => {
    const author = authorsPackage("installed", []);
    const env = { ...process.env, ...npmSettings() };
    const args = ["install", "--no-audit", "--no-fund", "--omit=peer", tarball, "xstate@5"];
    execFileSync("npm", args, { cwd: author, env, stdio: "pipe" });
    expect(runTests(author)).toMatch(/^# pass 5$/m);
  });

  it.each([
    { module: "nodenext", moduleResolution: "nodenext" },
    { module: "esnext", moduleResolution: "bundler" },
  ])("and its types fit: $moduleResolution", (resolution) => {
    const author = authorsPackage(resolution.moduleResolution, [...DEPENDENCIES, ...AUTHORS_OWN]);
    unpackInto(author);
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

/** A folder with the example and links to these packages of this checkout. */
function authorsPackage(name: string, packages: readonly string[]): string {
  const folder = join(scratch.path, name);
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "author", private: true, type: "module" }));
  for (const file of globSync("*.ts", { cwd: EXAMPLE })) cpSync(join(EXAMPLE, file), join(folder, file));
  for (const wanted of packages) {
    const link = join(folder, "node_modules", wanted);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(INSTALLED, wanted), link);
  }
  return folder;
}

/** Where npm would put it. */
function unpackInto(folder: string): void {
  const place = join(folder, "node_modules", "pi-notify-xstate");
  mkdirSync(place);
  execFileSync("tar", ["-xzf", tarball, "-C", place, "--strip-components=1"]);
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

/** What the compiler says of the author's files, a line each. */
function typeErrors(folder: string, resolution: object): string[] {
  const compilerOptions = {
    ...resolution,
    ...{ target: "es2023", lib: ["es2023"], types: ["node"], strict: true, noEmit: true, skipLibCheck: true },
    ...{ allowImportingTsExtensions: true, verbatimModuleSyntax: true },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  return tsc(folder)
    .split("\n")
    .filter((line) => /error TS\d+/.test(line));
}

function tsc(folder: string): string {
  try {
    return execFileSync(join(BIN_FOLDER, "tsc"), ["-p", folder, "--pretty", "false"], {
      cwd: folder,
      encoding: "utf8",
      stdio: "pipe",
    });
  } catch (error) {
    if (error instanceof Error && "stdout" in error) return String(error.stdout);
    throw error;
  }
}
