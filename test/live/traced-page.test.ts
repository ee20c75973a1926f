import { describe, expect, it } from "vitest";
import { tracedPage } from "../../src/live/traced-page.ts";
import type { Trace } from "../../src/trace/trace-format.ts";
import { embeddedTrace, STAND_IN_PAGE } from "./stand-in-page.ts";

function traceWith(reason: string): Trace {
  return {
    ...{ format: "pi-notify-trace", version: 1, madeBy: "test", mode: "tui", utcOffsetMinutes: 0, keep: 1, dropped: 0 },
    channels: [],
    records: [{ at: 0, actor: "session", machine: "session", event: "x", after: ["active"], reason }],
  };
}

describe("a trace in the page", () => {
  it.each([
    "",
    "a < b & c > d",
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "\u2028\u2029\\u003c\"'",
    "</body>",
  ])("is what it was, and no HTML: %j", (reason) => {
    const page = tracedPage(STAND_IN_PAGE, traceWith(reason)) ?? "";
    expect(embeddedTrace(page)).toEqual(traceWith(reason));
    expect(page.match(/<\/?script/g)).toHaveLength(4);
  });

  it("stands before the end of the body, however that is written", () => {
    expect(tracedPage("<BODY>x</BODY >".replace(" ", ""), traceWith(""))).toMatch(
      /^<BODY>x<script .*<\/script>\n<\/BODY>$/,
    );
  });

  it("goes into no text that is no page", () => {
    expect(tracedPage("x", traceWith(""))).toBeUndefined();
  });
});
