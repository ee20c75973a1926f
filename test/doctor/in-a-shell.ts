import { spawn } from "node:child_process";

export interface Typed {
  readonly code: number | null;
  /** Both streams of the shell. */
  readonly output: string;
  /** The environment of the shell afterwards, which the next Pi started from it gets. */
  readonly env: Readonly<Record<string, string>>;
}

/** Types lines into a real shell, as a person pastes them, and stops at the first that fails. */
export function typeIntoShell(
  lines: readonly string[],
  {
    env,
    cwd,
    shell = "sh",
  }: { readonly env: Readonly<Record<string, string>>; readonly cwd: string; readonly shell?: "sh" | "bash" },
): Promise<Typed> {
  const child = spawn(shell, ["-e"], { env, cwd, stdio: ["pipe", "pipe", "pipe", "pipe"] });
  let output = "";
  let after = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  child.stdio[3]?.on("data", (chunk) => (after += String(chunk)));
  child.stdin?.end(`${[...lines, "PATH=$PATH:/usr/bin:/bin env -0 >&3"].join("\n")}\n`);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      const pairs = after
        .split("\0")
        .filter(Boolean)
        .map((line) => /^([^=]*)=([\s\S]*)$/.exec(line) ?? []);
      const left = Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value]));
      resolve({ code, output, env: left.PATH === undefined ? left : { ...left, PATH: env.PATH ?? "" } });
    });
  });
}
