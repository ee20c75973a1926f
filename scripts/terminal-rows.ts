import { TERMINAL_TABLE, type TerminalRow } from "../src/channels/osc/terminal-table.ts";
import { type Shows, TERMINALS, type Terminal } from "../src/channels/osc/terminals.ts";
import type { Language } from "../src/notices/event-table.ts";
import { withGeneratedPart } from "./generated-part.ts";

/** The documents that carry the table, and their language. */
export const TERMINAL_DOCUMENTS = [
  ["docs/terminals.md", "en"],
  ["docs/terminals.zh-CN.md", "zh-CN"],
] as const;

const HEAD = {
  en: "| step | what is looked at | terminal | inside tmux |",
  "zh-CN": "| 步骤 | 看什么 | 终端 | 在 tmux 里 |",
} as const satisfies Record<Language, string>;

const IN_TMUX = {
  en: { always: "yes", silent: "while no client has said what it is", never: "no" },
  "zh-CN": { always: "看", silent: "客户端没有自报名称时才看", never: "不看" },
} as const satisfies Record<Language, Record<TerminalRow["inTmux"], string>>;

const AS_CONFIGURED = { en: "as configured", "zh-CN": "按配置" } as const satisfies Record<Language, string>;

/** The detection table in Markdown, from the table that the code asks. */
export function detectionRows(language: Language): string {
  const rows = TERMINAL_TABLE.map(({ step, name, answers, inTmux }) => {
    const said = answers === "as configured" ? AS_CONFIGURED[language] : TERMINALS[answers].name;
    return `| ${step} | ${name[language]} | ${said} | ${IN_TMUX[language][inTmux]} |`;
  });
  return [HEAD[language], "|---|---|---|---|", ...rows].join("\n");
}

const TERMINALS_HEAD = {
  en: "| terminal | sequence | shows it | how we know |",
  "zh-CN": "| 终端 | 序列 | 是否显示 | 依据 |",
} as const satisfies Record<Language, string>;

const SHOWS = {
  en: { shows: "yes", unsure: "depends on version and settings", none: "no" },
  "zh-CN": { shows: "显示", unsure: "取决于版本和设置", none: "不显示" },
} as const satisfies Record<Language, Record<Shows, string>>;

const EVIDENCE = {
  en: { seen: (version: string) => `seen with ${version}`, source: "documentation" },
  "zh-CN": { seen: (version: string) => `实测 ${version}`, source: "文档" },
} as const;

/** What each terminal shows, from the same source. */
function showsRows(language: Language): string {
  const rows = Object.values<Terminal>(TERMINALS).map(({ name, protocol, shows, seen, source }) => {
    const sequence = protocol === "none" ? "" : `\`${protocol}\``;
    const evidence = [
      ...(seen === undefined ? [] : [EVIDENCE[language].seen(seen)]),
      ...(source === undefined ? [] : [`[${EVIDENCE[language].source}](${source})`]),
    ];
    return `| ${name} | ${sequence} | ${SHOWS[language][shows]} | ${evidence.join(language === "en" ? ", " : "，")} |`;
  });
  return [TERMINALS_HEAD[language], "|---|---|---|---|", ...rows].join("\n");
}

/** The document with its tables as the code has them now. @throws Error when it has no place for one */
export function withTerminalRows(text: string, language: Language): string {
  const detection = withGeneratedPart(text, "detection", detectionRows(language));
  return withGeneratedPart(detection, "terminals", showsRows(language));
}
