import { COMMANDS, type CommandArgument, type CommandRow, type DescriptionId } from "./commands.ts";

/** A command as the user typed it. */
export interface CommandLine {
  readonly row: CommandRow;
  readonly argument: string | undefined;
}

/** Reads the text after `/notify`. @returns undefined where it is no command */
export function readCommandLine(text: string): CommandLine | undefined {
  const [, name = "", argument = ""] = /^(\S*)\s*(.*)$/s.exec(text.trim()) ?? [];
  const row = name === "" ? COMMANDS[0] : COMMANDS.find((candidate) => candidate.name === name);
  if (row === undefined) return undefined;
  if (argument === "") return { row, argument: undefined };
  return row.arguments.some((one) => takes(one, argument)) ? { row, argument } : undefined;
}

function takes(argument: CommandArgument, text: string): boolean {
  switch (argument.kind) {
    case "word":
      return text === argument.word;
    case "value":
      return !/\s/.test(text);
    case "channel":
    case "rest":
      return true;
  }
}

/** What can stand after `/notify`, on one line: `status | test [channel] | …` */
export const USAGE = COMMANDS.map((row) => {
  const words = row.arguments.map(argumentText);
  return words.length === 0 ? row.name : `${row.name} [${words.join("|")}]`;
}).join(" | ");

/** One way to write a command, with its description. */
export interface CommandForm {
  /** Without what only the user can know: `test`, `visualize live`. */
  readonly text: string;
  /** With it: `test [channel]`, `visualize live`. */
  readonly usage: string;
  readonly description: DescriptionId;
}

/** Each command, and each of its fixed words, in the order of the table. */
export const COMMAND_FORMS: readonly CommandForm[] = COMMANDS.flatMap(({ name, description, arguments: all }) => {
  const open = all.filter(({ kind }) => kind !== "word").map(argumentText);
  const plain = { text: name, usage: open.length === 0 ? name : `${name} [${open.join("|")}]`, description };
  const words = all.flatMap((argument) => {
    if (argument.kind !== "word") return [];
    const text = `${name} ${argument.word}`;
    return [{ text, usage: text, description: argument.description }];
  });
  return [plain, ...words];
});

function argumentText(argument: CommandArgument): string {
  switch (argument.kind) {
    case "word":
      return argument.word;
    case "channel":
      return "channel";
    case "value":
    case "rest":
      return argument.name;
  }
}
