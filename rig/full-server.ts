import { type ChildProcess, spawn } from "node:child_process";
import { cleanUpAtExit } from "./exit-cleanup.ts";

const LISTENER = `
  const server = require("node:net").createServer();
  server.listen({ host: process.argv[1], port: Number(process.argv[2]), backlog: 1 }, () => {
    require("node:fs").writeSync(1, server.address().port + "\\n");
    process.kill(process.pid, "SIGSTOP");
  });`;

/** Opens connections until one is left waiting. */
const FILLER = `
  const [host, port] = process.argv.slice(1);
  const next = () => {
    const socket = require("node:net").connect(Number(port), host);
    const full = setTimeout(() => console.log("full"), 300);
    socket.on("error", () => {});
    socket.on("connect", () => { clearTimeout(full); next(); });
  };
  next();`;

/** A server that is as good as dead: connections to it are neither accepted nor refused. */
export interface FullServer extends AsyncDisposable {
  readonly port: number;
}

/** Starts it in processes of its own: a stopped listener and somebody who fills its queue. */
export async function startFullServer(host = "127.0.0.1", port = 0): Promise<FullServer> {
  const children: ChildProcess[] = [];
  const kill = () => {
    for (const child of children) child.kill("SIGKILL");
  };
  const cancelCleanup = cleanUpAtExit(kill);

  function firstLine(script: string, args: readonly string[]): Promise<string> {
    const child = spawn(process.execPath, ["-e", script, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    return new Promise((resolve, reject) => {
      child.stdout.once("data", (line: Buffer) => resolve(line.toString().trim()));
      child.once("exit", () => reject(new Error("the full server ended")));
    });
  }

  const listening = Number(await firstLine(LISTENER, [host, String(port)]));
  await firstLine(FILLER, [host, String(listening)]);
  return {
    port: listening,
    async [Symbol.asyncDispose]() {
      const gone = children.map((child) => new Promise((resolve) => child.once("close", resolve)));
      kill();
      await Promise.all(gone);
      cancelCleanup();
    },
  };
}
