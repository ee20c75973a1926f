import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readRepositoryFile } from "../document-parts.ts";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const PAGES = ["*.zh-CN.md", "docs/**/*.zh-CN.md"].flatMap((pattern) => globSync(pattern, { cwd: REPOSITORY })).sort();

interface StyleRule {
  readonly says: string;
  readonly broken: RegExp;
  readonly wrong: string;
  readonly right: string;
}

/** What can be checked in a line without reading it. */
const STYLE: readonly StyleRule[] = [
  { says: "quotes are “”", broken: /[「」『』]/, wrong: "按「经过」计数", right: "按“经过”计数" },
  {
    says: "bold ends before its punctuation, or GitHub shows the asterisks",
    broken: /\*\*[^*]*[，。：；！？、]\*\*(?![\s]|$)|：\*\*/u,
    wrong: "**现象：**少了一个渠道",
    right: "**现象**：少了一个渠道",
  },
  {
    says: "a space separates Han characters and code",
    broken: /\p{Script=Han}`[^`]+`|`[^`]+`\p{Script=Han}/u,
    wrong: "按 `0`显示",
    right: "按 `0` 显示",
  },
  {
    says: "a space separates Han characters and Latin letters or digits",
    broken: /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u,
    wrong: "在tmux里",
    right: "在 tmux 里",
  },
  {
    says: "punctuation after a Han character is full-width",
    broken: /\p{Script=Han}[,;:?!]/u,
    wrong: "不用密钥,不用配置",
    right: "不用密钥，不用配置",
  },
  { says: "a tmux pane is 分屏", broken: /窗格/, wrong: "正在显示的窗格", right: "正在显示的分屏" },
  { says: "a multiplexer is 多路复用器", broken: /(?<!多路)复用器/, wrong: "终端复用器", right: "多路复用器" },
  { says: "a header is 请求头", broken: /头部|标头/, wrong: "其他头部", right: "其他请求头" },
  { says: "a transition is 转换", broken: /转移/, wrong: "刚走过的转移", right: "刚发生的转换" },
  { says: "a folder is 文件夹", broken: /目录/, wrong: "临时目录", right: "临时文件夹" },
  { says: "Pi 完成了本轮任务", broken: /停下/, wrong: "Pi 停下来了", right: "Pi 完成了本轮任务" },
  { says: "pi-notify 通知", broken: /叫[你人他]/, wrong: "会叫你", right: "会通知你" },
  { says: "a shortcut is 快捷键", broken: /按键/, wrong: "显示这些按键", right: "显示这些快捷键" },
  { says: "to fit a chart is 适应窗口", broken: /整张图/, wrong: "显示整张图", right: "适应窗口" },
  { says: "“what if” is 模拟", broken: /^#+ 如果$|`如果`|“如果”/, wrong: "## 如果", right: "## 模拟" },
];

/** The lines that people read: no blocks of code, no targets of links. Chinese code spans are lines of their own. */
function proseOf(page: string): string[] {
  const labels: string[] = [];
  const text = readRepositoryFile(page)
    .replace(/^```[\s\S]*?^```$/gm, "")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/<!--.*?-->/g, "")
    .replace(/`[^`\n]*`/g, (code) => {
      if (/\p{Script=Han}/u.test(code)) labels.push(code);
      return "`code`";
    });
  return [...text.split("\n"), ...labels];
}

describe.each(STYLE)("$says", ({ broken, wrong, right }) => {
  it("tells wrong from right", () => {
    expect(wrong).toMatch(broken);
    expect(right).not.toMatch(broken);
  });

  it.each(PAGES)("%s", (page) => {
    expect(proseOf(page).filter((line) => broken.test(line))).toEqual([]);
  });
});

it("every page with a Chinese twin is checked", () => {
  expect(PAGES).toContain("README.zh-CN.md");
  expect(PAGES.length).toBeGreaterThan(7);
});
