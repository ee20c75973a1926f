import { chownSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openHandles, waitForHandles } from "../../../rig/open-handles.ts";
import { RecordedPty } from "../../../rig/recorded-pty.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { ttyWriter } from "../../../src/adapters/terminal/tty-writer.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";

const NEVER = new AbortController().signal;
const CTRL_S = "\x13";
const CTRL_Q = "\x11";

/** A terminal of its own, and the path of its device. */
async function startTerminal() {
  const pty = new RecordedPty({
    command: ["/bin/sh", "-c", "echo =$(tty)=; exec sleep 600"],
    env: { PATH: process.env.PATH ?? "" },
    cwd: "/",
  });
  const { start, end } = await pty.waitForBytes(/=.+=/);
  return { pty, path: pty.bytes.subarray(start + 1, end - 1).toString() };
}

const failed = (reason: string) => ({ kind: "failed", reason });

describe("the writer to other terminals", () => {
  let baseline: string[] = [];
  beforeEach(() => {
    baseline = openHandles();
  });
  afterEach(async () => {
    await waitForHandles(baseline);
  });

  it("writes as it is, at once", async () => {
    const { pty, path } = await startTerminal();
    await using _pty = pty;
    expect(await ttyWriter.write(path, "\x1b]9;好\x1b\\", NEVER)).toEqual({ kind: "written" });
    await pty.waitForBytes("\x1b]9;好\x1b\\");
  });

  it("has no terminal where its window was closed", async () => {
    const { pty, path } = await startTerminal();
    await pty[Symbol.asyncDispose]();
    expect(await ttyWriter.write(path, "x", NEVER)).toEqual(failed("terminal closed"));
  });

  it("writes to nothing but a terminal", async () => {
    await using folder = makeScratchFolder();
    const file = join(folder.path, "file");
    writeFileSync(file, "kept");
    expect(await ttyWriter.write(file, "x", NEVER)).toEqual(failed("not a terminal"));
    expect(readFileSync(file, "utf8")).toBe("kept");
    expect(await ttyWriter.write("/dev/null", "x", NEVER)).toEqual(failed("not a terminal"));
    expect(await ttyWriter.write(join(folder.path, "none"), "x", NEVER)).toEqual(failed("terminal closed"));
    expect(await ttyWriter.write("\0", "x", NEVER)).toEqual(failed("terminal write failed"));
  });

  it("follows no link", async () => {
    const { pty, path } = await startTerminal();
    await using _pty = pty;
    await using folder = makeScratchFolder();
    const link = join(folder.path, "link");
    symlinkSync(path, link);
    expect(await ttyWriter.write(link, "x", NEVER)).toEqual(failed("terminal write failed"));
  });

  it.runIf(process.getuid?.() === 0)("leaves another user's terminal alone", async () => {
    const { pty, path } = await startTerminal();
    await using _pty = pty;
    const before = pty.mark();
    chownSync(path, 65_534, 65_534);
    expect(await ttyWriter.write(path, "x", NEVER)).toEqual(failed("another user's terminal"));
    chownSync(path, 0, 0);
    await ttyWriter.write(path, "end", NEVER);
    await pty.waitForBytes("end");
    expect(pty.bytes.subarray(before).toString()).toBe("end");
  });

  it("gives up on a terminal that stands still, and works when it goes on", async () => {
    const { pty, path } = await startTerminal();
    await using _pty = pty;
    pty.type(CTRL_S);
    const last = await waitUntil("the terminal to stand still", async () => {
      const result = await ttyWriter.write(path, "x", NEVER);
      return result.kind === "failed" && result;
    });
    expect(last).toEqual(failed("terminal does not read"));
    pty.type(CTRL_Q);
    await waitUntil("the terminal to go on", async () => (await ttyWriter.write(path, "on", NEVER)).kind === "written");
    await pty.waitForBytes("on");
  });

  it("finishes what a slow terminal takes in parts", async () => {
    const { pty, path } = await startTerminal();
    await using _pty = pty;
    const before = pty.mark();
    expect(await ttyWriter.write(path, "x".repeat(300_000), NEVER)).toEqual({ kind: "written" });
    await waitUntil("all of it", () => pty.mark() - before === 300_000);
  });

  it("leaves it unfinished when it is stopped", async () => {
    const { pty, path } = await startTerminal();
    await using _pty = pty;
    const stop = new AbortController();
    const writing = ttyWriter.write(path, "x".repeat(50_000_000), stop.signal);
    await pty.waitForBytes("xxx");
    stop.abort();
    expect(await writing).toEqual(failed("terminal does not read"));
  });
});
