/**
 * A strict ECMA-48 parser for what a program sends to a terminal.
 *
 *     const tokens = parseTerminal(bytes);              // throws TerminalSyntaxError on anything malformed
 *     const notifications = oscTokens(unwrapTmux(tokens)); // tmux passthrough opened at every depth
 *
 * It is stricter than terminals are: no C1 code point or stray control inside a string, no cancelled or
 * unfinished sequence, no invalid UTF-8, no lone string terminator. So bytes that pass have one reading only.
 */

interface Position {
  /** Where the token begins and ends, in UTF-16 units of the decoded stream (of the payload, for an unwrapped token). */
  readonly start: number;
  readonly end: number;
  /** How many tmux passthroughs were opened to reach it. */
  readonly depth: number;
}

export type TerminalToken = Position &
  (
    | { readonly kind: "print"; readonly text: string }
    /** A C0 control, DEL, or a C1 code point outside any string. */
    | { readonly kind: "control"; readonly code: number }
    /** Any other escape sequence, such as `ESC ( B` (intermediates `(`, final `B`) or `ESC 7`. */
    | { readonly kind: "escape"; readonly intermediates: string; readonly final: string }
    | { readonly kind: "csi"; readonly params: string; readonly intermediates: string; readonly final: string }
    /** `data` is everything between `ESC ]` and the terminator. */
    | { readonly kind: "osc"; readonly data: string; readonly terminator: "bel" | "st" }
    /** `data` is everything between the introducer and ST; in tmux passthrough the ESCs are still doubled. */
    | { readonly kind: "dcs" | "apc" | "pm" | "sos" | "screen-title"; readonly data: string }
  );

type OscToken = Extract<TerminalToken, { kind: "osc" }>;

export class TerminalSyntaxError extends Error {
  /** In UTF-16 units of the decoded stream. */
  readonly offset: number;
  constructor(problem: string, offset: number, stream: string) {
    const around = JSON.stringify(stream.slice(Math.max(0, offset - 30), offset + 30));
    super(`${problem} at ${offset}, in ${around}`);
    this.name = "TerminalSyntaxError";
    this.offset = offset;
  }
}

export interface ParseOptions {
  /** The stream may stop in the middle of a sequence or character, as a recording that was ended does. Default false. */
  readonly allowTruncated?: boolean;
}

/** Reads a whole stream, bytes in UTF-8 or already a string. @throws {TerminalSyntaxError} */
export function parseTerminal(stream: Uint8Array | string, options: ParseOptions = {}): TerminalToken[] {
  return parse(decode(stream, options), 0, options);
}

/** Replaces each tmux passthrough by what it carries, to any depth. @throws {TerminalSyntaxError} for a malformed one */
export function unwrapTmux(tokens: readonly TerminalToken[]): TerminalToken[] {
  return tokens.flatMap((token) => {
    if (token.kind !== "dcs" || !token.data.startsWith(TMUX)) return [token];
    const doubled = token.data.slice(TMUX.length);
    return unwrapTmux(parse(doubled.replaceAll("\x1b\x1b", "\x1b"), token.depth + 1, {}));
  });
}

/** The OSC tokens, or only those of one number: `oscTokens(tokens, 99)`. */
export function oscTokens(tokens: readonly TerminalToken[], number?: number): OscToken[] {
  return tokens.filter(
    (token): token is OscToken => token.kind === "osc" && (number === undefined || oscNumber(token) === number),
  );
}

export function oscNumber(token: OscToken): number {
  return Number(/^\d+/.exec(token.data)?.[0] ?? Number.NaN);
}

