/** What a message may tell, line by line (R19). The options are independent of each other. */
export interface ContentOptions {
  /** Last part of the working directory. */
  readonly project: boolean;
  /** Pi's session name, when the user gave one. */
  readonly session: boolean;
  readonly host: boolean;
  /** Where in tmux; outside tmux there is no such line. */
  readonly location: boolean;
  /** How long the run took. */
  readonly duration: boolean;
  /** The dialog's title. */
  readonly promptTitle: boolean;
  /** The whole working directory. */
  readonly fullPath: boolean;
  /** tmux ids and the first part of Pi's session id. */
  readonly details: boolean;
}

export const DEFAULT_CONTENT: ContentOptions = {
  project: true,
  session: true,
  host: true,
  location: true,
  duration: false,
  promptTitle: false,
  fullPath: false,
  details: false,
};
