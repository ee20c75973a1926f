/** The second step of `lazy.ts`: the machines and what talks to them. */
export { runNotifyCommand } from "./commands/notify-command.ts";
export { startSessionRuntime } from "./runtime/session-runtime.ts";
