import { expect, it } from "vitest";
import { describeWith } from "../../rig/describe-with.ts";
import { EMULATORS } from "../../rig/desktop/emulators.ts";
import { showInEmulator } from "../../rig/desktop/show-in-emulator.ts";
import { contradictions } from "../../scripts/terminal-contradictions.ts";

describeWith(["kitty", "xterm", "Xvfb", "dbus-daemon", "openbox", "xev", "xprop"], "real terminals", () => {
  it.each([
    ["kitty", ["osc9", "osc777", "osc99"]],
    ["xterm", []],
  ])("%s does what the table says of it", { timeout: 60_000 }, async (program, protocols) => {
    const emulator = EMULATORS.find((one) => one.program === program);
    if (emulator === undefined) throw new Error(`${program} is not listed`);
    const found = await showInEmulator(emulator);
    expect(found.shown).toEqual({ "in front": protocols, behind: protocols });
    expect(contradictions(emulator, found)).toEqual([]);
  });
});

const SHOWN = { "in front": ["osc99"], behind: ["osc99"] } as const;
const NOTHING = { "in front": [], behind: [] };
const KITTY = { TERM: "xterm-kitty" };

it("a terminal that does otherwise contradicts the table", () => {
  expect(contradictions({ is: "kitty" }, { env: KITTY, shown: SHOWN })).toEqual([]);
  expect(contradictions({ is: "kitty" }, { env: KITTY, shown: { ...SHOWN, behind: ["osc9"] } })).toEqual([
    "osc99 is not shown behind",
  ]);
  expect(contradictions({ is: "st" }, { env: { TERM: "st-256color" }, shown: SHOWN })).toEqual([
    "it shows osc99 in front",
    "it shows osc99 behind",
  ]);
  expect(contradictions({ is: "konsole" }, { env: KITTY, shown: NOTHING })).toEqual([
    "by its variables it is kitty, not konsole",
  ]);
  expect(contradictions({ is: undefined }, { env: { TERM: "xterm" }, shown: NOTHING })).toEqual([]);
});
