import { describe, expect, it } from "vitest";
import { oscTokens, parseTerminal, shownNotifications, TerminalSyntaxError, unwrapTmux } from "../../rig/osc-parser.ts";
import { wrap } from "../../src/channels/osc/wrap.ts";

/** Tokens without their positions, to read in a table. */
function brief(stream: string | Uint8Array) {
  return parseTerminal(stream).map(({ start: _start, end: _end, depth: _depth, ...rest }) => rest);
}

describe("parseTerminal reads", () => {
  it.each([
    ["text", "añ😀", [{ kind: "print", text: "añ😀" }]],
    ["controls", "\r\n\x07", [13, 10, 7].map((code) => ({ kind: "control", code }))],
    ["a C1 code point in the text", "\u009d", [{ kind: "control", code: 0x9d }]],
    ["SGR", "\x1b[1;38:2::1:2:3m", [{ kind: "csi", params: "1;38:2::1:2:3", intermediates: "", final: "m" }]],
    ["a private mode", "\x1b[?2026h", [{ kind: "csi", params: "?2026", intermediates: "", final: "h" }]],
    ["an intermediate", "\x1b[2 q", [{ kind: "csi", params: "2", intermediates: " ", final: "q" }]],
    ["a charset", "\x1b(B", [{ kind: "escape", intermediates: "(", final: "B" }]],
    ["cursor saving", "\x1b7", [{ kind: "escape", intermediates: "", final: "7" }]],
    ["OSC, BEL", "\x1b]0;t\x07", [{ kind: "osc", data: "0;t", terminator: "bel" }]],
    ["OSC, ST", "\x1b]8;;http://x\x1b\\", [{ kind: "osc", data: "8;;http://x", terminator: "st" }]],
    ["DCS", "\x1bP+q544e\x1b\\", [{ kind: "dcs", data: "+q544e" }]],
    ["APC", "\x1b_Gi=1;AAAA\x1b\\", [{ kind: "apc", data: "Gi=1;AAAA" }]],
    ["screen's title", "\x1bkpi\x1b\\", [{ kind: "screen-title", data: "pi" }]],
  ])("%s", (_name, stream, tokens) => {
    expect(brief(stream)).toEqual(tokens);
    expect(brief(Buffer.from(stream))).toEqual(tokens);
  });

  it("positions that cover the stream without a gap", () => {
    const stream = "a\x1b[m\x1b]0;x\x07\x1bP1\x1b\\z\x07";
    const tokens = parseTerminal(stream);
    expect(tokens.map(({ start }) => start)).toEqual([0, ...tokens.slice(0, -1).map(({ end }) => end)]);
    expect(tokens.at(-1)?.end).toBe(stream.length);
  });

  it("a recording that stops in a sequence, if told so", () => {
    for (const tail of ["\x1b", "\x1b[3", "\x1b]9;x", "\x1b]9;x\x1b", "\x1bPtmux;\x1b\x1b", "\x1b("]) {
      expect(() => parseTerminal(`a${tail}`), JSON.stringify(tail)).toThrow(TerminalSyntaxError);
      expect(parseTerminal(`a${tail}`, { allowTruncated: true })).toHaveLength(1);
    }
    expect(parseTerminal(Buffer.from("aé").subarray(0, 2), { allowTruncated: true })).toHaveLength(1);
  });
});

describe("parseTerminal refuses", () => {
  it.each([
    ["a control in an OSC", "\x1b]0;a\nb\x07"],
    ["an OSC in an OSC", "\x1b]0;a\x1b]0;b\x07"],
    ["a C1 code point in an OSC", "\x1b]0;a\u009cb\x07"],
    ["BEL in a DCS", "\x1bPa\x07\x1b\\"],
    ["an ESC that is not doubled in tmux passthrough", "\x1bPtmux;\x1b]9;x\x07\x1b\\"],
    ["a lone terminator", "a\x1b\\"],
    ["a control in a CSI", "\x1b[3\x18m"],
    ["a misplaced private marker", "\x1b[1?h"],
    ["a cancelled escape", "\x1b\x1b[m"],
    ["a lone surrogate", "\ud800"],
  ])("%s", (_name, stream) => {
    expect(() => parseTerminal(stream)).toThrow(TerminalSyntaxError);
  });

  it("invalid UTF-8", () => {
    expect(() => parseTerminal(Uint8Array.of(0x61, 0xc3, 0x28))).toThrow("invalid UTF-8 at 1");
    expect(() => parseTerminal(Buffer.from("aé").subarray(0, 2))).toThrow("invalid UTF-8");
  });
});

describe("unwrapTmux", () => {
  it.each([0, 1, 2] as const)("opens %i levels and tells the depth", (depth) => {
    const tokens = unwrapTmux(parseTerminal(wrap("\x1b]9;x\x1b\\", Array(depth).fill("tmux"))));
    expect(oscTokens(tokens, 9)).toEqual([expect.objectContaining({ data: "9;x", terminator: "st", depth })]);
    expect(tokens).toHaveLength(1);
  });

  it("leaves other DCS alone", () => {
    expect(unwrapTmux(parseTerminal("\x1bP1$r\x1b\\"))).toEqual(parseTerminal("\x1bP1$r\x1b\\"));
  });
});

describe("shownNotifications", () => {
  it("passes over progress reports and titles of the window", () => {
    expect(shownNotifications(parseTerminal("\x1b]9;4;1;50\x07\x1b]0;w\x07"))).toEqual([]);
  });

  it.each([
    ["unpadded base64", "\x1b]99;i=a:e=1;YQ\x1b\\"],
    ["a character split over two parts", "\x1b]99;i=a:d=0:e=1;w6k=\x1b\\\x1b]99;i=a:e=1;ww==\x1b\\"],
    ["a part that never comes", "\x1b]99;i=a:d=0:e=1;YQ==\x1b\\"],
    ["two ids interleaved", "\x1b]99;i=a:d=0;x\x1b\\\x1b]99;i=b:d=0;y\x1b\\"],
    ["a third separator in 777", "\x1b]777;notify;a;b;c\x07"],
  ])("refuses %s", (_name, stream) => {
    expect(() => shownNotifications(parseTerminal(stream))).toThrow();
  });
});
