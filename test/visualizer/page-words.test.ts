import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { REAL_PI, REAL_PI_TEXT } from "../../rig/recorded-trace.ts";
import { inLanguage } from "../../src/messages/define-messages.ts";
import { viewerMessages } from "../../src/messages/viewer.messages.ts";
import { momentFragment, readAddress, servedLive, traceUrl } from "../../visualizer/model/address.ts";
import { placesThatPass } from "../../visualizer/model/event-filter.ts";
import { languageOf } from "../../visualizer/model/page-language.ts";
import { LARGEST_FILE, readTraceFile } from "../../visualizer/model/read-trace-file.ts";

describe("words", () => {
  const frame = readFileSync(new URL("../../visualizer/page.html", import.meta.url), "utf8");

  it("are there for everything that the frame of the page asks for", () => {
    const asked = [...frame.matchAll(/data-(?:word|label|title|hint)="(\w+)"/g)].map(([, key = ""]) => key);
    expect(asked.length).toBeGreaterThan(30);
    expect(asked.filter((key) => !Object.hasOwn(viewerMessages, key))).toEqual([]);
  });

  it.each([
    ["keys", "Keyboard shortcuts", "快捷键"],
    ["whatIf", "What if", "模拟"],
    ["tryWhatIf", "Try “what if”", "试试模拟"],
    ["fit", "Fit", "适应窗口"],
    ["noNotice", "no notification", "没有通知"],
    ["answer-rejected", "rejected", "出错"],
  ] as const)("%s: %s, %s", (key, en, zh) => {
    expect([inLanguage(viewerMessages, "en")(key), inLanguage(viewerMessages, "zh-CN")(key)]).toEqual([en, zh]);
  });

  it("take values as they are", () => {
    expect(inLanguage(viewerMessages, "en")("unreadable", { name: "{all} $& <b>" })).toBe(
      "{all} $& <b> cannot be read.",
    );
  });

  it.each([
    [["zh-CN", "en"], "zh-CN"],
    [["zh"], "zh-CN"],
    [["zh-Hant-TW"], "zh-CN"],
    [["en-GB", "zh"], "en"],
    [[], "en"],
    [["zhx"], "en"],
  ])("%o reads %s", (wanted, language) => {
    expect(languageOf(wanted)).toBe(language);
  });
});

describe("addresses", () => {
  const NOTHING = { at: undefined, notice: undefined, live: undefined };
  it.each([
    ["", NOTHING],
    ["#", NOTHING],
    ["#at=12", { ...NOTHING, at: 12 }],
    ["#at=12&notice=k-run1", { ...NOTHING, at: 12, notice: "k-run1" }],
    ["#at=-1", NOTHING],
    ["#at=1e3", NOTHING],
    ["#live=4711&token=a%2Bb", { ...NOTHING, live: { port: 4_711, token: "a+b" } }],
    ["#live=4711", NOTHING],
    ["#live=70000&token=a", NOTHING],
    ["#live=1.2.3.4&token=a", NOTHING],
    [momentFragment(7), { ...NOTHING, at: 7 }],
  ])("%o", (fragment, address) => {
    expect(readAddress(fragment)).toEqual(address);
  });

  it.each([
    ["http://127.0.0.1:81/?token=a%26b", { port: 81, token: "a&b" }],
    ["http://127.0.0.1/?token=a", { port: 80, token: "a" }],
    ["http://127.0.0.1:81/", undefined],
    ["http://example.com:81/?token=a", undefined],
    ["https://127.0.0.1:81/?token=a", undefined],
    ["file:///home/x/page.html?token=a", undefined],
  ])("%s is served by %o", (address, live) => {
    expect(servedLive(new URL(address))).toEqual(live);
  });

  it("a live Pi is on this machine, and the token cannot leave its place", () => {
    expect(traceUrl({ port: 81, token: "a&b#c" })).toBe("http://127.0.0.1:81/trace?token=a%26b%23c");
  });
});

describe("files", () => {
  const never = () => Promise.reject(new Error("not to be read"));
  it.each([
    [
      { size: LARGEST_FILE + 1, text: never },
      { kind: "bad", problem: { key: "tooLarge" } },
    ],
    [
      { size: 1, text: never },
      { kind: "bad", problem: { key: "unreadable" } },
    ],
    [
      { size: 1, text: async () => "{" },
      { kind: "bad", problem: { clause: { id: "notJson" } } },
    ],
    [
      { size: 1, text: async () => REAL_PI_TEXT },
      { kind: "trace", trace: REAL_PI },
    ],
  ])("%o", async (file, read) => {
    expect(await readTraceFile(file)).toEqual(read);
  });

  it("the trace that is kept for these tests names no folder of a user", () => {
    expect(REAL_PI_TEXT).not.toMatch(/\/(?:work|tmp|home|root|Users)\b/);
  });
});

describe("finding events", () => {
  const { records } = REAL_PI;
  const count = (machine: string, search: string) => placesThatPass(records, { machine, search }).length;

  it("by machine, by every word, whatever the case", () => {
    expect(count("", "")).toBe(records.length);
    expect(count("", "  ")).toBe(records.length);
    expect(count("run", "")).toBe(records.filter(({ machine }) => machine === "run").length);
    expect(count("", "HTTP hook")).toBe(records.filter(({ reason }) => reason === "http 500").length);
    expect(count("", "agent-completed")).toBe(
      records.filter(({ notice }) => notice?.event === "agent-completed").length,
    );
    expect(count("", "no such thing")).toBe(0);
  });

  it("goes on where it stopped", () => {
    const filter = { machine: "delivery", search: "written" };
    const first = placesThatPass(records.slice(0, 60), filter);
    expect([...first, ...placesThatPass(records, filter, 60)]).toEqual(placesThatPass(records, filter));
  });
});
