import type { InspectionEvent } from "xstate";
import { inLanguage } from "../messages/define-messages.ts";
import { inspectorMessages } from "../messages/inspector.messages.ts";
import type { Language } from "../notices/event-table.ts";
import type { ReducedInspection } from "./reduced-inspection.ts";

/** A connection to a relay of Stately's inspector. Its methods never throw. */
export interface InspectorConnection {
  send(event: ReducedInspection): void;
  /** Ends the connection. Whatever was sent still gets half a second. */
  end(): void;
}

export interface ConnectInspectorOptions {
  /** On 127.0.0.1. */
  readonly port: number;
  readonly language: Language;
  /** Called once, with what could be told, when there is no connection or none any more. */
  readonly onLost: (text: string) => void;
}

/** A relay that is not there is told at once; this is for something else that listens, and says nothing. */
const HANDSHAKE_LIMIT_MS = 2_000;
const CLOSE_LIMIT_MS = 500;
/** Bytes that may wait for a relay that does not read. */
const PATIENCE_BYTES = 4 * 1_024 * 1_024;
/** Nothing is awaited from there. */
const LONGEST_MESSAGE_BYTES = 64 * 1_024;
/** While the connection is being made; later ones are not sent. */
const UNSENT_EVENTS = 2_000;
const OPEN = 1;

/**
 * Connects Stately's inspector with its relay, by a socket of our own: its WebSocket adapter redials without end, on timers
 * that cannot be stopped, and buffers without bound for a relay that does not read.
 * @throws Error where `@statelyai/inspect` is not installed
 */
export async function connectInspector({
  port,
  language,
  onLost,
}: ConnectInspectorOptions): Promise<InspectorConnection> {
  const say = inLanguage(inspectorMessages, language);
  const [{ createInspector }, { WebSocket }] = await Promise.all([import("@statelyai/inspect"), import("ws")]);
  const unsent: string[] = [];
  let isLost = false;
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, {
    handshakeTimeout: HANDSHAKE_LIMIT_MS,
    perMessageDeflate: false,
    maxPayload: LONGEST_MESSAGE_BYTES,
    finishRequest(request) {
      request.on("socket", (connection) => void connection.unref());
      request.end();
    },
  });
  const lose = (why: string) => {
    if (isLost) return;
    isLost = true;
    unsent.length = 0;
    socket.terminate();
    onLost(why);
  };
  socket.on("open", () => {
    for (const text of unsent.splice(0)) socket.send(text);
  });
  socket.on("error", () => lose(say("noRelay", { port })));
  socket.on("close", () => lose(say("gone")));
  const inspector = createInspector({
    send(event) {
      if (isLost) return;
      const text = JSON.stringify(event);
      if (socket.readyState === OPEN) socket.send(text);
      else if (unsent.length < UNSENT_EVENTS) unsent.push(text);
      if (socket.bufferedAmount > PATIENCE_BYTES) lose(say("doesNotRead"));
    },
  });
  return {
    send: (event) => inspector.inspect.next?.(event as unknown as InspectionEvent),
    end() {
      // Behind the timers in which the inspector sends what it was given.
      setTimeout(() => {
        if (isLost) return;
        const timer = setTimeout(() => socket.terminate(), CLOSE_LIMIT_MS).unref();
        socket.once("close", () => clearTimeout(timer));
        socket.close();
      }, 0);
    },
  };
}
