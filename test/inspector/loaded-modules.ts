/**
 * A session with one run, told on the bell, in a process of its own: prints as JSON every module that was loaded for it.
 * The environment says what it says.
 */
import { registerHooks } from "node:module";
import { PassThrough } from "node:stream";

const loaded: string[] = [];
registerHooks({
  load(url, context, nextLoad) {
    loaded.push(url);
    return nextLoad(url, context);
  },
});

const { startSessionRuntime } = await import("../../src/runtime/session-runtime.ts");
const { DEFAULT_CONFIG } = await import("../../src/config/config.ts");
const said: string[] = [];
const runtime = startSessionRuntime({
  sessionKey: "key",
  mode: "tui",
  config: DEFAULT_CONFIG,
  env: { PI_NOTIFY_INSPECT: process.env.PI_NOTIFY_INSPECT },
  session: () => ({ cwd: "/nowhere", host: "host", sessionId: "session" }),
  terminal: new PassThrough(),
  onFault: () => said.push("fault"),
  tell: (text) => said.push(text),
});
const told = new Promise<void>((resolve) => runtime.onOutcome(({ channelId }) => channelId === "bell" && resolve()));
runtime.send({ type: "run.started", at: 1 });
runtime.send({ type: "run.settled", at: 2 });
await told;
runtime.send({ type: "session.ended" });
await runtime.closed;
process.once("exit", () => console.log(JSON.stringify({ loaded, said })));
