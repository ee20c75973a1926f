/**
 * The dynamic boundary: whatever Pi's start must not pay for is imported from here, as `#lazy`, when it is needed.
 * It comes in steps, so that a session loads only the parts that it needs: the configuration (zod) where there is a
 * file, the machines (XState) at the first event that can lead to a notification, undici at the first webhook.
 * Each command is a part of its own, imported as `#commands/NAME` by the table of commands.
 */
export { CHANNELS } from "./channels/registry.ts";
export { loadConfig } from "./config/load-config.ts";

export const importRuntime = () => import("./runtime/session-runtime.ts");
export const importDoctor = () => import("./commands/doctor/run-doctor.ts");
