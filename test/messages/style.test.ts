import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Sentence } from "../../src/messages/define-messages.ts";

const FOLDER = new URL("../../src/messages/", import.meta.url);

interface Said extends Sentence {
  /** `doctor.messages.ts: mosh.found` */
  readonly where: string;
}

const CATALOGUES = readdirSync(FOLDER).filter((name) => name.endsWith(".messages.ts"));

/** Every sentence of every catalogue. */
const SENTENCES: readonly Said[] = (
  await Promise.all(
    CATALOGUES.map(async (name) => {
      const module: Readonly<Record<string, unknown>> = await import(new URL(name, FOLDER).href);
      return Object.values(module).flatMap((catalogue) =>
        Object.entries(catalogue as object).flatMap(([id, sentence]: [string, unknown]) =>
          isSentence(sentence) ? [{ where: `${name}: ${id}`, ...sentence }] : [],
        ),
      );
    }),
  )
).flat();

function isSentence(value: unknown): value is Sentence {
  return typeof value === "object" && value !== null && "en" in value && "zh" in value;
}

it("every catalogue is read", () => {
  expect(new Set(SENTENCES.map(({ where }) => where.split(":")[0]))).toEqual(new Set(CATALOGUES));
});

interface Rule {
  readonly says: string;
  readonly broken: RegExp;
  readonly wrong: string;
  readonly right: string;
}

const CHINESE: readonly Rule[] = [
  { says: "quotes are “”", broken: /[「」『』]/, wrong: "「脚本编辑器」", right: "“脚本编辑器”" },
  {
    says: "a space separates Han characters from Latin letters, digits, code and values",
    broken: /\p{Script=Han}[A-Za-z0-9`{]|[A-Za-z0-9`}]\p{Script=Han}/u,
    wrong: "在tmux里",
    right: "在 tmux 里",
  },
  {
    says: "punctuation beside a Han character is full-width",
    broken: /\p{Script=Han}[,;:?!()]|[,;?!()]\p{Script=Han}/u,
    wrong: "渠道会被跳过(unsupported)",
    right: "渠道会被跳过（unsupported）",
  },
  {
    says: "no blank stands beside full-width punctuation",
    broken: /[，。；：、（）“”] +\S|\S +[，。；：、（）]/u,
    wrong: "终端： osc9",
    right: "终端：osc9",
  },
  { says: "a tmux pane is 分屏", broken: /窗格/, wrong: "这个窗格", right: "这个分屏" },
  { says: "a multiplexer is 多路复用器", broken: /(?<!多路)复用器/, wrong: "终端复用器", right: "多路复用器" },
  { says: "a header is 请求头", broken: /(?<!开)头部|标头/, wrong: "头部", right: "请求头" },
  { says: "a folder is 文件夹", broken: /目录/, wrong: "配置目录", right: "配置文件夹" },
  { says: "a channel is 渠道", broken: /通道|频道/, wrong: "所有通道", right: "所有渠道" },
  { says: "a transition is 转换", broken: /转移/, wrong: "转移", right: "转换" },
  { says: "Pi 完成了本轮任务", broken: /停下/, wrong: "Pi 停下来了", right: "Pi 完成了本轮任务" },
  { says: "pi-notify 通知", broken: /叫[你人他]/, wrong: "会叫你", right: "会通知你" },
];

const ENGLISH: readonly Rule[] = [
  { says: "a sentence has no plural forms", broken: /\((?:s|es|ies)\)/, wrong: "2 problem(s)", right: "problems: 2" },
  {
    says: "a number stands behind its noun, so that it fits any number",
    broken: /\{(?:count|number|notes|problems|dropped)\} [a-z]+s\b/,
    wrong: "Wrote {count} records",
    right: "Records: {count}",
  },
  { says: "what is wrong is fixed", broken: /\bmend/i, wrong: "mend it", right: "fix it" },
  {
    says: "what users get is a notification",
    broken: /(?<!\{)\bnotices?\b(?!\})/i,
    wrong: "a notice",
    right: "a notification",
  },
  {
    says: "it is not valid",
    broken: /\bis no (?:valid|JSON|file|folder)\b/,
    wrong: "is no valid JSON",
    right: "is not valid",
  },
  { says: "what users see is a dialog", broken: /\bspans?\b|\bdialogue/i, wrong: "the span", right: "the dialog" },
];

describe.each(CHINESE)("Chinese: $says", ({ broken, wrong, right }) => {
  it("tells wrong from right", () => {
    expect(wrong).toMatch(broken);
    expect(right).not.toMatch(broken);
  });

  it("in every sentence", () => {
    expect(SENTENCES.filter(({ zh }) => zh.split("\n").some((line) => broken.test(line.trim()))).map(shown)).toEqual(
      [],
    );
  });
});

describe.each(ENGLISH)("English: $says", ({ broken, wrong, right }) => {
  it("tells wrong from right", () => {
    expect(wrong).toMatch(broken);
    expect(right).not.toMatch(broken);
  });

  it("in every sentence", () => {
    expect(SENTENCES.filter(({ en }) => broken.test(en)).map(({ where, en }) => `${where}: ${en}`)).toEqual([]);
  });
});

function shown({ where, zh }: Said): string {
  return `${where}: ${zh}`;
}

describe("what is to be typed", () => {
  const steps = SENTENCES.filter(({ where }) => /^doctor\.messages\.ts: .*\.(?:follows|words|past)/.test(where));
  /** Commands, keys and paths: what stands between Chinese characters and their punctuation. */
  const verbatim = (text: string) =>
    text
      .split(/[\p{Script=Han}，。；：、（）“”\n]+/u)
      .map((part) => part.trim().replace(/ #$/, ""))
      .filter(Boolean);

  it("is the same in both languages", () => {
    expect(steps.length).toBeGreaterThan(30);
    const changed = steps.flatMap(({ where, en, zh }) =>
      verbatim(zh).flatMap((part) => (en.includes(part) ? [] : [`${where}: ${part}`])),
    );
    expect(changed).toEqual([]);
  });
});
