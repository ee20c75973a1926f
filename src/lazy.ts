/**
 * Everything that Pi's start must not pay for, behind one dynamic import: XState, zod and the machines.
 * undici waits behind a further one, in the HTTP client.
 */
export { CHANNELS } from "./channels/registry.ts";
export { runNotifyCommand } from "./commands/notify-command.ts";
export { loadConfig } from "./config/load-config.ts";
export { startSessionRuntime } from "./session-runtime.ts";
