const ANSWER = /^\x1bP>\|([\x20-\x7e]{1,100})\x1b\\$/;

/** What a terminal calls itself, if this raw input is its answer to the question (XTVERSION). */
export function terminalNameIn(data: string): string | undefined {
  return ANSWER.exec(data)?.[1];
}

/** What a terminal calls itself, and whether it was asked. */
export class TerminalName {
  #name: string | undefined;
  #isAsked = false;
  /** Takes the answer that is still to come when Pi ends, before the shell gets it. Absent where none is. */
  takeLate: (() => Promise<void>) | undefined;

  get(): string | undefined {
    return this.#name;
  }

  /** Call it right before the question. @returns false where the question was asked before, answered or not */
  isFirstQuestion(): boolean {
    const isFirst = !this.#isAsked;
    this.#isAsked = true;
    return isFirst;
  }

  /** Takes raw input. @returns what tells Pi that it was the terminal's answer, and no input of the user */
  readonly hear = (data: string): { consume: true } | undefined => {
    const name = terminalNameIn(data);
    if (name === undefined) return undefined;
    this.#name = name;
    this.takeLate = undefined;
    return { consume: true };
  };
}

const NAMES = new WeakMap<object, TerminalName>();

/** The same object in every session: `/new` calls the extension again, and the terminal stays the same. */
export function terminalNameOf(terminal: object): TerminalName {
  const name = NAMES.get(terminal) ?? new TerminalName();
  NAMES.set(terminal, name);
  return name;
}
