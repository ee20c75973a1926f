import { expect, it } from "vitest";
import { examined, findingOf } from "./examined.ts";

const OSC = { channels: [{ id: "terminal", type: "osc" }] };
const WITH_DESKTOP = { channels: [...OSC.channels, { id: "desktop", type: "desktop" }] };

it.each<[string, Record<string, string>, string[]]>([
  ["kitty", { KITTY_WINDOW_ID: "1" }, []],
  ["WezTerm", { WEZTERM_PANE: "1" }, []],
  ["foot", { TERM: "foot" }, ["note terminal-setting"]],
  ["Ghostty", { TERM: "xterm-ghostty" }, ["note terminal-setting"]],
  ["VS Code", { TERM_PROGRAM: "vscode" }, ["note terminal-setting"]],
  ["Windows Terminal", { WT_SESSION: "1" }, ["note terminal-setting"]],
  ["iTerm2", { TERM_PROGRAM: "iTerm.app" }, ["note terminal-setting"]],
  ["a terminal on VTE", { VTE_VERSION: "7000" }, ["note terminal-setting"]],
  ["one that nobody knows", { TERM_PROGRAM: "\u001b]0;x\u0007" }, ["note terminal-unknown"]],
  ["Apple Terminal", { TERM_PROGRAM: "Apple_Terminal" }, ["problem terminal-mute"]],
])("%s", async (_name, env, told) => {
  const seen = await examined({ config: OSC, env });
  expect(seen.told).toEqual(told);
  expect(seen.text.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
});

it("a terminal that shows nothing is no problem where a desktop does", async () => {
  const env = { TERM_PROGRAM: "Apple_Terminal" };
  const seen = await examined({ config: WITH_DESKTOP, env, platform: "darwin" });
  expect(seen.told).toEqual(["note terminal-mute", "note macos-permission"]);
  expect(findingOf(seen, "terminal-mute").inPi).toBeUndefined();
});

it("does not mention the terminal without a notification in it", async () => {
  const bell = { channels: [{ id: "bell", type: "bell" }] };
  expect((await examined({ config: bell, env: { TERM: "dumb" } })).told).toEqual([]);
});

it("every finding says what was found and what follows; the problems come first", async () => {
  const config = {
    channels: [...OSC.channels, { id: "hook", type: "webhook", webhook: { url: "http://127.0.0.1:1" } }],
  };
  const { findings, text } = await examined({ config });
  for (const finding of findings) {
    if (finding.verdict === "fine") continue;
    expect(finding).toMatchObject({
      found: expect.stringMatching(/\.$/),
      follows: expect.stringMatching(/\.$/),
    });
  }
  const order = text.split("\n").flatMap((line) => /^(?:problem|note|ok)(?=[ :])/.exec(line) ?? []);
  expect(order).toEqual(["problem", "note", "ok", "ok"]);
});
