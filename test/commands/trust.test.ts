import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CHANNELS } from "../../src/channels/registry.ts";
import { toPages } from "../../src/commands/trust/pages.ts";
import { type TrustOptions, type TrustWord, trustLines } from "../../src/commands/trust/trust.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { columnsOf } from "../../src/content/wrap-text.ts";
import type { Language } from "../../src/notices/event-table.ts";
import { temporaryFolder } from "../config/temporary-folder.ts";

const SCREEN = { columns: 76, rows: 8 };

interface Place {
  readonly cwd: string;
  readonly agentDir: string;
  write(file: object | string): void;
  isApproved(): Promise<boolean>;
}

function place(file: object | string): Place {
  const cwd = temporaryFolder();
  const agentDir = temporaryFolder();
  const write = (content: object | string) => {
    mkdirSync(join(cwd, ".pi"), { recursive: true });
    writeFileSync(join(cwd, ".pi", "pi-notify.json"), typeof content === "string" ? content : JSON.stringify(content));
  };
  write(file);
  const isApproved = async () => {
    const project = { cwd, agentDir, isTrusted: true };
    const loaded = await loadConfig({ path: join(agentDir, "none.json"), env: {}, registry: CHANNELS, project });
    return loaded.project.kind === "in-force" && loaded.project.approval === "notify";
  };
  return { cwd, agentDir, write, isApproved };
}

interface Asked {
  readonly lines: readonly string[];
  /** What each dialog showed, and its choices. */
  readonly pages: readonly string[];
  readonly choices: readonly (readonly string[])[];
}

/** @param answer the choice to take, by the number of the page and the choices; undefined is Escape */
async function ask(
  { cwd, agentDir }: Place,
  answer: ((page: number, choices: readonly string[]) => string | undefined) | undefined,
  { word, language = "en" }: { readonly word?: TrustWord; readonly language?: Language } = {},
): Promise<Asked> {
  const pages: string[] = [];
  const choices: (readonly string[])[] = [];
  const options: TrustOptions = {
    ...{ path: join(agentDir, "none.json"), env: {}, registry: CHANNELS, language, page: SCREEN },
    project: { cwd, agentDir, isTrusted: true },
    select:
      answer &&
      (async (title, offered) => {
        pages.push(title);
        choices.push(offered);
        return answer(pages.length, offered);
      }),
    ending: new AbortController().signal,
    approvalChanged: () => {},
  };
  return { lines: await trustLines(options, word), pages, choices };
}

const yes = (_page: number, choices: readonly string[]) => choices.find((choice) => !/^(?:No|不)/.test(choice));
const webhook = (id: string, url: string) => ({ id, type: "webhook", webhook: { url } });
const file = (...urls: readonly string[]) => ({ channels: urls.map((url, index) => webhook(`c${index}`, url)) });
const ONE = file("https://evil.example/");

