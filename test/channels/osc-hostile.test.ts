import { describe, expect, it } from "vitest";
import { oscNumber, oscTokens, parseTerminal, shownNotifications, unwrapTmux } from "../../rig/osc-parser.ts";
import { encodeOsc9 } from "../../src/channels/osc/encode-osc9.ts";
import { encodeOsc99 } from "../../src/channels/osc/encode-osc99.ts";
import { encodeOsc777 } from "../../src/channels/osc/encode-osc777.ts";
import { wrap } from "../../src/channels/osc/wrap.ts";
import { composeMessage, DEFAULT_CONTENT } from "../../src/content/compose.ts";
import type { Message } from "../../src/content/message.ts";

const notice = { id: "n-1", event: "input-required", priority: 4 } as const;

/** Each protocol, with the number of OSC sequences that make its one notification. */
const PROTOCOLS = [
  ["osc9", 9, (message: Message) => encodeOsc9(message), 1],
  ["osc777", 777, (message: Message) => encodeOsc777(message), 1],
  ["osc99", 99, (message: Message) => encodeOsc99(message, notice), 2],
] as const;

const HOSTILE: readonly (readonly [string, string])[] = [
  ["BEL and an OSC", "a\x07\x1b]0;X\x07b"],
  ["ESC \\", "a\x1b\\b"],
  ["a lone ESC", "a\x1b"],
  ["an OSC that never ends", "\x1b]9;evil"],
  ["a DCS that never ends", "\x1bPtmux;\x1b\x1b]0;X"],
  ["tmux passthrough", "\x1bPtmux;\x1b\x1b]0;X\x07\x1b\\"],
  ["a screen title", "\x1bkX\x1b\\"],
  ["U+009D", "a\u009d0;X"],
  ["U+009C", "a\u009cb"],
  ["U+0090", "a\u0090b"],
  ["every control", Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join("")],
  ["an OSC 8 link", "\x1b]8;;https://x.test/;\x1b\\label\x1b]8;;\x1b\\"],
  ["semicolons", ";;;1;2;"],
  ["digits", "4;1;50"],
  ["dashes", "--urgency=critical"],
  ["bidirectional controls", "\u202eevil\u2066\u200f"],
  ["lone surrogates", "\ud800a\udc00\ud83d"],
  ["a family", "👨‍👩‍👧‍👦".repeat(400)],
  ["joiners", "a\u200d".repeat(5_000)],
  ["10 kB", "x\x1b]0;".repeat(2_000)],
  ["2,000 Chinese characters", "界".repeat(2_000)],
  ["stacked marks", `a${"\u0301".repeat(10_000)}b`],
  ["only invisible characters", "\u200b\u2060\u200d"],
  ["noncharacters", "\uffff\u{10ffff}\ufffe"],
  ["colons and newlines", "a:b=c\n\r\u2028d"],
];

function everywhere(text: string): Message {
  return composeMessage({
    notice: { event: "input-required", label: text, promptTitle: text, durationMs: 1_000 },
    session: { cwd: `/${text.replaceAll("/", "")}`, sessionId: text, sessionName: text, host: text },
    tmux: {
      kind: "answered",
      sessionName: text,
      windowIndex: text,
      paneIndex: text,
      sessionId: text,
      windowId: text,
      paneId: text,
      passthrough: "on",
      paneVisible: true,
      clients: [],
      everyClient: [],
    },
    options: { ...DEFAULT_CONTENT, duration: true, promptTitle: true, fullPath: true, details: true },
    language: "en",
    titles: { "input-required": text },
  });
}

describe.each(PROTOCOLS)("%s carries one notification", (protocol, number, encode, sequences) => {
  it.each(HOSTILE)("of %s in every field", (_name, text) => {
    expectOneNotification(everywhere(text), text);
  });

  it("of any mixture of hostile pieces", () => {
    const pieces = [
      "\x1b",
      "]",
      "[",
      "P",
      "\\",
      "\x07",
      ";",
      "0",
      "m",
      "\u009c",
      "\u009d",
      "a",
      "界",
      "\ud83d",
      "\ude00",
      "\u200d",
      "\x18",
      "-",
      " ",
    ];
    let state = 12_345;
    const next = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state >>> 8;
    };
    for (let round = 0; round < 1_500; round += 1) {
      const text = Array.from({ length: next() % 24 }, () => pieces[next() % pieces.length]).join("");
      expectOneNotification(everywhere(text), text);
    }
  });

  function expectOneNotification(message: Message, from: string) {
    const bytes = encode(message);
    if (protocol !== "osc99") expect(Buffer.byteLength(bytes)).toBeLessThan(2_048);
    expect(bytes).not.toMatch(/\p{Surrogate}/u);

    for (const depth of [0, 1, 2] as const) {
      const stream = Buffer.from(wrap(bytes, Array(depth).fill("tmux")));
      const outer = parseTerminal(stream);
      // Wrapped, the whole is one token; and whatever the depth, nothing but our OSCs is inside.
      expect(outer, JSON.stringify(from)).toHaveLength(depth === 0 ? sequences : 1);
      const inner = unwrapTmux(outer);
      expect(inner.map((token) => token.kind)).toEqual(Array.from({ length: sequences }, () => "osc"));
      expect(oscTokens(inner).every((token) => oscNumber(token) === number && token.depth === depth)).toBe(true);

      const shown = shownNotifications(outer);
      expect(shown).toHaveLength(1);
      const text = `${shown[0]?.title}\n${shown[0]?.body}`;
      expect(shown[0]?.protocol).toBe(protocol);
      expect(shown[0]?.title).toMatch(/^[^\s-]/);
      expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
      expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
    }
  }
});
