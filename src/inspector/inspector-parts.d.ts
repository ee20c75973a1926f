/** The parts of `ws` 8 that are used here; it comes with `@statelyai/inspect`. */
declare module "ws" {
  import type { EventEmitter } from "node:events";
  import type { ClientRequest } from "node:http";

  export interface WebSocketOptions {
    readonly handshakeTimeout?: number;
    readonly perMessageDeflate?: boolean;
    /** Bytes. */
    readonly maxPayload?: number;
    /** Sends the request of the handshake. */
    readonly finishRequest?: (request: ClientRequest) => void;
  }

  export class WebSocket extends EventEmitter {
    constructor(url: string, options?: WebSocketOptions);
    readonly readyState: number;
    readonly bufferedAmount: number;
    send(text: string): void;
    close(): void;
    terminate(): void;
  }
}
