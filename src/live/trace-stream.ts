import type { ServerResponse } from "node:http";
import type { TraceRecord } from "../trace/trace-format.ts";

/** Bytes that may wait for a reader beyond the trace that it is sent first. */
export const PATIENCE_BYTES = 256 * 1_024;

/**
 * A session's trace as Server-Sent Events: `trace` with what there is, then `record` with each that comes.
 * A browser that does not read it is dropped, which bounds its memory.
 */
export class TraceStream {
  readonly #response: ServerResponse;
  readonly #limit: number;

  /** @param trace as one line of JSON */
  constructor(response: ServerResponse, trace: string) {
    this.#response = response;
    this.#limit = Buffer.byteLength(trace) + PATIENCE_BYTES;
    this.#send("trace", trace);
  }

  add(records: readonly TraceRecord[]): void {
    for (const record of records) this.#send("record", JSON.stringify(record));
    if (this.#response.writableLength > this.#limit) this.drop();
  }

  /** What a reader has not taken by now, it does not get. */
  end(): void {
    const { socket } = this.#response;
    this.#response.end();
    if (socket !== null && socket.writableLength > 0) this.drop();
  }

  drop(): void {
    this.#response.destroy();
  }

  #send(event: string, data: string): void {
    if (!this.#response.destroyed) this.#response.write(`event: ${event}\ndata: ${data}\n\n`);
  }
}
