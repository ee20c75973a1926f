/**
 * Loaded into Pi's process ahead of everything (`NODE_OPTIONS=--import=…`): the host has the name that the file
 * `RIG_HOST` holds as a JSON string, read anew at each question. A kernel takes no more than 64 bytes and no lone
 * surrogate, and takes even those only from root.
 */
import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

os.hostname = () => JSON.parse(readFileSync(process.env.RIG_HOST ?? "", "utf8"));
syncBuiltinESMExports();
