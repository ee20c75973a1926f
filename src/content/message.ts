/** What a channel may say, already sanitised by the text rules (R20). */
export interface Message {
  readonly title: string;
  /** The body, line by line, in the order of R19; a first line equal to the title is already left out. */
  readonly lines: readonly string[];
  /** The single values for templates; an absent or switched-off value is the empty string. */
  readonly fields: MessageFields;
}

export interface MessageFields {
  readonly label: string;
  readonly project: string;
  readonly session: string;
  readonly host: string;
  readonly location: string;
  /** Seconds, human readable, as in the line of the body. */
  readonly duration: string;
}
