import { FakePi } from "../src/testing/fake-pi.ts";
import { withinLimit } from "./within-limit.ts";

/**
 * A fake Pi that does not wait for ever: where a handler or a command hangs, the test fails within seconds and names
 * it. Pi itself would wait.
 */
export class LimitedPi extends FakePi {
  override emit(type: string, event?: Record<string, unknown>): Promise<void> {
    const detail = typeof event?.reason === "string" ? ` (${event.reason})` : "";
    return withinLimit(`the extensions' handlers of ${type}${detail} to return`, super.emit(type, event));
  }

  override command(name: string, args: string): Promise<void> {
    return withinLimit(`the command /${name} ${args} to return`, super.command(name, args));
  }

  override prompt(line: string): Promise<void> {
    return withinLimit(`Pi to settle after ${JSON.stringify(line)}`, super.prompt(line));
  }
}
