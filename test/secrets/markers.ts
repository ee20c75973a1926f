import { createHash } from "node:crypto";

/** Begins every marker, so that a cut one is found too. */
const SIGN = "x5ecret";

/** 30 letters and digits, the length of the keys that have a fixed one. */
const LENGTH = 30;

/** Markers that have been given out, and where each stands. */
export class Markers {
  readonly #places = new Map<string, string>();

  /** The marker of a place; the same place has always the same. */
  at(place: string): string {
    const marker =
      SIGN +
      createHash("sha256")
        .update(place)
        .digest("hex")
        .slice(0, LENGTH - SIGN.length);
    this.#places.set(marker, place);
    return marker;
  }

  /** Counts a text that cannot be chosen among the markers. */
  add(place: string, text: string): void {
    this.#places.set(text.toLowerCase(), place);
  }

  /** The places whose markers stand in a text, whatever its letter case, in the clear or in base64; each once. */
  placesIn(text: string): readonly string[] {
    const searched = text.toLowerCase();
    const decoded = base64TextsIn(text).join("\n").toLowerCase();
    const found = [...this.#places].filter(([marker]) => searched.includes(marker) || decoded.includes(marker));
    if (found.length > 0) return found.map(([, place]) => place);
    return searched.includes(SIGN) || decoded.includes(SIGN) ? ["some place, cut"] : [];
  }
}

/** What a text would read if each of its long words were base64, at each of the places where one may begin. */
function base64TextsIn(text: string): string[] {
  const words = text.match(/[A-Za-z0-9+/_-]{12,}/g) ?? [];
  return words.flatMap((word) =>
    [0, 1, 2, 3].map((start) => Buffer.from(word.slice(start), "base64").toString("latin1")),
  );
}
