import type { Sentence } from "../messages/define-messages.ts";

/** What one key of the configuration is for, in a line of each language: for editors and for the documents. */
export type KeyNote = Sentence;

/** Notes by key; one inside another is written with a dot, and `*` stands for any key: `eventOptions.*.icon`. */
export type KeyNotes = Readonly<Record<string, KeyNote>>;
