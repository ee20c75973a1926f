#!/usr/bin/env node
import { homedir } from "node:os";
import { parseArgs } from "node:util";
import { resolveLanguage } from "./content/language.ts";
import type { programMessages } from "./messages/program.messages.ts";

const language = resolveLanguage("auto", process.env);

type Arguments = { readonly command: "help" | "doctor" } | { readonly command: "trace"; readonly file: string };

process.exitCode = await run(process.argv.slice(2));

/**
 * The command line.
 * @returns the exit code: 1 for a file that cannot be read, or where the doctor has found a problem; 2 for wrong arguments
 */
async function run(args: readonly string[]): Promise<number> {
  const given = readArguments(args);
  switch (given?.command) {
    case undefined:
      return print("stderr", await say("usage"), 2);
    case "help":
      return print("stdout", await say("usage"), 0);
    case "doctor":
      return doctor();
    case "trace": {
      const { traceText } = await import("./cli/trace-text.ts");
      const { text, isTrace } = await traceText(given.file, language);
      return isTrace ? print("stdout", text, 0) : print("stderr", `pi-notify-xstate: ${text}`, 1);
    }
  }
}

/** The same as `/notify doctor`, from the code that Pi loads as well. */
async function doctor(): Promise<number> {
  const [homeDir, cwd] = [orNone(homedir), orNone(process.cwd)];
  if (cwd === undefined) return print("stderr", await say("folderGone"), 1);
  if (homeDir === undefined) return print("stderr", await say("noHome"), 1);
  const { importDoctor } = await import("#lazy");
  const { examine, reportLines } = await importDoctor();
  const report = await examine({
    ...{ env: process.env, platform: process.platform, homeDir, cwd, pid: process.pid },
    isProjectTrusted: "unasked",
    signal: new AbortController().signal,
  });
  const isWrong = report.findings.some(({ verdict }) => verdict === "problem");
  return print("stdout", reportLines(report).join("\n"), isWrong ? 1 : 0);
}

/** The program's own sentences are loaded where there is one to say. */
async function say(id: keyof typeof programMessages): Promise<string> {
  const [{ inLanguage }, { programMessages: sentences }] = await Promise.all([
    import("./messages/define-messages.ts"),
    import("./messages/program.messages.ts"),
  ]);
  return inLanguage(sentences, language)(id);
}

/** Of what Node throws for: a current folder that was deleted, a user without a home. */
function orNone(ask: () => string): string | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

function readArguments(args: readonly string[]): Arguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { help: { type: "boolean", short: "h", default: false } },
      allowPositionals: true,
    });
    const [command, file, ...rest] = positionals;
    if (values.help) return { command: "help" };
    if (command === "doctor" && file === undefined) return { command };
    return command === "trace" && file !== undefined && rest.length === 0 ? { command, file } : undefined;
  } catch {
    return undefined;
  }
}

function print(stream: "stdout" | "stderr", text: string, code: number): number {
  // A reader of only the first lines, such as `head`, closes the pipe.
  process[stream].on("error", () => process.exit(code));
  process[stream].write(`${text}\n`);
  return code;
}
