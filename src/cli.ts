#!/usr/bin/env node
import { parseArgs } from "node:util";

const USAGE = `Usage: pi-notify-xstate trace FILE

  trace FILE   tells what stands in a trace file that /notify export has written`;

process.exitCode = await run(process.argv.slice(2));

/** The command line. @returns the exit code: 1 for a file that cannot be read, 2 for wrong arguments */
async function run(args: readonly string[]): Promise<number> {
  const given = readArguments(args);
  if (given === undefined) return print("stderr", USAGE, 2);
  if (given.help) return print("stdout", USAGE, 0);
  const { traceText } = await import("./cli/trace-text.ts");
  const { text, isTrace } = await traceText(given.file);
  return isTrace ? print("stdout", text, 0) : print("stderr", `pi-notify-xstate: ${text}`, 1);
}

function readArguments(args: readonly string[]): { file: string; help: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { help: { type: "boolean", short: "h", default: false } },
      allowPositionals: true,
    });
    const [command, file, ...rest] = positionals;
    if (values.help) return { file: "", help: true };
    return command === "trace" && file !== undefined && rest.length === 0 ? { file, help: false } : undefined;
  } catch {
    return undefined;
  }
}

function print(stream: "stdout" | "stderr", text: string, code: number): number {
  // Whoever reads the first lines only, as `head` does, closes the pipe.
  process[stream].on("error", () => process.exit(code));
  process[stream].write(`${text}\n`);
  return code;
}
