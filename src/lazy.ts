/**
 * Everything that Pi's start must not pay for, behind one dynamic import. It comes in steps, so that a session
 * loads only what it has come to: the configuration (zod) where there is a file, the machines (XState) at the first
 * event that can lead to a notice, undici at the first webhook.
 */
export { CHANNELS } from "./channels/registry.ts";
export { loadConfig } from "./config/load-config.ts";
export { approveProject, withdrawProject } from "./config/project/approve-project.ts";

export const importRuntime = () => import("./lazy-runtime.ts");
export const importSetup = () => import("./lazy-setup.ts");
export const importDoctor = () => import("./lazy-doctor.ts");
