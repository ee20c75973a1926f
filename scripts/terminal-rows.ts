import { TERMINAL_TABLE, type TerminalRow } from "../src/channels/osc/terminal-table.ts";
import type { Language } from "../src/notices/event-table.ts";

/** The documents that carry the table, and their language. */
export const TERMINAL_DOCUMENTS = [
  ["docs/terminals.md", "en"],
  ["docs/terminals.zh-CN.md", "zh-CN"],
] as const;

const HEAD = {
  en: "| step | what is looked at | protocol | inside tmux |",
  "zh-CN": "| 步骤 | 看什么 | 协议 | 在 tmux 里 |",
} as const satisfies Record<Language, string>;

const IN_TMUX = {
  en: { always: "yes", silent: "while no client has said what it is", never: "no" },
  "zh-CN": { always: "看", silent: "客户端没有自报名称时才看", never: "不看" },
} as const satisfies Record<Language, Record<TerminalRow["inTmux"], string>>;

const ANSWERS = {
  en: { "as configured": "as configured", none: "none" },
  "zh-CN": { "as configured": "按配置", none: "无" },
} as const satisfies Record<Language, Partial<Record<TerminalRow["answers"], string>>>;

/** The detection table in Markdown, from the table that the code asks. */
export function terminalRows(language: Language): string {
  const rows = TERMINAL_TABLE.map(({ step, name, answers, inTmux }) => {
    const said = answers === "as configured" || answers === "none" ? ANSWERS[language][answers] : `\`${answers}\``;
    return `| ${step} | ${name[language]} | ${said} | ${IN_TMUX[language][inTmux]} |`;
  });
  return [HEAD[language], "|---|---|---|---|", ...rows].join("\n");
}

/** The document with its table as the code has it now. @throws Error when it has no place for one */
export function withTerminalRows(text: string, language: Language): string {
  const place = /(<!-- npm run docs -->\n)[\s\S]*?(<!-- \/ -->)/;
  if (!place.test(text)) throw new Error("no place for the table");
  return text.replace(place, (_whole, begin: string, end: string) => `${begin}\n${terminalRows(language)}\n\n${end}`);
}
