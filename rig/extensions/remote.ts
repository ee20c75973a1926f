/**
 * A Pi extension that a test drives from outside, where typing could not: a dialog has the keyboard, or a key would be
 * one too many. Speaks with ../pi-remote.ts over the socket `RIG_REMOTE`: a line of JSON a request, `ok` or an error's
 * text for each. Load it after the extension under test.
 */
import { once } from "node:events";
import { request } from "node:http";
import { createConnection, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { RemoteRequest } from "../pi-remote.ts";

export default function remote(pi: ExtensionAPI): void {
  const path = process.env.RIG_REMOTE;
  let socket: Socket | undefined;
  let dialog: AbortController | undefined;

  async function perform(wanted: RemoteRequest, ctx: ExtensionContext): Promise<void> {
    switch (wanted.do) {
      case "open dialog":
        dialog = new AbortController();
        // The session may end meanwhile; a rejection that nobody handles would end Pi.
        ctx.ui
          .confirm((wanted.title ?? "Question").repeat(wanted.times ?? 1), "Yes or no?", { signal: dialog.signal })
          .catch(() => {});
        return;
      case "withdraw dialog":
        dialog?.abort();
        return;
      case "publish":
        for (let number = 1; number <= wanted.times; number += 1) {
          pi.events.emit("pi-notify:publish", { eventId: "task-completed", source: "rig", label: String(number) });
        }
        return;
      case "send prompt":
        pi.sendUserMessage("sent");
        return;
      case "abort run":
        ctx.abort();
        return;
      case "post":
        // By then whatever Pi was told before is dealt with, as far as that is not to wait for something.
        for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        await post(wanted.url);
        return;
    }
  }

  pi.on("session_start", (_event, ctx) => {
    if (path === undefined) return;
    const connection = createConnection(path);
    socket = connection;
    connection.on("error", () => {});
    createInterface(connection).on("line", (line) => {
      perform(JSON.parse(line) as RemoteRequest, ctx).then(
        () => connection.write("ok\n"),
        (error: unknown) => connection.write(`${String(error).replaceAll("\n", " ")}\n`),
      );
    });
  });
  pi.on("session_shutdown", () => {
    socket?.destroy();
  });
}

async function post(url: string): Promise<void> {
  const posted = request(url, { method: "POST", agent: false }).end();
  const [response] = await once(posted, "response");
  response.resume();
  await once(response, "end");
}
