import { type ChildProcess, execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { makeScratchFolder } from "../scratch-folder.ts";
import { findProgram } from "../system-parts.ts";
import { startProgram } from "./started-program.ts";

/** An ssh server on loopback for the user who runs the tests, with keys made for this run. */
export interface SshServer extends AsyncDisposable {
  /** argv that runs a command on the far side, on a terminal. Only TERM travels, as with any ssh. */
  command(remote: readonly string[]): string[];
}

export async function startSshServer(): Promise<SshServer> {
  const scratch = makeScratchFolder();
  const at = (name: string) => join(scratch.path, name);
  for (const key of ["host", "user"]) {
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", at(key)]);
  }
  execFileSync("cp", [at("user.pub"), at("authorized")]);
  const port = await freePort();
  writeFileSync(
    at("sshd.conf"),
    [
      "ListenAddress 127.0.0.1",
      `Port ${port}`,
      `HostKey ${at("host")}`,
      `AuthorizedKeysFile ${at("authorized")}`,
      `PidFile ${at("sshd.pid")}`,
      "StrictModes no",
      "UsePAM no",
      "PasswordAuthentication no",
      "PrintMotd no",
    ].join("\n"),
  );
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });
  // sshd wants to be called by its whole path
  const server = startProgram(findProgram("sshd") ?? "sshd", ["-D", "-e", "-f", at("sshd.conf")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await waitForListening(server.child);
  const options = ["BatchMode=yes", "StrictHostKeyChecking=no", `UserKnownHostsFile=${at("known")}`, "LogLevel=ERROR"];
  return {
    command: (remote) => [
      "ssh",
      "-tt",
      "-F",
      "none",
      ...options.flatMap((option) => ["-o", option]),
      "-i",
      at("user"),
      "-p",
      String(port),
      `${userInfo().username}@127.0.0.1`,
      "exec",
      ...remote.map(quoted),
    ],
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await scratch[Symbol.asyncDispose]();
    },
  };
}

async function waitForListening(server: ChildProcess): Promise<void> {
  let said = "";
  server.stderr?.on("data", (data: Buffer) => {
    said += data.toString();
  });
  await waitUntil(
    () => `sshd to listen; it said: ${said}`,
    () => {
      if (server.exitCode !== null) throw new Error(`sshd ended: ${said}`);
      return said.includes("Server listening");
    },
  );
}

/** ssh gives all its words to a shell on the far side. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
