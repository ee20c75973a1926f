/** `npm run schema`: writes config/config.schema.json. A test fails while the file is not what this would write. */
import { writeFileSync } from "node:fs";
import { configSchema } from "./config-schema.ts";

writeFileSync(new URL("../config/config.schema.json", import.meta.url), `${JSON.stringify(configSchema(), null, 2)}\n`);
