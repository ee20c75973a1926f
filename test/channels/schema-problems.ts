import type { ZodMiniType } from "zod/mini";

/** What a schema says of a value: a line a problem, `path: message (unknown keys)`. */
export function schemaProblems(schema: ZodMiniType, value: unknown): string[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  return result.error.issues.map((issue) => {
    const keys = issue.code === "unrecognized_keys" ? ` (${issue.keys.join()})` : "";
    return `${issue.path.join(".")}: ${issue.message}${keys}`;
  });
}
