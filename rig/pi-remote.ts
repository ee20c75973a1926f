import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { waitUntil } from "../src/testing/wait-until.ts";
import { makeScratchFolder } from "./scratch-folder.ts";

export type RemoteRequest =
  /** Opens a dialog with that title, written so many times; nobody waits for its answer. */
  | { readonly do: "open dialog"; readonly title?: string; readonly times?: number }
  | { readonly do: "withdraw dialog" }
  /** Puts that many payloads on Pi's bus, all in one turn. */
  | { readonly do: "publish"; readonly times: number }
  /** Starts a run, as an extension can. */
  | { readonly do: "send prompt" }
  | { readonly do: "abort run" }
  /** Posts to `url` from within Pi, some turns of its event loop later, and waits for the reply. */
  | { readonly do: "post"; readonly url: string };

/** What a test makes a real Pi do from inside, by means of extensions/remote.ts. */
export interface PiRemote extends AsyncDisposable {
  /** For `extensions` of the Pi's options, behind the one under test. */
  readonly extension: string;
  /** For `env` of the Pi's options. */
  readonly env: Readonly<Record<string, string>>;
  /** Waits until that many sessions have connected since the start. */
  waitForSession(count: number): Promise<void>;
  /** Resolves when the newest session has done it. @throws Error with what Pi said against it */
  perform(request: RemoteRequest): Promise<void>;
}

export async function startPiRemote(): Promise<PiRemote> {
  const scratch = makeScratchFolder();
  const path = join(scratch.path, "remote.sock");
  const answers: string[] = [];
  const sockets = new Set<Socket>();
  let newest: Socket | undefined;
  let sessions = 0;
  let asked = 0;
  const server = createServer((socket) => {
    sessions += 1;
    newest = socket;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    createInterface(socket).on("line", (line) => answers.push(line));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  return {
    extension: fileURLToPath(new URL("./extensions/remote.ts", import.meta.url)),
    env: { RIG_REMOTE: path },
    async waitForSession(count) {
      await waitUntil(`session ${count} to connect`, () => sessions >= count);
    },
    async perform(request) {
      asked += 1;
      const number = asked;
      newest?.write(`${JSON.stringify(request)}\n`);
      const answer = await waitUntil(`Pi to ${request.do}`, () => answers[number - 1]);
      if (answer !== "ok") throw new Error(`${request.do}: ${answer}`);
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await scratch[Symbol.asyncDispose]();
    },
  };
}
