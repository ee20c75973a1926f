/** The middle of many measurements; the quarters above and below tell how noisy the machine was. */
export interface Spread {
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
}

/** @param scale 1 rounds to whole numbers, 1000 to thousandths */
export function spread(values: readonly number[], scale: number): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const below = sorted[Math.floor(place)] ?? Number.NaN;
    const above = sorted[Math.ceil(place)] ?? below;
    return Math.round((below + (above - below) * (place % 1)) * scale) / scale;
  };
  return { q1: at(0.25), median: at(0.5), q3: at(0.75) };
}

/** The same items, the first `by` of them at the end. */
export function rotate<T>(items: readonly T[], by: number): readonly T[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
