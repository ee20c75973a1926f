import { CHANNELS } from "../../channels/registry.ts";
import { parseConfig } from "../../config/parse-config.ts";
import { type SessionRuntimeOptions, startSessionRuntime } from "../../runtime/session-runtime.ts";
import { testLines } from "../test/test.ts";

/**
 * `/notify test` for a configuration that is not in force yet: with machines of its own, which end with it.
 * @param signal aborted when the session ends meanwhile
 * @returns a line a channel with its outcome
 */
export async function testWritten(
  text: string,
  options: Omit<SessionRuntimeOptions, "config">,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { config } = parseConfig(text, { file: "", env: options.env, channels: CHANNELS });
  const runtime = startSessionRuntime({ ...options, config });
  const end = () => runtime.send({ type: "session.ended" });
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  const lines = await testLines(runtime, undefined);
  signal.removeEventListener("abort", end);
  end();
  await runtime.closed;
  return lines;
}
