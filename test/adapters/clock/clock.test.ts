import { once } from "node:events";
import { createConnection, createServer, type Socket } from "node:net";
import { expect, it } from "vitest";
import { systemClock } from "../../../src/adapters/clock/clock.ts";
import { spawnProgram } from "../../../src/adapters/programs/child-program.ts";
import { startProgram } from "../../../src/adapters/programs/program-output.ts";

/** Keeps this process from doing anything, as Ctrl+Z does. */
function stopFor(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

it("reads what came during a stop before a delay that ended in it is over", async () => {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const connected = once(server, "connection");
  const client = createConnection({ host: "127.0.0.1", port: typeof address === "object" ? (address?.port ?? 0) : 0 });
  const [[peer]] = await Promise.all([connected as Promise<[Socket]>, once(client, "connect")]);
  const order: string[] = [];
  client.on("data", () => order.push("answer"));
  const ended = new Promise<void>((resolve) => {
    startProgram(spawnProgram, { program: "echo", args: ["said"], env: process.env }, ({ kind }) => {
      order.push(kind);
      resolve();
    });
  });
  const over = new Promise<void>((resolve) => {
    systemClock.setTimeout(() => {
      order.push("delay");
      resolve();
    }, 50);
  });
  peer.write("answer");
  // Far longer than the program takes, which goes on meanwhile.
  stopFor(500);
  await Promise.all([over, ended]);
  expect([...order].sort()).toEqual(["answer", "delay", "text"]);
  expect(order.at(-1)).toBe("delay");
  client.destroy();
  server.close();
});

it("forgets a delay that is cleared while what has arrived is read", async () => {
  const order: string[] = [];
  const cleared = systemClock.setTimeout(() => order.push("cleared"), 1);
  setTimeout(() => systemClock.clearTimeout(cleared), 1);
  // Both are due in the same turn then.
  stopFor(20);
  await new Promise<void>((resolve) => {
    systemClock.setTimeout(resolve, 20);
  });
  expect(order).toEqual([]);
});
