import type { commandMessages } from "../messages/commands.messages.ts";
import type { CommandModule } from "./command.ts";

/** The id of the sentence that describes a command, or one of its words. */
export type DescriptionId = Exclude<keyof typeof commandMessages, "notify" | "usage">;

/** What may follow a command's name. */
export type CommandArgument =
  /** This very word, which completion offers as well. */
  | { readonly kind: "word"; readonly word: string; readonly description: DescriptionId }
  /** A channel's id; completion offers those of the session. */
  | { readonly kind: "channel" }
  /** Any one word. */
  | { readonly kind: "value"; readonly name: string }
  /** All the rest of the line, blanks included. */
  | { readonly kind: "rest"; readonly name: string };

export interface CommandRow {
  readonly name: string;
  /** One of these may follow the name, or nothing. */
  readonly arguments: readonly CommandArgument[];
  readonly description: DescriptionId;
  readonly load: () => Promise<CommandModule>;
}

/**
 * Every `/notify` command. Dispatch, usage, completion and the tables in the READMEs come from here.
 * The first one runs where only `/notify` is typed. Pi's start loads this file, and none of the commands.
 */
export const COMMANDS: readonly [CommandRow, ...CommandRow[]] = [
  { name: "status", arguments: [], description: "status", load: () => import("#commands/status") },
  { name: "test", arguments: [{ kind: "channel" }], description: "test", load: () => import("#commands/test") },
  { name: "doctor", arguments: [], description: "doctor", load: () => import("#commands/doctor") },
  { name: "config", arguments: [], description: "config", load: () => import("#commands/config") },
  { name: "why", arguments: [{ kind: "value", name: "n" }], description: "why", load: () => import("#commands/why") },
  {
    name: "export",
    arguments: [{ kind: "rest", name: "file" }],
    description: "export",
    load: () => import("#commands/export"),
  },
  {
    name: "visualize",
    arguments: [{ kind: "word", word: "live", description: "visualize live" }],
    description: "visualize",
    load: () => import("#commands/visualize"),
  },
  { name: "setup", arguments: [], description: "setup", load: () => import("#commands/setup") },
  {
    name: "trust",
    arguments: [
      { kind: "word", word: "yes", description: "trust yes" },
      { kind: "word", word: "off", description: "trust off" },
    ],
    description: "trust",
    load: () => import("#commands/trust"),
  },
];