describe("/notify trust shows, asks, records", () => {
  test("nothing is recorded before the yes, which is not the first choice of the last page", async () => {
    const where = place(ONE);
    let wasApprovedBefore = true;
    const { lines, choices } = await ask(where, (page, offered) => {
      wasApprovedBefore = existsSync(join(where.agentDir, "extensions"));
      return yes(page, offered);
    });
    expect(wasApprovedBefore).toBe(false);
    expect(choices).toEqual([["No, approve nothing", "Yes, approve exactly this"]]);
    expect(lines).toEqual([expect.stringMatching(/^Approved\./)]);
    expect(await where.isApproved()).toBe(true);
  });

  test.each<[string, (page: number, choices: readonly string[]) => string | undefined]>([
    ["no", (_page, choices) => choices.find((choice) => choice.startsWith("No"))],
    ["Escape", () => undefined],
    ["Enter on every page", (_page, choices) => choices[0]],
  ])("%s approves nothing", async (_what, answer) => {
    const where = place(file(...Array.from({ length: 20 }, (_, index) => `https://h${index}.example/`)));
    expect((await ask(where, answer)).lines).toEqual(["Nothing was approved."]);
    expect(await where.isApproved()).toBe(false);
  });

  test("a file that changes between the showing and the yes is not approved, neither text of it", async () => {
    const where = place(ONE);
    const { lines } = await ask(where, (page, choices) => {
      where.write(file("https://other.example/"));
      return yes(page, choices);
    });
    expect(lines).toEqual([expect.stringContaining("has changed since it was shown")]);
    expect(await where.isApproved()).toBe(false);
    where.write(ONE);
    expect(await where.isApproved()).toBe(false);
  });

  test("a file that changes afterwards waits again", async () => {
    const where = place(ONE);
    await ask(where, yes);
    where.write({ ...ONE, titles: { "agent-error": "x" } });
    expect(await where.isApproved()).toBe(false);
  });

  test("without dialogs it shows, and only yes approves", async () => {
    const where = place(ONE);
    const shown = await ask(where, undefined);
    expect(shown.lines).toContain("  https://evil.example by channels[0].webhook.url (c0)");
    expect(shown.lines.at(-1)).toBe("/notify trust yes approves exactly this.");
    expect(await where.isApproved()).toBe(false);
    const agreed = await ask(where, undefined, { word: "yes" });
    expect(agreed.lines).toContain("  https://evil.example by channels[0].webhook.url (c0)");
    expect(await where.isApproved()).toBe(true);
  });

  test("where there are dialogs, yes still asks in one", async () => {
    const where = place(ONE);
    expect((await ask(where, () => undefined, { word: "yes" })).lines).toEqual(["Nothing was approved."]);
    expect(await where.isApproved()).toBe(false);
  });

  test("too much to be read is not approved, however it is answered", async () => {
    const template = Array.from({ length: 500 }, (_, index) => `t${index}`);
    const where = place({ channels: [{ id: "a", type: "webhook", webhook: { url: "https://h.example/", template } }] });
    const { lines, pages } = await ask(where, yes);
    expect([lines, pages]).toEqual([[expect.stringContaining("too much to be checked")], []]);
    expect(await where.isApproved()).toBe(false);
  });

  test("asks in Chinese", async () => {
    const where = place(file("${A:-https://evil.example/x}"));
    const { pages, lines } = await ask(where, yes, { language: "zh-CN" });
    expect(pages[0]).toContain("批准这个文件夹的 .pi/pi-notify.json？");
    expect(pages[0]).toContain("!! 地址未知：channels[0].webhook.url（c0）连到哪里，由 $A 决定");
    expect(pages[0]).toContain("可能是 https://evil.example");
    expect(lines).toEqual([expect.stringMatching(/^已批准。/)]);
  });
});

