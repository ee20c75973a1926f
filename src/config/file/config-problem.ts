import type { ConfigMessage } from "../../messages/config.messages.ts";
import type { KeyPath } from "./key-path.ts";

/** Something wrong at one place of the file, before it has become a line (R17). */
export interface ConfigProblem {
  readonly offset: number;
  readonly path: KeyPath;
  /** Follows the key's name, says what is wrong and what to write instead; holds no value (R15). */
  readonly what: ConfigMessage;
  /** The environment lacks a variable, and nothing else is wrong. */
  readonly unset?: boolean;
  /** What happens now, where that is not obvious. */
  readonly effect?: ConfigMessage;
}

/** A string whose references to the environment cannot be resolved. */
export interface ExpansionProblem extends ConfigProblem {
  /** Whether it is right in itself and only a variable is not set. */
  readonly unset: boolean;
}

export type ReportProblem = (problem: ConfigProblem) => void;
