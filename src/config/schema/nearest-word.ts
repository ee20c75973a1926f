import { closestMatch } from "leven";
import type { ConfigMessage } from "../../messages/config.messages.ts";

/** Longer words are not worth a comparison. */
const LONGEST_WORD = 64;

/**
 * The known word that somebody probably meant, in any letter case. Two typing errors are near enough, which is also
 * what two letters in the wrong order count; a short word has one, a long word one in three letters.
 */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  if (word === "" || word.length > LONGEST_WORD) return undefined;
  const maxDistance = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
  const match = closestMatch(
    word.toLowerCase(),
    known.map((candidate) => candidate.toLowerCase()),
    { maxDistance },
  );
  return known.find((candidate) => candidate.toLowerCase() === match);
}

/** The same with the known word that was probably meant. The word that was written is never shown. */
export function withNearestWord(what: ConfigMessage, word: string, known: readonly string[]): ConfigMessage {
  const nearest = nearestWord(word, known);
  return nearest === undefined ? what : { id: "didYouMean", values: { what, word: nearest } };
}
