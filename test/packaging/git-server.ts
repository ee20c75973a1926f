import { execFileSync, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";

export interface GitServer extends AsyncDisposable {
  /** For `pi install`. */
  readonly source: string;
  /** Commits the folder as it stands now and publishes that. */
  publish(message: string): void;
}

/**
 * Makes `folder` a git repository and serves it on a free loopback port with git's own daemon.
 * The repository's path has two parts, because Pi takes no `git:` source with fewer.
 */
export async function serveByGit(folder: string, scratch: string): Promise<GitServer> {
  const base = join(scratch, "git");
  const bare = join(base, "somebody", "pi-notify.git");
  const git = (...args: readonly string[]) => {
    const identity = {
      GIT_AUTHOR_NAME: "t",
      GIT_AUTHOR_EMAIL: "t@t",
      GIT_COMMITTER_NAME: "t",
      GIT_COMMITTER_EMAIL: "t@t",
    };
    const env = { PATH: process.env.PATH, HOME: scratch, GIT_CONFIG_NOSYSTEM: "1", ...identity };
    execFileSync("git", args, { cwd: folder, env, stdio: "pipe" });
  };
  mkdirSync(bare, { recursive: true });
  git("init", "--quiet", "--bare", "--initial-branch=main", bare);
  git("init", "--quiet", "--initial-branch=main");
  const publish = (message: string) => {
    git("add", "--all");
    git("commit", "--quiet", "--message", message);
    git("push", "--quiet", bare, "main");
  };
  publish("the working tree");

  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    const args = ["daemon", "--inetd", "--export-all", `--base-path=${base}`, base];
    const daemon = spawn("git", args, {
      env: { PATH: process.env.PATH, HOME: scratch },
      stdio: ["pipe", "pipe", "ignore"],
    });
    daemon.on("error", () => socket.destroy());
    daemon.stdin.on("error", () => {});
    socket.pipe(daemon.stdin);
    daemon.stdout.pipe(socket);
    socket.on("close", () => daemon.stdin.end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the git server has no port");
  return {
    source: `git:git://127.0.0.1:${address.port}/somebody/pi-notify.git`,
    publish,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
