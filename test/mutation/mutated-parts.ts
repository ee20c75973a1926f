/** A folder whose mistakes have to be noticed, and the tests that have to notice them: fast ones, without a real Pi. */
export interface MutatedPart {
  /** Also the name of its row in the table. What lies deeper is a part of its own. */
  readonly folder: string;
  /** Names of the files in it that are mutated; all of them unless it says otherwise. */
  readonly files?: readonly string[];
  /** Globs without a comma. */
  readonly tests: readonly string[];
}

export const MUTATED_PARTS: readonly MutatedPart[] = [
  { folder: "src/content", tests: ["test/content/*.test.ts"] },
  {
    folder: "src/channels",
    // What every channel that posts has in common; the rest of the folder tells of channels and checks nothing.
    files: ["http-address.ts", "check-reply.ts", "post-once.ts"],
    tests: ["test/channels/webhook*.test.ts", "test/channels/ntfy*.test.ts", "test/channels/presets/replies.test.ts"],
  },
  { folder: "src/channels/bell", tests: ["test/channels/bell.test.ts"] },
  { folder: "src/channels/osc", tests: ["test/channels/osc-*.test.ts"] },
  {
    folder: "src/channels/desktop",
    // What text and arguments the program of each platform gets.
    files: ["desktop-here.ts", "desktop-text.ts", "notify-send.ts", "osascript.ts", "powershell-toast.ts"],
    tests: ["test/channels/desktop.test.ts"],
  },
  {
    folder: "src/channels/webhook",
    tests: [
      "test/channels/webhook*.test.ts",
      "test/channels/presets/*.test.ts",
      // What a channel says of its configuration is believed there.
      "test/config/environment-in-template.test.ts",
      "test/config/project-overlay.test.ts",
      "test/adapters/http/warm-up.test.ts",
    ],
  },
  {
    folder: "src/channels/webhook/presets",
    tests: [
      "test/channels/webhook-presets.test.ts",
      "test/channels/webhook-schema.test.ts",
      "test/channels/presets/*.test.ts",
    ],
  },
  {
    folder: "src/machines",
    tests: ["test/machines/*.test.ts", "test/model/regressions.test.ts"],
  },
];

/** Lowest share of mutants that a folder's tests notice, in percent. */
export const MINIMUM_SCORE = 90;
