import { describe, expect, it } from "vitest";
import { sanitizeText } from "../../src/content/text.ts";

const FAMILY = "👨‍👩‍👧‍👦";

describe("sanitizeText", () => {
  it.each([
    ["plain text", "Fix the build", "Fix the build"],
    ["Chinese", "修复构建", "修复构建"],
    ["right-to-left text", "שלום עולם مرحبا", "שלום עולם مرحبا"],

    // Complete escape sequences vanish.
    ["SGR", "\x1b[1;31mred\x1b[0m text", "red text"],
    ["8-bit CSI", "\u009b31mred", "red"],
    ["OSC ended by BEL", "a\x1b]0;X\x07b", "ab"],
    ["OSC ended by ST", "a\x1b]0;X\x1b\\b", "ab"],
    ["8-bit OSC ended by 8-bit ST", "a\u009d0;X\u009cb", "ab"],
    [
      "an OSC 8 link keeps its label",
      "see \x1b]8;id=1;https://x.test/p\x1b\\the docs\x1b]8;;\x1b\\ now",
      "see the docs now",
    ],
    ["DCS", "a\x1bP+q544e\x1b\\b", "ab"],
    ["APC, PM, SOS", "a\x1b_x\x1b\\b\x1b^y\x1b\\c\x1bXz\x1b\\d", "abcd"],
    ["8-bit DCS, SOS, PM, APC", "a\u0090x\u009cb\u0098x\u009cc\u009ex\u009cd\u009fx\u009ce", "abcde"],
    ["tmux passthrough", "a\x1bPtmux;\x1b\x1b]0;X\x07\x1b\\b", "ab"],
    ["nested tmux passthrough", "a\x1bPtmux;\x1b\x1bPtmux;\x1b\x1b\x1b\x1b]0;X\x07\x1b\x1b\\\x1b\\b", "ab"],
    ["a charset designation", "a\x1b(Bb", "ab"],
    ["a designation of a multi-byte set", "a\x1b$(Cb", "ab"],
    ["ST alone", "a\x1b\\b", "ab"],

    // Unfinished ones lose the introducer only.
    ["OSC without an end", "a\x1b]b", "a b"],
    ["OSC cancelled by another", "a\x1b]b \x1b]0;X\x07c", "a b c"],
    ["OSC cancelled by CAN before a backslash", "a\x1b]b\x18\\c", "a b \\c"],
    ["8-bit OSC without an end", "a\u009db", "a b"],
    ["CSI without an end", "a\x1b[3\nb", "a 3 b"],
    ["DCS without an end", "a\x1bPb", "a b"],
    ["DCS without an end before one with", "a\x1bPb\x1b[mc\x1bPd\x1b\\e", "a bce"],
    ["DCS without an end right before one with", "a\x1bPb\x1bPc\x1b\\d", "a bd"],
    ["ESC alone", "a\x1bb", "a b"],
    ["ESC at the end", "a\x1b", "a"],
    ["a sequence cannot be made by removing another", "\x1b\x1b[m]0;X\x07y", "]0;X y"],

    // Controls and white space.
    ["BEL and an OSC", "a\x07\x1b]0;X\x07b", "a b"],
    ["C0, DEL, C1", "a\x00b\x7fc\u0085d\u0080e", "a b c d e"],
    ["U+009C alone", "a\u009cb", "a b"],
    ["white space runs", "  a \t\r\n\u00a0\u2028\u2029\u3000 b  ", "a b"],

    // Invisible characters.
    ["bidirectional controls", "a\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069b", "ab"],
    ["zero-width space, word joiner, operators", "a\u200b\u2060\u2061\u2062\u2063\u2064b", "ab"],
    ["soft hyphen and BOM", "\ufeffa\u00adb", "ab"],
    ["tags", "a\u{e0001}\u{e0041}\u{e007f}b", "ab"],
    ["a space beside an invisible one", "a \u200b b", "a b"],
    ["a family emoji stays whole", `a ${FAMILY}`, `a ${FAMILY}`],
    ["ZWNJ in Persian stays", "می\u200cخواهم", "می\u200cخواهم"],
    ["only zero-width characters", "\u200b\u200d\u200c\ufe0f\u2060\ufeff", ""],
    ["only combining marks", "\u0301\u0302", ""],
    ["only fillers", "\u3164\u115f", ""],
    ["nothing", "", ""],

    // Surrogates.
    ["a lone high surrogate", "a\ud83db", "a\ufffdb"],
    ["a lone low surrogate", "a\ude00b", "a\ufffdb"],
    ["surrogates kept apart do not join", "\ud83d\u200b\ude00", "\ufffd\ufffd"],
    ["a pair", "😀", "😀"],

    // Options of helper programs.
    ["a long option", "--urgency=critical", "urgency=critical"],
    ["dashes behind what is removed", " \x1b[m\u200b- -x", "x"],
    ["only dashes", " -- - ", ""],
    ["a dash inside", "a-b -c", "a-b -c"],
  ])("%s", (_name, text, expected) => {
    expect(sanitizeText(text)).toBe(expected);
    expect(sanitizeText(expected)).toBe(expected);
  });

  /** Quadratic work on these takes minutes, and so fails by vitest's own limit; at 1 MB it would seem to hang. */
  it.each([
    ["ESC ]", "\x1b]"],
    ["8-bit OSC", "\u009d"],
    ["8-bit DCS", "\u0090"],
    ["DCS in doubled ESCs", "\x1bP\x1b"],
    ["doubled ESCs", "\x1b\x1b"],
    ["CSI parameters", "\u009b1"],
    ["digits of one CSI", "1"],
    ["designations", "\x1b("],
    ["spaces", " "],
    ["spaces and letters", "  a"],
    ["dashes", "- "],
    ["joiners", "\u200d"],
    ["marks", "\u0301"],
  ])("takes 200 kB of %s", (_name, unit) => {
    const text = sanitizeText(`\x1b[${unit.repeat(200_000 / unit.length)}`);
    expect(text).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
  });

  it("takes 1 MB of a bit of everything", () => {
    const unit = "a\u009d0;x\x1bP\x1b\x1b[m\u0090\x1b]8;;y \u200b\ud83d-";
    expect(sanitizeText(unit.repeat(1_000_000 / unit.length))).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
  });
});
