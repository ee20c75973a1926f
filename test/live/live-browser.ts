import { type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";

/** As a browser asks: an address below `http://127.0.0.1:port`, with these headers besides. */
export interface Asking {
  readonly port: number;
  readonly target: string;
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export async function ask(asking: Asking): Promise<Answer> {
  const response = await respond(asking);
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

export interface EventStream extends Disposable {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly events: readonly StreamEvent[];
  readonly isOver: boolean;
}

/** Reads Server-Sent Events until somebody ends them. */
export async function openStream(asking: Asking): Promise<EventStream> {
  const response = await respond(asking);
  const events: StreamEvent[] = [];
  let isOver = false;
  let rest = "";
  response.setEncoding("utf8");
  response.on("data", (piece: string) => {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = block.split("\n").map((line) => /^(\w+): (.*)$/.exec(line) ?? []);
      const value = (name: string) => fields.find(([, field]) => field === name)?.[2];
      events.push({ event: value("event") ?? "", data: JSON.parse(value("data") ?? "null") });
    }
  });
  const over = () => {
    isOver = true;
  };
  response.on("close", over).on("error", over);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    get isOver() {
      return isOver;
    },
    [Symbol.dispose]: () => void response.destroy(),
  };
}

function respond({ port, target, method = "GET", headers = {} }: Asking): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path: target, method, headers, agent: false }, resolve)
      .on("error", reject)
      .end();
  });
}

export interface RawConnection extends Disposable {
  readonly socket: Socket;
  /** What came, byte for byte. */
  readonly received: string;
  readonly isClosed: boolean;
}

/** A connection that says these bytes and nothing else. */
export function connectRaw(port: number, bytes: string): RawConnection {
  let received = "";
  let isClosed = false;
  const socket = connect(port, "127.0.0.1", () => void socket.write(bytes));
  socket.setEncoding("latin1");
  socket.on("data", (piece: string) => {
    received += piece;
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    isClosed = true;
  });
  return {
    socket,
    get received() {
      return received;
    },
    get isClosed() {
      return isClosed;
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}
