/** What only those ask for who want to see what happened: stories in words, and the file. */
export { exportLines } from "./commands/export/export.ts";
export { whyLines } from "./commands/why/why.ts";
