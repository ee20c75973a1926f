/** A search ends by itself; this only ends one that hangs. Milliseconds, for two cores that have other work too. */
export const SEARCH_LIMIT_MS = 300_000;
