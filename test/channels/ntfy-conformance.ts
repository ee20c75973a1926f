import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NtfyMessage } from "../../rig/ntfy-message.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { attemptNtfy, type NtfyAttempt } from "./ntfy-attempt.ts";

export interface NtfyTarget extends AsyncDisposable {
  /** Of a server that lets everybody publish and read, without a slash at the end. */
  readonly url: string;
}

interface Reply {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
}

const B = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;
const FAMILY = "👨‍👩‍👧‍👦";

/**
 * What pi-notify relies on in an ntfy server, and what such a server makes of our channel. It is run against ours and,
 * on request, against a real one; the requests of one run stay below the 60 that a server takes at once.
 */
export function describeNtfyServer(name: string, connect: () => Promise<NtfyTarget>): void {
  describe(name, () => {
    let target: NtfyTarget;
    beforeAll(async () => {
      target = await connect();
    });
    afterAll(async () => {
      await target[Symbol.asyncDispose]();
    });

    async function send(path: string, init: RequestInit = {}): Promise<Reply> {
      const response = await fetch(`${target.url}${path}`, { method: "POST", ...init });
      return { status: response.status, json: JSON.parse(await response.text()) };
    }

    async function readTopic(topic: string, count: number): Promise<readonly NtfyMessage[]> {
      return waitUntil(`${count} messages`, async () => {
        const response = await fetch(`${target.url}/${topic}/json?poll=1`);
        const lines = (await response.text()).split("\n").filter((line) => line !== "");
        return lines.length >= count && lines.map((line) => JSON.parse(line));
      });
    }

    /** What the topic holds after an attempt of our channel: had it been sent twice, there would be two. */
    async function published(part: object, attempt: NtfyAttempt = {}): Promise<NtfyMessage | undefined> {
      const topic = newTopic();
      expect(await attemptNtfy({ serverUrl: target.url, topic, ...part }, attempt)).toEqual({ kind: "accepted" });
      const [message, ...others] = await readTopic(topic, 1);
      expect(others).toEqual([]);
      return message;
    }

    describe("publishing", () => {
      it("answers with the message, and keeps it for its readers", async () => {
        const topic = newTopic();
        const { status, json } = await send(`/${topic}`, { body: " hello \n" });
        expect(status).toBe(200);
        expect(json).toMatchObject({
          event: "message",
          topic,
          message: "hello",
          id: expect.stringMatching(/^\w{8,}$/),
        });
        expect(await readTopic(topic, 1)).toMatchObject([{ id: json.id, message: "hello" }]);
      });

      const CLICK = "https://a.example/c";
      const ICON = "https://a.example/i.png";
      const ALIASES = [
        ["x-title", "x-priority", "x-tags", "x-click", "x-icon", "x-markdown"],
        ["title", "priority", "tags", "click", "icon", "markdown"],
        ["t", "prio", "tag", "click", "icon", "md"],
        ["t", "p", "ta", "click", "icon", "md"],
      ];
      it.each(ALIASES)("knows headers by the names %s, %s, %s, %s, %s, %s, and parameters too", async (...names) => {
        const values = ["Title", "4", "a, b", CLICK, ICON, "yes"];
        const pairs = names.map((header, index): [string, string] => [header, values[index] ?? ""]);
        const expected = { title: "Title", priority: 4, tags: ["a", "b"], click: CLICK, icon: ICON };
        const markdown = { content_type: "text/markdown" };
        const byHeader = await send(`/${newTopic()}`, { body: "x", headers: Object.fromEntries(pairs) });
        expect(byHeader.json).toMatchObject({ ...expected, ...markdown });
        const byQuery = await send(`/${newTopic()}?${new URLSearchParams(pairs)}`, { body: "x" });
        expect(byQuery.json).toMatchObject({ ...expected, ...markdown });
      });

      it("decodes RFC 2047 in every header, base64 and quoted, and takes bare UTF-8 as it is", async () => {
        const { json } = await send(`/${newTopic()}`, {
          headers: {
            Title: "=?utf-8?Q?Pi_=E5=AE=8C=E6=88=90?=",
            Tags: B("完成,b"),
            Click: B(CLICK),
            Icon: B(ICON),
            Message: B("好"),
            Priority: B("5"),
          },
        });
        const decoded = { title: "Pi 完成", tags: ["完成", "b"], click: CLICK, icon: ICON, message: "好", priority: 5 };
        expect(json).toMatchObject(decoded);
        const bare = await send(`/${newTopic()}`, { headers: { Title: Buffer.from("完成").toString("latin1") } });
        expect(bare.json.title).toBe("完成");
      });

      it.each([
        ["min", 1],
        ["urgent", 5],
        ["u=1, i", undefined],
      ])("takes priority %s for %s", async (priority, expected) => {
        expect((await send(`/${newTopic()}`, { headers: { priority } })).json.priority).toBe(expected);
      });

      it("makes `triggered` of an empty body", async () => {
        expect((await send(`/${newTopic()}`)).json.message).toBe("triggered");
      });

      it("takes 4,095 bytes for a message", async () => {
        const body = `${"长".repeat(1364)}abc`;
        expect((await send(`/${newTopic()}`, { body })).json.message).toBe(body);
      });

      it.each<[string, string | Uint8Array<ArrayBuffer>]>([
        ["4,096 bytes", "x".repeat(4096)],
        ["what is not UTF-8", Uint8Array.of(0x61, 0xff)],
      ])("makes a file of %s, or refuses it where files are not allowed", async (_name, body) => {
        const { status, json } = await send(`/${newTopic()}`, { body });
        if (status === 200) expect(json.attachment).toMatchObject({ size: body.length });
        else expect(json).toMatchObject({ code: 40014, http: 400 });
      });

      it("takes JSON at its root", async () => {
        const topic = newTopic();
        const message = { topic, title: "题目", message: "正文", priority: 2, tags: ["a"], click: CLICK, icon: ICON };
        expect((await send("/", { body: JSON.stringify(message) })).json).toMatchObject(message);
        expect(await readTopic(topic, 1)).toMatchObject([message]);
      });
    });

    it.each<[string, string, RequestInit, number]>([
      ["priority 6", "/t", { headers: { priority: "6" } }, 40007],
      ["an icon that is no address", "/t", { headers: { icon: "pi.png" } }, 40021],
      ["a delay that is none", "/t", { headers: { delay: "nonsense" } }, 40004],
      ["a delay under 10 seconds", "/t", { headers: { delay: "5s" } }, 40005],
      ["a delay over three days", "/t", { headers: { delay: "4d" } }, 40006],
      ["four actions", "/t", { headers: { actions: Array(4).fill("view, a, https://a.example").join("; ") } }, 40018],
      ["a topic of 65 characters", `/${"a".repeat(65)}`, {}, 40401],
      ["a topic with a dot", "/a.b", {}, 40401],
      ["JSON without a topic", "/", { body: '{"message":"a"}' }, 40009],
      ["JSON over 8,192 bytes", "/", { body: JSON.stringify({ topic: "t", message: "x".repeat(8192) }) }, 41303],
      ["an unknown token", "/t", { headers: { authorization: "Bearer tk_unknown" } }, 40101],
      ["an unknown user", "/t", { headers: { authorization: basic("nobody", "secret") } }, 40101],
      ["an unknown user in the query", `/t?auth=${Buffer.from(basic("nobody", "x")).toString("base64url")}`, {}, 40101],
    ])("refuses %s with its own code", async (_name, path, init, code) => {
      const { status, json } = await send(path.replace(/^\/t(?=\?|$)/, `/${newTopic()}`), init);
      const http = Math.floor(code / 100);
      expect(status).toBe(http);
      expect(json).toMatchObject({ code, http, error: expect.stringMatching(/\w/) });
      if ("link" in json) expect(json.link).toMatch(/^https:\/\//);
    });

    it.each(["docs", "static", "file", "app", "metrics", "account", "settings", "signup", "login", "v1"])(
      "has no topic %s",
      async (topic) => {
        expect((await send(`/${topic}`)).json.code).toBe(40010);
      },
    );

    describe("our channel", () => {
      it("arrives in English, with all that can be configured", async () => {
        const part = {
          priority: 2,
          icon: "https://a.example/bild/ö.png",
          tags: ["tada", "完成"],
          click: "https://a.example/重?a=b",
        };
        expect(await published(part)).toMatchObject({
          title: "Pi finished the task",
          message: "Project: a\nHost: b",
          priority: 2,
          icon: "https://a.example/bild/%C3%B6.png",
          tags: ["tada", "完成"],
          click: "https://a.example/%E9%87%8D?a=b",
        });
      });

      it.each<[string, string, readonly string[]]>([
        ["Chinese with an emoji", `Pi 等待输入 ${FAMILY}`, ["项目：pi-notify", `主机：${FAMILY}`]],
        ["a title of a hundred emoji", "😀".repeat(100), ["x"]],
        ["a title that looks encoded", `a ${B("b")} =?c`, [B("b")]],
        ["Latin-1", "Füße", ["ÿ"]],
        ["right-to-left text", "انتهى Pi", ["مشروع: a"]],
      ])("arrives intact: %s", async (_name, title, lines) => {
        expect(await published({}, { message: { title, lines } })).toMatchObject({ title, message: lines.join("\n") });
      });

      it("says its title where it has nothing else to say", async () => {
        const message = await published({}, { message: { title: "Pi 等待输入", lines: [] } });
        expect(message?.message).toBe("Pi 等待输入");
        expect(message).not.toHaveProperty("title");
      });

      it.each([
        ["2,000 Chinese characters", "长", 2000],
        ["500 families", FAMILY, 500],
      ])("cuts %s between two of them and stays a message", async (_name, piece, count) => {
        const message = await published({}, { message: { lines: [piece.repeat(count)] } });
        expect(message).not.toHaveProperty("attachment");
        const fitting = Math.floor((4000 - Buffer.byteLength("…")) / Buffer.byteLength(piece));
        expect(message?.message).toBe(`${piece.repeat(fitting)}…`);
      });
    });
  });
}

export function newTopic(): string {
  return `pi-notify-test-${randomBytes(12).toString("hex")}`;
}

export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}
