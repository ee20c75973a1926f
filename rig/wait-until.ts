/** Waiting for evidence, as the kit offers it to others. */
export { DEADLINE_MS, waitUntil } from "../src/testing/wait-until.ts";
