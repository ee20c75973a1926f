import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { REAL_PI, REAL_PI_TEXT } from "../../rig/recorded-trace.ts";
import { EXPIRY_REASONS, SKIP_REASONS } from "../../src/notices/outcome.ts";
import { reasonText } from "../../src/trace/reason-words.ts";
import { WHY_NOTHING } from "../../src/trace/why-nothing.ts";
import { momentFragment, readAddress, servedLive, traceUrl } from "../../visualizer/model/address.ts";
import { placesThatPass } from "../../visualizer/model/event-filter.ts";
import { LARGEST_FILE, readTraceFile, readTraceText } from "../../visualizer/model/read-trace-file.ts";
import { inLanguage } from "../../visualizer/model/reasons-in-chinese.ts";
import { languageOf, say, WORD_KEYS } from "../../visualizer/model/words.ts";

const HAN = /[\u4e00-\u9fff]/;

describe("words", () => {
  const frame = readFileSync(new URL("../../visualizer/page.html", import.meta.url), "utf8");

  it("are there for everything that the frame of the page asks for", () => {
    const asked = [...frame.matchAll(/data-(?:word|label|title|hint)="(\w+)"/g)].map(([, key = ""]) => key);
    expect(asked.length).toBeGreaterThan(30);
    expect(asked.filter((key) => !WORD_KEYS.some((known) => known === key))).toEqual([]);
  });

  it.each(WORD_KEYS)("%s takes the same values in both languages", (key) => {
    const values = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    expect(values(say("zh-CN", key))).toEqual(values(say("en", key)));
  });

  it("take values as they are", () => {
    expect(say("en", "from", { from: "{all} $& <b>" })).toBe("from {all} $& <b>");
    expect(say("en", "from")).toBe("from {from}");
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

  it.each([...WHY_NOTHING.map(({ why }) => why), ...[...SKIP_REASONS, ...EXPIRY_REASONS, "no-answer"].map(reasonText)])(
    "“%s” is said in Chinese too",
    (text) => {
      expect(inLanguage("zh-CN", text)).toMatch(HAN);
      expect(inLanguage("en", text)).toBe(text);
    },
  );

  it.each(["", "[]", "{", '{"format":"pi-notify-model-trace"}', '{"format":"pi-notify-trace","version":7}'])(
    "what is wrong with %o is said in Chinese too",
    (text) => {
      const read = readTraceText(text);
      if (read.kind === "trace" || !("clause" in read.problem)) throw new Error("that is no damaged file");
      expect(inLanguage("zh-CN", read.problem.clause)).toMatch(HAN);
    },
  );

  it("what is wrong with a file that is damaged all over is said in Chinese too", () => {
    const channels = Array.from({ length: 300_000 }, () => 0);
    const read = readTraceText(JSON.stringify({ ...REAL_PI, channels }));
    expect(read.kind === "bad" && "clause" in read.problem && inLanguage("zh-CN", read.problem.clause)).toMatch(HAN);
  });

  it("what nobody translated stays as it is", () => {
    expect(inLanguage("zh-CN", "http 500")).toBe("http 500");
    expect(inLanguage("zh-CN", "constructor")).toBe("constructor");
    expect(inLanguage("zh-CN", "x: constructor")).toBe("x: constructor");
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
      { kind: "bad", problem: { clause: "is not JSON" } },
    ],
    [
      { size: 1, text: async () => REAL_PI_TEXT },
      { kind: "trace", trace: REAL_PI },
    ],
  ])("%o", async (file, read) => {
    expect(await readTraceFile(file)).toEqual(read);
  });

  it("the trace that is kept for these tests names nobody's folder", () => {
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
