/** Part of `npm run schema`: writes docs/trace.schema.json. A test fails while the file is not what this would write. */
import { writeFileSync } from "node:fs";
import { traceJsonSchema } from "./trace-schema.ts";

writeFileSync(new URL("../docs/trace.schema.json", import.meta.url), `${JSON.stringify(traceJsonSchema(), null, 2)}\n`);
