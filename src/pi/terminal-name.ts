const ANSWER = /^\x1bP>\|([\x20-\x7e]{1,100})\x1b\\$/;

/** What a terminal calls itself, if this raw input is its answer to the question (XTVERSION). */
export function terminalNameIn(data: string): string | undefined {
  return ANSWER.exec(data)?.[1];
}

/** The name that Pi's terminal has answered with. It is the same for every session of this Pi. */
export class TerminalName {
  #name: string | undefined;

  get(): string | undefined {
    return this.#name;
  }

  /** Takes raw input. @returns what tells Pi that it was the terminal's answer, and no input of the user */
  readonly hear = (data: string): { consume: true } | undefined => {
    const name = terminalNameIn(data);
    if (name === undefined) return undefined;
    this.#name = name;
    return { consume: true };
  };
}
