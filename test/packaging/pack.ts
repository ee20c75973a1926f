import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { npmSettings } from "./npm-settings.ts";

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Runs `npm pack` in a checkout. @returns the tarball's path */
export function packTarball(checkout: string, to: string): string {
  return join(to, pack(checkout, "--pack-destination", to).filename);
}

/** The files that `npm pack` would put into the tarball, by path. */
export function listTarball(checkout: string): string[] {
  return pack(checkout, "--dry-run").files.map(({ path }) => path);
}

function pack(checkout: string, ...args: readonly string[]): Packed {
  const env = { ...process.env, ...npmSettings() };
  const said = execFileSync("npm", ["pack", "--json", ...args], {
    cwd: checkout,
    env,
    stdio: "pipe",
    encoding: "utf8",
  });
  const [packed]: Packed[] = JSON.parse(said);
  if (packed === undefined) throw new Error(`npm pack said: ${said}`);
  return packed;
}
