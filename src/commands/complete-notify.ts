/** What Pi's editor shows while the user types the command. */
export interface Completion {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

const SUBCOMMANDS: readonly Completion[] = [
  { value: "status", label: "status", description: "What was detected, and each channel's last outcome" },
  { value: "test", label: "test", description: "Send a real notice through every channel, or through the one named" },
];

/** Completes the subcommand of `/notify`, then the channel of `test` (SPEC 10). */
export function completeNotify(prefix: string, channelIds: readonly string[]): Completion[] {
  const test = /^test\s+(\S*)$/.exec(prefix);
  if (test === null) return SUBCOMMANDS.filter(({ value }) => value.startsWith(prefix));
  return channelIds.filter((id) => id.startsWith(test[1] ?? "")).map((id) => ({ value: `test ${id}`, label: id }));
}
