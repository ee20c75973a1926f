import { oscNumber, oscTokens, parseTerminal } from "../rig/osc-parser.ts";
import type { RecordedPty } from "../rig/recorded-pty.ts";

interface Arrival {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A notification sequence that the terminal received. */
export interface OscArrival extends Arrival {
  /** As received: tmux has taken its wrapping off. */
  readonly sequence: string;
  readonly title: string;
  /** Position of its first character in what the terminal received. */
  readonly position: number;
}

/** A BEL on its own, not one that ends another sequence. */
export interface BellArrival extends Arrival {
  readonly position: number;
}

/** A request that the webhook's receiver got; the fields as far as the body is JSON and has them. */
export interface HookArrival extends Arrival {
  readonly json: string;
  readonly id?: string | undefined;
  readonly event?: string | undefined;
  readonly title?: string | undefined;
}

const BEL = 0x07;

/** Finds the notifications (OSC 777, the protocol of our terminal) and bells among everything Pi has drawn. */
export function readTerminal(terminal: RecordedPty): { osc: OscArrival[]; bell: BellArrival[] } {
  const stream = new TextDecoder("utf-8", { ignoreBOM: true }).decode(terminal.bytes);
  const arrivedAt = (end: number) => terminal.arrivedAt(Buffer.byteLength(stream.slice(0, end)) - 1);
  const tokens = parseTerminal(stream, { allowTruncated: true });
  return {
    osc: oscTokens(tokens)
      .filter((token) => oscNumber(token) === 777 && token.data.startsWith("777;notify;"))
      .map(({ start, end, data }) => ({
        at: arrivedAt(end),
        sequence: stream.slice(start, end),
        title: data.split(";")[2] ?? "",
        position: start,
      })),
    bell: tokens
      .filter((token) => token.kind === "control" && token.code === BEL)
      .map(({ start, end }) => ({ at: arrivedAt(end), position: start })),
  };
}
