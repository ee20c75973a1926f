/** One thing in the configuration that is not as it should be, told in one line (R17). */
export interface ConfigWarning {
  /** `config.json:12:5: channels[0].enabled: …`; holds no value from the file and no folder (R15). */
  readonly text: string;
  /** The name of the file that it is about. */
  readonly file: string;
  /**
   * `unset-variable`: right in itself, and the environment lacks a variable; `file`: no editor helps with the file;
   * `unapproved`: no fault, it waits for the user's word.
   */
  readonly cause?: "unset-variable" | "file" | "unapproved";
  /** From 1; absent when it concerns the file as a whole. */
  readonly line?: number;
  /** From 1, in UTF-16 units, as editors count; absent together with `line`. */
  readonly column?: number;
}
