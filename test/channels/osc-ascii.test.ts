import { describe, expect, it } from "vitest";
import { multiplexerOf } from "../../src/channels/osc/multiplexers.ts";
import { signsToAscii, toAscii } from "../../src/channels/osc/to-ascii.ts";

describe("a message for GNU screen is ASCII", () => {
  it.each([
    ["a · b", "a - b"],
    ["2–3", "2-3"],
    ["so — there", "so - there"],
    ["‘x’", "'x'"],
    ["“x”", '"x"'],
    ["café, ě and ć", "cafe, e and c"],
    ["ﬁx ２", "fix 2"],
    ["任务 done 任务", "? done ?"],
  ])("a line %s", (line, ascii) => {
    expect(toAscii({ title: "t", lines: [line] }, "plain").lines).toEqual([ascii]);
  });

  it.each([
    ["“Tâche” – finie", '"Tache" - finie'],
    ["任务完成", "plain"],
  ])("a title %s", (title, ascii) => {
    expect(toAscii({ title, lines: [] }, "plain").title).toBe(ascii);
  });

  it("what the encoders put between and after texts", () => {
    expect(signsToAscii("one · two · three…")).toBe("one - two - three...");
  });
});

describe("what tmux's client is, by what tmux knows of it", () => {
  it.each([
    ["tmux 3.3a", "xterm-256color", "tmux"],
    ["", "tmux", "tmux"],
    ["", "tmux-256color", "tmux"],
    ["", "screen.xterm-256color", "screen"],
    ["", "xtmux-256color", undefined],
    ["", "myscreen", undefined],
    ["", "xterm-256color", undefined],
    // It has said its name, so its TERM need not be guessed from.
    ["XTerm(388)", "screen", undefined],
  ])("type %j, name %s", (termType, termName, multiplexer) => {
    const client = { tty: "/dev/pts/1", termType, termName };
    expect(multiplexerOf(client as Parameters<typeof multiplexerOf>[0])).toBe(multiplexer);
  });
});
