import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DnsAnswer, type DnsServer, startDnsServer } from "./dns-server.ts";
import { makeScratchFolder } from "./scratch-folder.ts";

/** A name server on loopback that is the only one a program started with `commandPrefix` knows, getaddrinfo included. */
export interface OwnNameServer extends DnsServer {
  /** For `commandPrefix` of a Pi under test. */
  readonly commandPrefix: readonly string[];
}

/** Whether this process may give a child another `/etc/resolv.conf` and listen on port 53: root on Linux. */
export function canGiveOwnNameServer(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  try {
    execFileSync("unshare", ["--mount", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Starts it. The system's look-up waits two and a half minutes for its answer, longer than any test. */
export async function startOwnNameServer(answer: DnsAnswer): Promise<OwnNameServer> {
  await using stack = new AsyncDisposableStack();
  const host = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  const server = stack.use(await startDnsServer(answer, { host, port: 53 }));
  const { path } = stack.use(makeScratchFolder());
  const file = join(path, "resolv.conf");
  writeFileSync(file, `nameserver ${host}\noptions timeout:30 attempts:5\n`);
  const owned = stack.move();
  return Object.assign(Object.create(server) as DnsServer, {
    commandPrefix: ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" /etc/resolv.conf && exec "$@"', file],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  });
}
