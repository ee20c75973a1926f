import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { waitAtMost } from "../../../src/adapters/clock/wait-at-most.ts";

const AN_HOUR = 60 * 60 * 1000;

describe("waiting at most so long", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["done", () => Promise.resolve(1)],
    ["broken", () => Promise.reject(new Error("no"))],
  ])("ends with work that is %s", async (_how, work) => {
    expect(await waitAtMost(AN_HOUR, work(), new AbortController().signal)).toBeUndefined();
  });

  it("ends when it is aborted", async () => {
    const aborter = new AbortController();
    const waiting = waitAtMost(AN_HOUR, new Promise(() => {}), aborter.signal);
    aborter.abort();
    expect(await waiting).toBeUndefined();
  });

  it.each<[string, () => Promise<unknown>]>([
    ["goes on", () => new Promise(() => {})],
    ["breaks", () => Promise.reject(new Error("no"))],
  ])("does not begin when it is aborted already and the work %s", async (_how, work) => {
    expect(await waitAtMost(AN_HOUR, work(), AbortSignal.abort())).toBeUndefined();
  });

  it("ends by itself", async () => {
    expect(await waitAtMost(1, new Promise(() => {}), new AbortController().signal)).toBeUndefined();
  });

  // In a process of its own: the test runner has timers too.
  it("leaves no timer", async () => {
    const script = `
      const { waitAtMost } = await import(process.argv[1]);
      const never = new Promise(() => {});
      const aborter = new AbortController();
      const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
      const waits = [
        waitAtMost(${AN_HOUR}, Promise.resolve(), aborter.signal),
        waitAtMost(${AN_HOUR}, Promise.reject(new Error("no")), aborter.signal),
        waitAtMost(${AN_HOUR}, never, aborter.signal),
        waitAtMost(${AN_HOUR}, never, AbortSignal.abort()),
      ];
      const during = timers();
      aborter.abort();
      await Promise.all(waits);
      console.log(JSON.stringify([during, timers()]));
      process.exit();`;
    const module = fileURLToPath(new URL("../../../src/adapters/clock/wait-at-most.ts", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script, module]);
    expect(JSON.parse(stdout)).toEqual([3, 0]);
  });
});
