import { createServer, type IncomingMessage, request as sendOn } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

export interface HttpProxy extends AsyncDisposable {
  /** `127.0.0.1:PORT` */
  readonly host: string;
  /** What clients asked for: `POST http://…` for forwarded requests, `CONNECT host:port` for tunnels. */
  readonly asked: readonly string[];
  /** The `proxy-authorization` headers that came. */
  readonly credentials: readonly string[];
  /** Answers everything with this status from now on. */
  refuseWith(status: number): void;
}

/** A small forward proxy on loopback: absolute-form requests for http, CONNECT for https. */
export async function startHttpProxy(): Promise<HttpProxy> {
  const asked: string[] = [];
  const credentials: string[] = [];
  const sockets = new Set<Socket>();
  let refusal: number | undefined;

  function note(request: IncomingMessage): void {
    asked.push(`${request.method} ${request.url}`);
    const credential = request.headers["proxy-authorization"];
    if (credential !== undefined) credentials.push(credential);
  }

  const server = createServer((request, response) => {
    note(request);
    if (refusal !== undefined) {
      response.writeHead(refusal).end();
      return;
    }
    const { "proxy-authorization": _, ...headers } = request.headers;
    const onward = sendOn(request.url ?? "", { method: request.method ?? "GET", headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  server.on("connect", (request: IncomingMessage, client: Socket) => {
    note(request);
    if (refusal !== undefined) {
      client.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
      return;
    }
    const [host = "", port = "443"] = (request.url ?? "").split(":");
    const target = connect(Number(port), host, () => {
      client.write("HTTP/1.1 200 Connected\r\n\r\n");
      target.pipe(client).pipe(target);
    });
    sockets.add(target);
    target.on("error", () => client.destroy());
    target.on("close", () => {
      sockets.delete(target);
      client.destroy();
    });
    client.on("close", () => target.destroy());
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    asked,
    credentials,
    refuseWith(status) {
      refusal = status;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
