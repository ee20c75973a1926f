import { describe, expect, it } from "vitest";
import { isTyping } from "../../src/pi/typing.ts";

describe("typing", () => {
  it("is found in a long paste of unfinished control strings as fast as anywhere else: linear, or this hangs", () => {
    expect(isTyping("\x1b]".repeat(300_000))).toBe(true);
  });

  it.each([
    ["a letter", "a"],
    ["Enter", "\r"],
    ["Escape", "\x1b"],
    ["an arrow", "\x1b[A"],
    ["a function key", "\x1b[15~"],
    ["a kitty key", "\x1b[97;5u"],
    ["a paste", "\x1b[200~text\x1b[201~"],
    ["Chinese", "你好"],
    ["a key after a report", "\x1b[Ix"],
  ])("%s is typing", (_name, data) => {
    expect(isTyping(data)).toBe(true);
  });

  it.each([
    ["nothing", ""],
    ["focus gained", "\x1b[I"],
    ["focus lost", "\x1b[O"],
    ["primary device attributes", "\x1b[?62;22c"],
    ["secondary device attributes", "\x1b[>1;4000;24c"],
    ["a mode report", "\x1b[?2026;2$y"],
    ["kitty keyboard flags", "\x1b[?5u"],
    ["a cursor position", "\x1b[12;40R"],
    ["XTVERSION", "\x1bP>|kitty(0.35)\x1b\\"],
    ["a colour", "\x1b]11;rgb:0000/0000/0000\x07"],
    ["the mouse, SGR", "\x1b[<35;10;5M"],
    ["the mouse, X10", "\x1b[M !!"],
    ["two reports at once", "\x1b[I\x1b[?62c"],
  ])("%s is not", (_name, data) => {
    expect(isTyping(data)).toBe(false);
  });
});
