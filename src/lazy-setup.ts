/** What only `/notify setup` needs: its questions, a differ and a QR encoder. */
export { runSetup } from "./commands/setup/run-setup.ts";
export { testWritten } from "./commands/setup/test-written.ts";
