import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BIN_FOLDER } from "../../rig/clean-environment.ts";

const EXAMPLES = fileURLToPath(new URL("../../examples", import.meta.url));
const INSTALLED = join(BIN_FOLDER, "..");

/** What an author of extensions has beside this package. */
export const AUTHORS_OWN = ["@earendil-works/pi-coding-agent", "@types/node", "undici-types", "typescript"];

/** The two ways in which authors' compilers find what a package exports. */
export const RESOLUTIONS = [
  { module: "nodenext", moduleResolution: "nodenext" },
  { module: "esnext", moduleResolution: "bundler" },
] as const;

/** Makes a new folder into an author's package: links to these packages of this checkout and nothing else. */
export function makeAuthorsPackage(folder: string, packages: readonly string[]): string {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "author", private: true, type: "module" }));
  for (const wanted of packages) {
    const link = join(folder, "node_modules", wanted);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(INSTALLED, wanted), link);
  }
  return folder;
}

/** Copies the TypeScript files of a folder under examples/. */
export function copyExamples(name: string, folder: string): void {
  const from = join(EXAMPLES, name);
  for (const file of globSync("*.ts", { cwd: from })) cpSync(join(from, file), join(folder, file));
}

/** Puts a packed tarball of this package where npm would put it. */
export function unpackInto(folder: string, tarball: string): void {
  const place = join(folder, "node_modules", "pi-notify-xstate");
  mkdirSync(place);
  execFileSync("tar", ["-xzf", tarball, "-C", place, "--strip-components=1"]);
}

/**
 * What the compiler, strict, says of the author's files, a line each.
 * @param options `compilerOptions`: one of {@link RESOLUTIONS}, and more where a test is stricter
 */
export function typeErrors(folder: string, options: (typeof RESOLUTIONS)[number]): string[] {
  const compilerOptions = {
    ...{ target: "es2023", lib: ["es2023"], types: ["node"], strict: true, noEmit: true, skipLibCheck: true },
    ...{ allowImportingTsExtensions: true, verbatimModuleSyntax: true },
    ...options,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  return tsc(folder)
    .split("\n")
    .filter((line) => /error TS\d+/.test(line));
}

function tsc(folder: string): string {
  const args = ["-p", folder, "--pretty", "false"];
  try {
    return execFileSync(join(BIN_FOLDER, "tsc"), args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    if (error instanceof Error && "stdout" in error) return String(error.stdout);
    throw error;
  }
}
