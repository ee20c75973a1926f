/** An object of unknown things, as JSON, another extension or a library hands it over. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Whether a value is an object with keys: neither null nor an array. */
export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The code that Node and its libraries put on an error, such as `ENOENT`; undefined where there is none. */
export function errorCodeOf(error: unknown): string | undefined {
  return isRecord(error) && typeof error.code === "string" ? error.code : undefined;
}

/** The object that a JSON text holds; undefined where the text is not JSON, or holds anything else. */
export function parseRecord(json: string): UnknownRecord | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
