/** A process that has nothing to do but tell an inspector, and goes on until its standard input ends. */
import { inspectLate } from "../../src/inspector/late-inspector.ts";

inspectLate({ port: Number(process.argv[2]), language: "en", tell: (text) => console.error(text) });
process.stdin.resume();