describe("what it shows", () => {
  test.each<[string, readonly string[]]>([
    ["https://evil.example/x?y", ["https://evil.example by"]],
    ["https://good.example@evil.example/", ["https://evil.example by"]],
    ["https://hооks.slack.com/services", ["https://xn--hks-seda.slack.com by"]],
    ["https://%65%76il.example", ["https://evil.example by"]],
    ["https:\\\\evil.example\\x", ["https://evil.example by"]],
    ["https:evil.example", ["https://evil.example by"]],
    [" ht\ttps://evil.example", ["https://evil.example by"]],
    ["http://0x7f000001:8080/", ["http://127.0.0.1:8080 by"]],
    ["https://evil.example/$KEY", ["https://evil.example by", "environment: $KEY"]],
    ["https://evil.example/\\$KEY", ["https://evil.example by", "It reads nothing"]],
    ["${A:-https://evil.example/x}", ["!! UNKNOWN ADDRESS: $A decides where", "possibly https://evil.example"]],
    ["https://${A:-evil.example}/x", ["!! UNKNOWN ADDRESS: $A", "possibly https://evil.example"]],
    ["https://good.example${A}", ["!! UNKNOWN ADDRESS: $A"]],
    ["https://$A@evil.example/", ["!! UNKNOWN ADDRESS: $A", "possibly https://evil.example"]],
    ["$A", ["!! UNKNOWN ADDRESS: $A", "environment: $A"]],
    [
      "${A:+https://one.example}${A:-https://two.example}",
      ["!! UNKNOWN ADDRESS: $A", "possibly https://one.example", "possibly https://two.example"],
    ],
    [
      "${A:-${B:-https://deep.example}}",
      ["!! UNKNOWN ADDRESS: $A, $B", "possibly https://deep.example", "environment: $A, $B"],
    ],
  ])("%j", async (url, expected) => {
    const { pages } = await ask(place(file(url)), yes);
    const shown = pages.join("\n").replaceAll(/\n +/g, " ");
    for (const text of expected) expect(shown).toContain(text);
    if (!/\$\{?A/.test(url)) expect(shown).not.toContain("UNKNOWN");
  });

  test("hosts and variables come first, unknown ones before all, and nothing of them is cut", async () => {
    const long = `https://${"long.".repeat(40)}evil.example`;
    const names = Array.from({ length: 30 }, (_, index) => `A_VARIABLE_${index}`);
    const hidden = { ...webhook("last", "https://last.example/"), events: ["agent-error"] };
    const headers = Object.fromEntries([...names, "ANTHROPIC_API_KEY"].map((name) => [name, `$${name}`]));
    const { channels } = file(long, "$X", ...Array.from({ length: 40 }, (_, index) => `https://h${index}.example`));
    const where = place({
      channels: [...channels.slice(0, 48), { ...hidden, webhook: { ...hidden.webhook, headers } }],
    });
    const { pages, lines } = await ask(where, yes);
    for (const page of pages) {
      expect(page.split("\n").length).toBeLessThanOrEqual(SCREEN.rows + 2);
      for (const row of page.split("\n")) expect(columnsOf(row)).toBeLessThanOrEqual(80);
    }
    const whole = pages
      .map((page) => page.split("\n").slice(2).join(""))
      .join("")
      .replaceAll(/ +/g, "");
    const [first = ""] = whole.split("Itsets:");
    expect(first.indexOf("!!UNKNOWN")).toBe("Itleadsto:".length);
    expect(first).toContain(long);
    for (const name of [...names, "ANTHROPIC_API_KEY"]) expect(first).toContain(`$${name}`);
    for (const host of ["h39.example", "last.example"]) expect(first).toContain(`https://${host}`);
    expect(lines).toEqual([expect.stringMatching(/^Approved\./)]);
  });

  test("a channel without an address leads to its type's own", async () => {
    const { pages } = await ask(place({ channels: [{ id: "p", type: "ntfy", ntfy: { topic: "t" } }] }), yes);
    expect(pages[0]).toContain("https://ntfy.sh by default, for channels[0].ntfy.serverUrl (p)");
  });

  test("no text that might be a secret, and no escape sequence", async () => {
    const url = "https://h.example/s3cr3t";
    const channel = { id: "a", type: "webhook", webhook: { url, headers: { "X-\u001b[31m": "Bearer s3cr3t" } } };
    const { pages } = await ask(place({ titles: { "agent-error": "s3cr3t\u001b[2J" }, channels: [channel] }), yes);
    expect(pages.join("")).not.toMatch(/s3cr3t|\u001b/);
  });
});

test("pages keep every character, in rows no wider than the screen", () => {
  const lines = ["短".repeat(100), "a".repeat(200), "word ".repeat(40), ""];
  const pages = toPages(lines, { columns: 30, rows: 4 });
  expect(pages.every((rows) => rows.length <= 4)).toBe(true);
  expect(pages.flat().every((row) => columnsOf(row) <= 30)).toBe(true);
  expect(pages.flat().join("").replaceAll(" ", "")).toBe(lines.join("").replaceAll(" ", ""));
});
