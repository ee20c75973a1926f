/** The largest of ascending numbers that is not above a limit, by bisection. */
export function lastAtOrBefore(numbers: readonly number[], limit: number): number | undefined {
  return numbers[countUpTo(numbers, limit) - 1];
}

/** How many of ascending numbers are not above a limit. */
export function countUpTo(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
