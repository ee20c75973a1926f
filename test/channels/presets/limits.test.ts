import { describe, expect, it } from "vitest";
import { PRESET_NAMES, type PresetName } from "../../../src/channels/webhook/presets/registry.ts";
import { bodyOf, type Json, message, SENT_TEXT } from "./preset-cases.ts";

const codePoints = (text: unknown) => Array.from(String(text)).length;
const jsonBytes = (body: Json) => Buffer.byteLength(JSON.stringify(body));

interface Limit {
  readonly unit: string;
  readonly most: number;
  size(body: Json): number;
}

/** Each service's limit in its own unit. */
const LIMITS: Readonly<Record<PresetName, readonly Limit[]>> = {
  slack: [{ unit: "UTF-16 units", most: 4000, size: ({ text }) => String(text).length }],
  discord: [{ unit: "code points", most: 2000, size: ({ content }) => codePoints(content) }],
  teams: [
    // 28,000 bytes, should Teams count them in UTF-16
    { unit: "bytes of UTF-16", most: 28_000, size: (body) => 2 * JSON.stringify(body).length },
    { unit: "bytes of UTF-8", most: 14_000, size: jsonBytes },
  ],
  telegram: [{ unit: "UTF-16 units", most: 4096, size: ({ text }) => String(text).length }],
  feishu: [{ unit: "bytes of the request", most: 20_000, size: jsonBytes }],
  dingtalk: [{ unit: "bytes of the request", most: 20_000, size: jsonBytes }],
  wecom: [{ unit: "bytes of the content", most: 2048, size: ({ text }) => Buffer.byteLength(String(text?.content)) }],
  bark: [{ unit: "bytes of Apple's payload", most: 4096, size: applePayloadBytes }],
  gotify: [
    { unit: "code points (ours)", most: 4000, size: (body) => codePoints(body.message) },
    { unit: "code points of the title (ours)", most: 250, size: (body) => codePoints(body.title) },
  ],
  pushover: [
    { unit: "characters", most: 1024, size: (body) => codePoints(body.message) },
    { unit: "characters of the title", most: 250, size: (body) => codePoints(body.title) },
  ],
};

/** What Bark's server makes of it (apns/apns.go), as Go writes JSON. */
function applePayloadBytes({ title, body, level, group }: Json): number {
  const alert = { title, body };
  const aps = {
    alert,
    category: "myNotificationCategory",
    "mutable-content": 1,
    sound: "1107.caf",
    "thread-id": group,
  };
  const json = JSON.stringify({ aps, group, level });
  const asGo = json.replace(/[<>&\u2028\u2029]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return Buffer.byteLength(asGo);
}

/** Pieces that no cut may divide, and that no preset rewrites beyond what `readable` undoes. */
const PIECES: readonly (readonly [name: string, piece: string])[] = [
  ["letters", "a"],
  ["Chinese", "长"],
  ["quotes", '"'],
  ["ampersands", "&"],
  ["angle brackets", "<"],
  ["asterisks", "*"],
  ["emoji", "😀"],
  ["families", "👨‍👩‍👧‍👦"],
  ["flags", "🇨🇳"],
  ["skin tones", "👍🏽"],
  ["letters with marks", "e\u0301\u0323"],
  ["Korean jamo", "\u1112\u1161\u11ab"],
];

/** Undoes the escaping of those presets that escape. */
function readable(name: PresetName, sent: string): string {
  if (name === "discord") return sent.replace(/\\([\s\S])/g, "$1");
  return name === "slack" ? sent.replaceAll("&lt;", "<").replaceAll("&amp;", "&") : sent;
}

describe.each(PRESET_NAMES)("%s", (name) => {
  const expectWithinLimits = (body: Json) => {
    for (const { unit, most, size } of LIMITS[name]) expect(size(body), unit).toBeLessThanOrEqual(most);
  };

  it.each(PIECES)(
    "keeps the service's limits with 5 kB and 50 kB of %s, and cuts no character in half",
    (_w, piece) => {
      for (const bytes of [5_000, 50_000]) {
        const text = piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece)));
        for (const of of [message("T", text), message(text, "L"), message(text, text, text), message(text)]) {
          const body = bodyOf(name, of);
          expectWithinLimits(body);
          for (const line of readable(name, SENT_TEXT[name](body)).split("\n")) {
            if (["T", "L", "", "…", text].includes(line)) continue;
            expect(line.endsWith("…")).toBe(true);
            const kept = line.slice(0, -1);
            expect(kept).toBe(piece.repeat(kept.length / piece.length));
          }
        }
      }
    },
  );

  it.each([
    ["many lines", message("T", ...Array<string>(5000).fill("line"))],
    ["lone surrogates", message("\ud800".repeat(5000), "\udc00".repeat(5000))],
    ["one endless character", message("T", `a${"\u0301".repeat(20_000)}`)],
    ["mentions", message("<@U1>".repeat(1000), "<at>@all</at>".repeat(1000))],
    ["control characters and separators", message("\u0001".repeat(5000), "\u2028".repeat(5000))],
  ])("keeps the service's limits with %s", (_name, of) => {
    expectWithinLimits(bodyOf(name, of));
  });

  it("cuts no more than it has to", () => {
    const body = bodyOf(name, message("a".repeat(2000), ...Array<string>(20).fill("a".repeat(2000))));
    for (const { unit, most, size } of LIMITS[name]) expect(size(body), unit).toBeGreaterThan(most * 0.8);
    expect(SENT_TEXT[name](body)).toMatch(/…$/);
  });

  it("says something of the lines, however long the title is", () => {
    const shown = SENT_TEXT[name](bodyOf(name, message("a".repeat(5000), "the line")));
    expect(shown).toMatch(name === "slack" ? /^a+…$/ : /^a+…\nthe line$/);
  });
});
