const ANSWER = /^\x1bP>\|([\x20-\x7e]{1,100})\x1b\\$/;

/** What a terminal calls itself, if this raw input is its answer to the question (XTVERSION). */
export function terminalNameIn(data: string): string | undefined {
  return ANSWER.exec(data)?.[1];
}
