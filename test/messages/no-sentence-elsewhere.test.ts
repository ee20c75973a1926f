import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { failureMessages } from "../../src/messages/failure.messages.ts";
import { sentencesIn } from "./sentences-in-code.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Folders and files whose sentences stand beside their code, each with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  "src/messages/": "this is where sentences belong",
  "src/machines/":
    "the descriptions in the charts, where XState and Stately read them; their Chinese is in src/messages",
  "src/model/": "names of rules and scopes, for those who run the exploration",
  "src/testing/": "the testing kit speaks to authors of tests",
  "src/api/": "errors for authors of extensions, thrown by the assertion of the API",
  "src/notices/event-table.ts": "the titles of notifications, by event and language",
  "src/config/schema/document-keys.ts": "the notes of the keys, by language, for the JSON Schema and the documents",
  "src/channels/desktop/desktop.keys.ts": "the same for one channel",
  "src/channels/ntfy/ntfy.keys.ts": "the same for one channel",
  "src/channels/osc/osc.keys.ts": "the same for one channel",
  "src/channels/webhook/webhook.keys.ts": "the same for one channel",
  "src/channels/desktop/osascript.ts": "a program in AppleScript",
};

/** Files whose sentences have not moved into `src/messages` yet. */
const PENDING: readonly string[] = [];

/** Why something failed travels as a code that is the id of its sentence, or that id with a value in it. */
const CODES = new Set(Object.keys(failureMessages).map((id) => id.replace(/\{\w+\}/g, "{}")));
const isCode = (text: string) => CODES.has(text) || /^refused by [a-z]+$/.test(text);

const files = globSync("{src,visualizer}/**/*.ts", { cwd: ROOT })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !Object.keys(ALLOWED).some((allowed) => file.startsWith(allowed)))
  .sort();

const found = new Map(
  files.map((file) => [file, sentencesIn(readFileSync(`${ROOT}/${file}`, "utf8")).filter(({ text }) => !isCode(text))]),
);

describe("every sentence that a person reads is in src/messages", () => {
  it("and none stands anywhere else", () => {
    const elsewhere = [...found].flatMap(([file, sentences]) =>
      PENDING.includes(file) ? [] : sentences.map(({ line, text }) => `${file}:${line}: ${text}`),
    );
    expect(elsewhere).toEqual([]);
  });

  it("what is listed as pending still has some", () => {
    expect(PENDING.filter((file) => (found.get(file) ?? []).length === 0)).toEqual([]);
  });
});

describe("what reads as a sentence", () => {
  it.each([
    ["three words", 'say("Nothing was changed.");'],
    ["a template", "say(`${path} was not written.`);"],
    ["Chinese", 'say("未写入");'],
    ["a default", 'const word = given ?? "it is not there";'],
  ])("%s", (_name, code) => {
    expect(sentencesIn(code)).toHaveLength(1);
  });

  it.each([
    ["a key and a path", 'read("attention.childProcesses", "extensions/pi-notify/config.json");'],
    ["a command with options", 'run("tmux", ["-V"]);'],
    ["an import", 'import { a } from "one two three";'],
    ["a type", 'type Kind = "one of three";'],
    ["an error of ours", 'throw new TypeError("no such thing here");'],
    ["a rejection", 'reject(new Error("no such thing here"));'],
    ["the name of a member", 'const names = { "one two three": 1 };'],
    ["a pattern", "const pattern = /one two three/;"],
    ["a comment", "// one two three"],
  ])("not: %s", (_name, code) => {
    expect(sentencesIn(code)).toEqual([]);
  });
});