export interface ShownNotification {
  readonly protocol: "osc9" | "osc99" | "osc777";
  readonly title: string;
  /** Empty for OSC 9, which has a single text. */
  readonly body: string;
  readonly depth: number;
  /** The metadata of OSC 99's first part, by key; the values as they are on the wire. */
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * The notifications in a stream of tokens, as a careful terminal would show them. OSC 99 parts are put together;
 * progress reports (OSC 9;4) and the other numbered commands of OSC 9 are none.
 * @throws {Error} for parts that do not belong together, base64 that is not canonical, and text that is not UTF-8
 */
export function shownNotifications(tokens: readonly TerminalToken[]): ShownNotification[] {
  const shown: ShownNotification[] = [];
  let open: (ShownNotification & { id: string }) | undefined;
  for (const token of oscTokens(unwrapTmux(tokens))) {
    const data = token.data;
    const { depth } = token;
    if (data.startsWith("9;") && !/^9;\d/.test(data)) {
      shown.push({ protocol: "osc9", title: data.slice(2), body: "", depth, metadata: {} });
    } else if (data.startsWith("777;notify;")) {
      const parts = data.split(";");
      if (parts.length !== 4) throw new Error(`OSC 777 has ${parts.length} parts, not 4: ${JSON.stringify(data)}`);
      shown.push({ protocol: "osc777", title: parts[2] ?? "", body: parts[3] ?? "", depth, metadata: {} });
    } else if (data.startsWith("99;")) {
      const [, head, payload, ...more] = data.split(";");
      if (head === undefined || payload === undefined || more.length > 0) throw new Error(`OSC 99: ${data}`);
      const metadata = readMetadata(head);
      const text = metadata.e === "1" ? decodeBase64(payload) : payload;
      const id = metadata.i ?? "";
      const part = metadata.p ?? "title";
      if (part !== "title" && part !== "body") continue;
      if (open !== undefined && open.id !== id) throw new Error(`OSC 99 ${id} begins while ${open.id} is not done`);
      const before = open ?? { protocol: "osc99", title: "", body: "", depth, metadata, id };
      open = { ...before, [part]: before[part] + text };
      if (metadata.d === "0") continue;
      const { id: _, ...notification } = open;
      shown.push(notification);
      open = undefined;
    }
  }
  if (open !== undefined) throw new Error(`OSC 99 ${open.id} is never done`);
  return shown;
}

const TMUX = "tmux;";
const STRINGS: Readonly<Record<string, "osc" | "dcs" | "apc" | "pm" | "sos" | "screen-title">> = {
  "]": "osc",
  P: "dcs",
  _: "apc",
  "^": "pm",
  X: "sos",
  k: "screen-title",
};

const PRINT = /[^\x00-\x1f\x7f-\x9f]+/y;
const CSI = /[<=>?]?[\x30-\x3b]*[\x20-\x2f]*[\x40-\x7e]/y;
const ESCAPE = /([\x20-\x2f]*)([\x30-\x7e])/y;

function decode(stream: Uint8Array | string, { allowTruncated = false }: ParseOptions): string {
  if (typeof stream === "string") {
    const lone = stream.search(/\p{Surrogate}/u);
    if (lone >= 0) throw new TerminalSyntaxError("lone surrogate", lone, stream);
    return stream;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(stream, { stream: allowTruncated });
  } catch {
    const lenient = new TextDecoder("utf-8", { ignoreBOM: true }).decode(stream);
    throw new TerminalSyntaxError("invalid UTF-8", Math.max(0, lenient.indexOf("\ufffd")), lenient);
  }
}

/** Thrown where the stream ends inside a sequence. */
class Truncated extends TerminalSyntaxError {}

function parse(stream: string, depth: number, { allowTruncated = false }: ParseOptions): TerminalToken[] {
  const tokens: TerminalToken[] = [];
  let at = 0;
  while (at < stream.length) {
    try {
      const token = nextToken(stream, at, depth);
      tokens.push(token);
      at = token.end;
    } catch (error) {
      if (allowTruncated && error instanceof Truncated) break;
      throw error;
    }
  }
  return tokens;
}

function nextToken(stream: string, start: number, depth: number): TerminalToken {
  const print = matchAt(PRINT, stream, start);
  if (print !== undefined) return { kind: "print", text: print[0], start, end: start + print[0].length, depth };
  if (stream[start] !== "\x1b") {
    return { kind: "control", code: stream.charCodeAt(start), start, end: start + 1, depth };
  }

  const second = stream[start + 1];
  if (second === undefined) throw new Truncated("unfinished escape sequence", start, stream);
  if (second === "\\") throw new TerminalSyntaxError("string terminator without a string", start, stream);

  if (second === "[") {
    const match = matchAt(CSI, stream, start + 2);
    if (match === undefined) throw unfinished(/^[<=>?]?[\x30-\x3b]*[\x20-\x2f]*$/, "CSI", stream, start);
    const sequence = match[0];
    const intermediates = /[\x20-\x2f]*(?=.$)/.exec(sequence)?.[0] ?? "";
    const params = sequence.slice(0, sequence.length - 1 - intermediates.length);
    const end = start + 2 + sequence.length;
    return { kind: "csi", params, intermediates, final: sequence.slice(-1), start, end, depth };
  }

  const string = STRINGS[second];
  if (string !== undefined) return stringToken(string, stream, start, depth);

  const match = matchAt(ESCAPE, stream, start + 1);
  if (match === undefined) throw unfinished(/^[\x20-\x2f]*$/, "escape", stream, start, 1);
  const [sequence, intermediates = "", final = ""] = match;
  return { kind: "escape", intermediates, final, start, end: start + 1 + sequence.length, depth };
}

function stringToken(
  kind: "osc" | "dcs" | "apc" | "pm" | "sos" | "screen-title",
  stream: string,
  start: number,
  depth: number,
): TerminalToken {
  const from = start + 2;
  const passthrough = kind === "dcs" && stream.startsWith(TMUX, from);
  let at = from;
  for (;;) {
    at += matchAt(PRINT, stream, at)?.[0].length ?? 0;
    const character = stream[at];
    if (character === undefined) throw new Truncated(`unfinished ${kind}`, start, stream);
    if (character === "\x1b") {
      const next = stream[at + 1];
      if (next === undefined) throw new Truncated(`unfinished ${kind}`, start, stream);
      if (next === "\\") break;
      // What tmux passes through has every ESC doubled.
      if (!passthrough || next !== "\x1b") throw new TerminalSyntaxError(`ESC inside ${kind}`, at, stream);
      at += 2;
    } else if (character === "\x07" && kind === "osc") {
      return { kind, data: stream.slice(from, at), terminator: "bel", start, end: at + 1, depth };
    } else if (passthrough) {
      at += 1;
    } else {
      throw new TerminalSyntaxError(`control U+${character.charCodeAt(0).toString(16)} inside ${kind}`, at, stream);
    }
  }
  const data = stream.slice(from, at);
  const end = at + 2;
  return kind === "osc" ? { kind, data, terminator: "st", start, end, depth } : { kind, data, start, end, depth };
}

function matchAt(pattern: RegExp, stream: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(stream) ?? undefined;
}

function unfinished(beginning: RegExp, what: string, stream: string, start: number, skip = 2): TerminalSyntaxError {
  return beginning.test(stream.slice(start + skip))
    ? new Truncated(`unfinished ${what}`, start, stream)
    : new TerminalSyntaxError(`malformed ${what}`, start, stream);
}

function readMetadata(head: string): Record<string, string> {
  const metadata: Record<string, string> = {};
  for (const pair of head.split(":")) {
    const match = /^([a-zA-Z])=([\x21-\x7e]*)$/.exec(pair);
    if (match?.[1] === undefined || match[2] === undefined) throw new Error(`OSC 99 metadata: ${head}`);
    if (match[1] in metadata) throw new Error(`OSC 99 metadata names ${match[1]} twice: ${head}`);
    metadata[match[1]] = match[2];
  }
  if (metadata.i !== undefined && !/^[a-zA-Z0-9_+.-]+$/.test(metadata.i)) throw new Error(`OSC 99 id: ${metadata.i}`);
  return metadata;
}

function decodeBase64(payload: string): string {
  const bytes = Buffer.from(payload, "base64");
  if (bytes.toString("base64") !== payload) throw new Error(`not padded base64: ${JSON.stringify(payload)}`);
  if (bytes.length > 2_048) throw new Error(`a payload of ${bytes.length} bytes`);
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}
