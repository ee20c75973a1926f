import { describe, expect, it } from "vitest";
import { cutText } from "../../src/content/cut.ts";

const FAMILY = "👨‍👩‍👧‍👦";

describe("cutText", () => {
  it.each([
    ["fits", "abc", { codePoints: 3 }, "abc"],
    ["one too long", "abcd", { codePoints: 3 }, "ab…"],
    ["no limit", "abcd", {}, "abcd"],
    ["white space before the cut goes", "ab cd", { codePoints: 4 }, "ab…"],
    ["bytes that fit", "修复", { bytes: 6 }, "修复"],
    ["bytes, whole characters only", "修复构建", { bytes: 11 }, "修复…"],
    ["both limits, bytes the narrower", "修复构建", { codePoints: 4, bytes: 9 }, "修复…"],
    ["both limits, code points the narrower", "修复构建", { codePoints: 2, bytes: 900 }, "修…"],
    ["an astral character counts as one", "😀😀😀", { codePoints: 3 }, "😀😀😀"],
    ["a family at the cut is gone whole", `ab${FAMILY}c`, { codePoints: 8 }, "ab…"],
    ["a family before the cut stays whole", `${FAMILY}abc`, { codePoints: 9 }, `${FAMILY}a…`],
    ["a flag is not halved", "🇩🇪🇫🇷🇮🇹", { codePoints: 4 }, "🇩🇪…"],
    ["an accent stays with its letter", "ae\u0301o", { codePoints: 3 }, "a…"],
    ["a cluster larger than the limit", `${FAMILY}`, { codePoints: 3 }, "…"],
    ["a cluster larger in bytes", `${FAMILY}`, { bytes: 20 }, "…"],
    ["room for the ellipsis only", "abc", { codePoints: 1 }, "…"],
    ["room in bytes for the ellipsis only", "abcd", { bytes: 3 }, "…"],
    ["no room for the ellipsis", "abc", { bytes: 2 }, ""],
    ["no room at all", "abc", { codePoints: 0 }, ""],
    ["empty", "", { codePoints: 0 }, ""],
  ])("%s", (_name, text, limits, expected) => {
    expect(cutText(text, limits)).toBe(expected);
  });

  it("agrees with a cut of the whole text by whole clusters", () => {
    const pieces = ["a", "é", "e\u0301", "修", FAMILY, "🇩🇪", "👍🏽", "نم", "ก็", " ", "क्षि"];
    const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
    for (let seed = 1; seed <= 200; seed += 1) {
      const text = Array.from(
        { length: 40 },
        (_, index) => pieces[(seed * 31 + index * index * 7) % pieces.length],
      ).join("");
      const limits = seed % 2 === 0 ? { codePoints: seed % 50 } : { bytes: seed };
      const cut = cutText(text, limits);
      expect(Array.from(cut).length).toBeLessThanOrEqual(limits.codePoints ?? Number.POSITIVE_INFINITY);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(limits.bytes ?? Number.POSITIVE_INFINITY);
      if (cut === text || cut === "") continue;
      const kept = cut.slice(0, -1);
      const boundaries = Array.from(segmenter.segment(text), ({ index }) => index);
      const clusterAfter = boundaries.find(
        (index) => index >= kept.length && text.slice(kept.length, index).trim() === "",
      );
      expect(clusterAfter, `${kept} in ${text}`).toBeDefined();
      expect(text.startsWith(kept)).toBe(true);
    }
  });

  it("takes a huge text and a huge cluster", () => {
    expect(cutText("修".repeat(1_000_000), { codePoints: 512 })).toBe(`${"修".repeat(511)}…`);
    expect(cutText(`a${"\u0301".repeat(1_000_000)}`, { codePoints: 512 })).toBe("…");
  });
});
