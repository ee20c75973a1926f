import { describe, expect, it } from "vitest";
import { columnsOf, wrapText } from "../../src/content/wrap-text.ts";

describe("a line of at most 80 columns", () => {
  it.each<[string, number]>([
    ["", 0],
    ["pane", 4],
    ["分屏", 4],
    ["分屏 pane，完", 13],
    ["🔔", 2],
  ])("%j takes %d columns", (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });

  it.each<[string, string]>([
    ["English", `note x: ${"word ".repeat(40)}end.`],
    ["Chinese", `注意 x：${"会通知你，".repeat(30)}完`],
    ["both", `注意 x：${"渠道 terminal 会被跳过（passthrough-off）。".repeat(6)}`],
  ])("%s", (_name, text) => {
    const lines = wrapText(text, "  ");
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(80);
    for (const line of lines.slice(1)) expect(line).toMatch(/^ {2}[^\s，。；：、）]/u);
    expect(
      lines
        .map((line) => line.trim())
        .join("")
        .replaceAll(" ", ""),
    ).toBe(text.replaceAll(" ", ""));
  });

  it("what fits stays as it is, and what has no blank stays whole", () => {
    expect(wrapText("  do: curl -I https://a", "      ")).toEqual(["  do: curl -I https://a"]);
    const address = `https://a/${"x".repeat(100)}`;
    expect(wrapText(`see ${address} there`, "  ")).toEqual(["see", `  ${address}`, "  there"]);
  });

  it("breaks as late as it can", () => {
    expect(wrapText(`${"a".repeat(76)} bcd e`, "")).toEqual([`${"a".repeat(76)} bcd`, "e"]);
    expect(wrapText("字".repeat(41), "")).toEqual(["字".repeat(40), "字"]);
  });
});
