import { FakePi } from "../src/testing/fake-pi.ts";
import { HANG_LIMIT_MS, within } from "./within.ts";

/**
 * A fake Pi with a limit: where a handler or a command hangs, the test fails within seconds and names
 * it. Pi itself would wait.
 */
export class LimitedPi extends FakePi {
  override emit(type: string, event?: Record<string, unknown>): Promise<void> {
    const detail = typeof event?.reason === "string" ? ` (${event.reason})` : "";
    return within(HANG_LIMIT_MS, `an extension's handler of ${type}${detail}`, super.emit(type, event));
  }

  override command(name: string, args: string): Promise<void> {
    return within(HANG_LIMIT_MS, `the handler of /${name} ${args}`, super.command(name, args));
  }

  override prompt(line: string): Promise<void> {
    return within(HANG_LIMIT_MS, `what follows ${JSON.stringify(line)}`, super.prompt(line));
  }
}
