/** The JSON Schema of trace files, made from the schema that reads them. */
import * as z from "zod/mini";
import { traceSchema } from "../src/trace/trace-format.ts";

export function traceJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(traceSchema, { io: "input" });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "pi-notify trace",
    description: "What /notify export writes; docs/trace.md explains it.",
    ...schema,
  };
}
