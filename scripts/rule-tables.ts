/** The tables in the pages of the rules, made from the lists that the code itself uses. */
import { inLanguage } from "../src/messages/define-messages.ts";
import { reasonMessages } from "../src/messages/outcome.messages.ts";
import { EVENT_IDS, EVENT_TABLE, type Language } from "../src/notices/event-table.ts";
import { EXPIRY_REASONS, OUTCOME_KINDS, type Outcome, SKIP_REASONS, TIMEOUT_REASONS } from "../src/notices/outcome.ts";

export const RULE_PAGES: readonly { readonly file: string; readonly language: Language }[] = [
  { file: "docs/rules.md", language: "en" },
  { file: "docs/rules.zh-CN.md", language: "zh-CN" },
];

type Kind = Outcome["kind"];

/** What each kind of outcome means. */
const KINDS: Readonly<Record<Language, Readonly<Record<Kind, string>>>> = {
  en: {
    written: "The bytes were handed to the terminal. No terminal confirms that it showed them.",
    accepted: "The server or the helper program reported success.",
    failed: "The attempt was refused or broke. The reason is safe to show, for example `http 500`.",
    "timed-out": "The attempt was given up:",
    skipped: "The notice was not for this channel, or could not get through:",
    expired: "The notice was overtaken before its attempt:",
  },
  "zh-CN": {
    written: "字节已交给终端。没有终端会确认是否显示。",
    accepted: "服务器或外部程序报告成功。",
    failed: "尝试被拒绝或出错。原因可以安全显示，例如 `http 500`。",
    "timed-out": "放弃了这次尝试：",
    skipped: "不该由这个渠道通知，或通知到不了：",
    expired: "尝试之前就已过时：",
  },
};

type Reason = keyof typeof reasonMessages;

const REASONS: Readonly<Record<Kind, readonly Reason[]>> = {
  written: [],
  accepted: [],
  failed: [],
  "timed-out": TIMEOUT_REASONS,
  skipped: SKIP_REASONS,
  expired: EXPIRY_REASONS,
};

const HEADS = {
  en: {
    outcomes: "| outcome | reason | meaning |",
    events: "| event | title | priority | by default |",
    on: "on",
    off: "off",
  },
  "zh-CN": {
    outcomes: "| 结果 | 原因 | 含义 |",
    events: "| 事件 | 标题 | 优先级 | 默认 |",
    on: "开",
    off: "关",
  },
} as const satisfies Record<Language, object>;

const TABLES = { outcomes: outcomeTable, events: eventTable } as const;

/** The tables that every page must have, each once. */
export const RULE_TABLES = Object.keys(TABLES) as readonly (keyof typeof TABLES)[];

/**
 * The page with its tables as they are today. A table stands between `<!-- rules: NAME -->` and `<!-- /rules -->`.
 * @throws Error when the page names an unknown table
 */
export function withRuleTables(page: string, language: Language): string {
  return page.replace(
    /(<!-- rules: (\S+) -->\n)[\s\S]*?(<!-- \/rules -->)/g,
    (_all, begin: string, name: string, end: string) => {
      const known = RULE_TABLES.find((table) => table === name);
      if (known === undefined) throw new Error(`there is no table ${name}`);
      return `${begin}${TABLES[known](language).join("\n")}\n${end}`;
    },
  );
}

function outcomeTable(language: Language): string[] {
  const say = inLanguage(reasonMessages, language);
  const rows = OUTCOME_KINDS.flatMap((kind) => [
    `| \`${kind}\` | | ${KINDS[language][kind]} |`,
    ...REASONS[kind].map((reason) => `| | \`${reason}\` | ${say(reason)} |`),
  ]);
  return [HEADS[language].outcomes, "|---|---|---|", ...rows];
}

function eventTable(language: Language): string[] {
  const { events, on, off } = HEADS[language];
  const rows = EVENT_IDS.map((id) => {
    const { titles, priority, onByDefault } = EVENT_TABLE[id];
    return `| \`${id}\` | ${titles[language]} | ${priority} | ${onByDefault ? on : off} |`;
  });
  return [events, "|---|---|---|---|", ...rows];
}
