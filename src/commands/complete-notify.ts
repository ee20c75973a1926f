/** What Pi's editor shows while the user types the command. */
export interface Completion {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

const SUBCOMMANDS: readonly Completion[] = [
  { value: "status", label: "status", description: "What was detected, and each channel's last outcome" },
  { value: "test", label: "test", description: "Send a real notice through every channel, or through the one named" },
  { value: "doctor", label: "doctor", description: "What is wrong here, what follows from it, and what to type" },
  { value: "config", label: "config", description: "Which files count, and every value in force, without secrets" },
  { value: "why", label: "why", description: "What became of the last runs and dialogs, step by step, and why" },
  { value: "export", label: "export", description: "Write this session's trace to a JSON file" },
  {
    value: "visualize",
    label: "visualize",
    description: "Write a page that shows the statecharts and replays this session",
  },
  {
    value: "visualize live",
    label: "visualize live",
    description: "The same, and follow this session in a browser here",
  },
  { value: "setup", label: "setup", description: "Choose language and channels, and see a test arrive" },
  { value: "trust", label: "trust", description: "Show what this project's file would change, and approve it" },
  { value: "trust off", label: "trust off", description: "Take the approval of this project's file back" },
];

/** What can stand after `/notify`, on one line. */
export const USAGE =
  "status | test [channel] | doctor | config | why [n] | export [file] | visualize [live] | setup | trust [off]";

/**
 * Completes the subcommand of `/notify`, then the channel of `test` (R40).
 * A text that is complete gets no offer: while one is open, Pi's editor takes Enter for accepting it and does not run
 * the command.
 */
export function completeNotify(prefix: string, channelIds: readonly string[]): Completion[] {
  const test = /^test\s+(\S*)$/.exec(prefix);
  const words = test === null ? SUBCOMMANDS : channelIds.map((id) => ({ value: `test ${id}`, label: id }));
  const typed = test === null ? prefix : `test ${test[1] ?? ""}`;
  if (words.some(({ value }) => value === typed)) return [];
  return words.filter(({ value }) => value.startsWith(typed));
}
