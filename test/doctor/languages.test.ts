import { describe, expect, it } from "vitest";
import type { DoctorFacts } from "../../src/commands/doctor/facts.ts";
import { FINDING_IDS, type Finding } from "../../src/commands/doctor/finding.ts";
import { checkAll, reportLines } from "../../src/commands/doctor/run-doctor.ts";
import { columnsOf } from "../../src/content/wrap-text.ts";
import type { Language } from "../../src/notices/event-table.ts";
import { FACTS } from "./doctor-facts.ts";
import { FINDING_CASES } from "./finding-cases.ts";

const { channels } = FACTS;

const findingsIn = (language: Language, changes: Partial<DoctorFacts>) => checkAll({ ...FACTS, ...changes, language });
const about = (findings: readonly Finding[], id: string) =>
  findings.filter((one) => one.verdict !== "fine" && one.id === id);

describe.each(FINDING_CASES)("%s", (id, changes, expected) => {
  it(`says in Chinese: ${expected}`, () => {
    const findings = about(findingsIn("zh-CN", changes), id);
    const [, ...lines] = reportLines({ language: "zh-CN", findings });
    // A long sentence goes on in the next line.
    expect(withoutBlanks(lines.join(""))).toContain(withoutBlanks(expected));
  });

  it.each<Language>(["en", "zh-CN"])("fits into 80 columns in %s", (language) => {
    for (const line of reportLines({ language, findings: findingsIn(language, changes) })) {
      expect(columnsOf(line), line).toBeLessThanOrEqual(80);
    }
  });

  it("says the same in both languages, with what follows in the same places and the same to type", () => {
    const [english, chinese] = [findingsIn("en", changes), findingsIn("zh-CN", changes)];
    expect(chinese.map(shapeOf)).toEqual(english.map(shapeOf));
    for (const finding of about(chinese, id)) {
      for (const text of textsOf(finding)) expect(text).toMatch(/\p{Script=Han}/u);
    }
  });
});

function withoutBlanks(text: string): string {
  return text.replace(/ /g, "");
}

function shapeOf(finding: Finding) {
  return finding.verdict === "fine"
    ? "fine"
    : [finding.verdict, finding.id, finding.follows === undefined, finding.shell, finding.inPi];
}

function textsOf(finding: Finding): readonly string[] {
  if (finding.verdict === "fine") return [finding.found];
  return [finding.found, finding.follows ?? ""];
}

it("every finding has a case, but for those in the words of the configuration's reader", () => {
  const told = new Set(FINDING_CASES.map(([id]) => id));
  expect(FINDING_IDS.filter((id) => !told.has(id))).toEqual(["config-warning", "variable-unset", "project-waiting"]);
});

it.each<[Partial<DoctorFacts>, string, string]>([
  [
    { env: { KITTY_WINDOW_ID: "1" }, channels: { ...channels, desktops: [] } },
    "pi-notify doctor: nothing is wrong",
    "pi-notify doctor：没有发现问题",
  ],
  [{}, "pi-notify doctor: nothing is wrong, notes: 1", "pi-notify doctor：没有发现问题，提示 1 条"],
  [
    { env: { KITTY_WINDOW_ID: "1" }, channels: { ...channels, ids: [], desktops: [] } },
    "pi-notify doctor: problems: 1",
    "pi-notify doctor：问题 1 个",
  ],
  [
    { channels: { ...channels, ids: [] } },
    "pi-notify doctor: problems: 1, notes: 1",
    "pi-notify doctor：问题 1 个，提示 1 条",
  ],
])("the first line counts, without plural forms", (changes, english, chinese) => {
  expect(reportLines({ language: "en", findings: findingsIn("en", changes) })[0]).toBe(english);
  expect(reportLines({ language: "zh-CN", findings: findingsIn("zh-CN", changes) })[0]).toBe(chinese);
});
