import { EventEmitter } from "node:events";
import { closeSync, createWriteStream, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createTerminalWriter, type TerminalStream } from "../../../src/adapters/terminal/terminal-writer.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";

const CLOSED = { kind: "failed", reason: "terminal closed" };
const BROKEN = { kind: "failed", reason: "terminal write failed" };

function listeners(stream: EventEmitter): number {
  return stream.listenerCount("error") + stream.listenerCount("close");
}

function broken(code: string): Error {
  return Object.assign(new Error(`write ${code} /dev/secret`), { code });
}

describe("terminal writer", () => {
  it("writes everything in one call", async () => {
    const chunks: string[] = [];
    const stream = new Writable({
      decodeStrings: false,
      write(chunk: string, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    expect(await createTerminalWriter(stream).write("\x1b]9;好\x1b\\")).toEqual({ kind: "written" });
    expect(chunks).toEqual(["\x1b]9;好\x1b\\"]);
    expect(listeners(stream)).toBe(0);
  });

  it.each([
    ["EIO", CLOSED],
    ["EPIPE", CLOSED],
    ["EAGAIN", BROKEN],
  ])("%s in the callback and in the error event: %o, and nobody else has to listen", async (code, outcome) => {
    const stream = new Writable({ write: (_chunk, _encoding, done) => done(broken(code)) });
    expect(await createTerminalWriter(stream).write("x")).toEqual(outcome);
    await waitUntil("the listeners to go", () => listeners(stream) === 0);
    expect(stream.errored).toMatchObject({ code });
  });

  it("holds on until a stream that closes slowly has told its error", async () => {
    let finishClosing = () => {};
    const stream = new Writable({
      write: (_chunk, _encoding, done) => done(broken("EIO")),
      destroy(error, done) {
        finishClosing = () => done(error);
      },
    });
    expect(await createTerminalWriter(stream).write("x")).toEqual(CLOSED);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(stream.listenerCount("error")).toBe(1);
    finishClosing();
    await waitUntil("the listeners to go", () => listeners(stream) === 0);
  });

  it("does not swallow an error that comes with nothing under way", async () => {
    const stream = new PassThrough();
    await createTerminalWriter(stream).write("x");
    expect(() => stream.emit("error", broken("EIO"))).toThrow("EIO");
  });

  it("leaves the listeners of others where they are", async () => {
    const stream = new PassThrough();
    const heard: unknown[] = [];
    stream.on("error", (error) => heard.push(error));
    const writer = createTerminalWriter(stream);
    await writer.write("x");
    const error = broken("EIO");
    stream.destroy(error);
    await waitUntil("the error", () => heard.length === 1);
    expect(await writer.write("x")).toEqual(CLOSED);
    expect(stream.listenerCount("error")).toBe(1);
  });

  it("fails when the stream closes while a write is under way", async () => {
    const stream = new Writable({ write() {} });
    const written = createTerminalWriter(stream).write("x");
    stream.destroy();
    expect(await written).toEqual(CLOSED);
    await waitUntil("the listeners to go", () => listeners(stream) === 0);
  });

  it("fails when the stream reports an error while a write is under way", async () => {
    const stream = new Writable({ write() {}, autoDestroy: false });
    const written = createTerminalWriter(stream).write("x");
    stream.emit("error", broken("EIO"));
    expect(await written).toEqual(CLOSED);
    await waitUntil("the listeners to go", () => listeners(stream) === 0);
  });

  it.each([
    ["destroyed", (stream: Writable) => stream.destroy()],
    ["ended", (stream: Writable) => stream.end()],
  ])("does not write to a stream that is %s", async (_name, close) => {
    const chunks: unknown[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    close(stream);
    expect(await createTerminalWriter(stream).write("x")).toEqual(CLOSED);
    expect(chunks).toEqual([]);
  });

  it("survives a write that throws", async () => {
    class Throwing extends EventEmitter implements TerminalStream {
      readonly writable = true;
      write(): boolean {
        throw new TypeError("secret text");
      }
    }
    const stream = new Throwing();
    expect(await createTerminalWriter(stream).write("x")).toEqual(BROKEN);
    await waitUntil("the listeners to go", () => listeners(stream) === 0);
  });

  it("listens once however many writes wait on a terminal that stands still", async () => {
    const pending: (() => void)[] = [];
    const stream = new Writable({
      write(_chunk, _encoding, done) {
        pending.push(done);
      },
    });
    const writer = createTerminalWriter(stream);
    const all = Promise.all(Array.from({ length: 50 }, () => writer.write("x")));
    expect(listeners(stream)).toBe(2);
    const drain = setInterval(() => pending.shift()?.());
    expect((await all).every((result) => result.kind === "written")).toBe(true);
    clearInterval(drain);
    expect(listeners(stream)).toBe(0);
  });

  it("writes to a real file, and fails when its descriptor is closed under it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "writer-"));
    const path = join(folder, "out");
    const fd = openSync(path, "w");
    const stream = createWriteStream("", { fd, autoClose: false });
    const writer = createTerminalWriter(stream);
    expect(await writer.write("\x07")).toEqual({ kind: "written" });
    expect(readFileSync(path)).toEqual(Buffer.from([7]));
    closeSync(fd);
    expect(await writer.write("\x07")).toEqual(CLOSED);
    await waitUntil("the listeners to go", () => listeners(stream) === 0);
    rmSync(folder, { recursive: true });
  });

  it("fails on a real socket whose other end is gone", async () => {
    const server = createServer((socket) => socket.resetAndDestroy());
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const { connect } = await import("node:net");
    const socket = connect(address.port, "127.0.0.1");
    socket.on("error", () => {});
    const writer = createTerminalWriter(socket);
    const result = await waitUntil("a failure", async () => {
      const outcome = await writer.write("x");
      return outcome.kind === "failed" && outcome;
    });
    expect([CLOSED, BROKEN]).toContainEqual(result);
    await waitUntil("our listeners to go", () => socket.listenerCount("error") === 1);
    server.close();
  });
});
