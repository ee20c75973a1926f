import libmime from "libmime";
import { describe, expect, it } from "vitest";
import { composeRequest } from "../../src/channels/ntfy/compose-request.ts";
import { encodeHeader } from "../../src/channels/ntfy/encode-header.ts";
import { ntfySchema } from "../../src/channels/ntfy/ntfy.schema.ts";
import type { Message } from "../../src/content/message.ts";
import { EVENT_IDS, EVENT_TABLE, type EventId } from "../../src/notices/event-table.ts";
import { ntfyMessage } from "./ntfy-attempt.ts";

function compose(part: object, event: EventId = "agent-completed", message: Partial<Message> = {}) {
  const config = ntfySchema.parse({ topic: "t", ...part });
  return composeRequest(config, ntfyMessage(message), { event, priority: EVENT_TABLE[event].priority });
}

function headerOf(name: string, part: object, event?: EventId): string | undefined {
  return compose(part, event).headers[name];
}

describe("an ntfy request", () => {
  it("is title, priority and body where nothing else is configured", () => {
    expect(compose({})).toEqual({
      url: "https://ntfy.sh/t",
      headers: { "Content-Type": "text/plain; charset=utf-8", Title: "Pi finished the task", Priority: "3" },
      body: "Project: a\nHost: b",
    });
  });

  it.each([
    ["https://ntfy.sh", "https://ntfy.sh/t"],
    ["https://ntfy.sh/", "https://ntfy.sh/t"],
    ["http://127.0.0.1:8080/a/b//", "http://127.0.0.1:8080/a/b/t"],
  ])("to a server at %s goes to %s", (serverUrl, url) => {
    expect(compose({ serverUrl }).url).toBe(url);
  });

  it("has each event's own priority", () => {
    for (const event of EVENT_IDS) {
      expect([event, headerOf("Priority", {}, event)]).toEqual([event, String(EVENT_TABLE[event].priority)]);
    }
  });

  const own = { "agent-error": { priority: 1, icon: "https://a.example/error.png" } };
  it.each<[object, EventId, string]>([
    [{ priority: 2 }, "agent-completed", "2"],
    [{ priority: 2, eventOptions: own }, "agent-completed", "2"],
    [{ priority: 2, eventOptions: own }, "agent-error", "1"],
    [{ eventOptions: own }, "agent-completed", "3"],
    [{ priority: 2, eventOptions: { "agent-error": {} } }, "agent-error", "2"],
  ])("with %j has for %s priority %s", (part, event, priority) => {
    expect(headerOf("Priority", part, event)).toBe(priority);
  });

  const icon = "https://a.example/pi.png";
  it.each<[object, EventId, string | undefined]>([
    [{}, "agent-completed", undefined],
    [{ icon }, "agent-completed", icon],
    [{ icon: null }, "agent-completed", undefined],
    [{ icon, eventOptions: own }, "agent-completed", icon],
    [{ icon, eventOptions: own }, "agent-error", "https://a.example/error.png"],
    [{ icon: null, eventOptions: own }, "agent-error", "https://a.example/error.png"],
    [{ icon, eventOptions: { "agent-error": { icon: null } } }, "agent-error", undefined],
    [{ icon, eventOptions: { "agent-error": { priority: 1 } } }, "agent-error", icon],
  ])("with %j has for %s the icon %s", (part, event, expected) => {
    expect(headerOf("Icon", part, event)).toBe(expected);
  });

  it.each<[string, object, string | undefined]>([
    ["Tags", { tags: ["a", "b"] }, "a,b"],
    ["Tags", { tags: [] }, undefined],
    ["Tags", { tags: ["完"] }, "=?UTF-8?B?5a6M?="],
    ["Click", { click: "mailto:a@b.example" }, "mailto:a@b.example"],
    ["Click", { click: "https://a.example/完" }, "https://a.example/%E5%AE%8C"],
    ["Icon", { icon: "https://例子.example/x" }, "https://xn--fsqu00a.example/x"],
    ["Authorization", { token: "tk_a" }, "Bearer tk_a"],
    ["Authorization", { username: "a", password: "b:ö" }, "Basic YTpiOsO2"],
    ["Authorization", { token: "" }, undefined],
    ["Authorization", { username: "", password: "" }, undefined],
  ])("has %s for %j: %s", (header, part, value) => {
    expect(headerOf(header, part)).toBe(value);
  });

  it("has its title as one encoded word where that is not ASCII, since a header carries no UTF-8", () => {
    const { headers } = compose({}, "agent-completed", { title: "Pi 等待输入" });
    expect(headers.Title).toBe(`=?UTF-8?B?${Buffer.from("Pi 等待输入").toString("base64")}?=`);
  });

  it.each<[number, number]>([
    [4000, 4000],
    [4001, 3999],
  ])("with a body of %i bytes sends %i", (written, sent) => {
    const { body } = compose({}, "agent-completed", { lines: ["é".repeat(1000), "x".repeat(written - 2001)] });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4000);
    expect(Buffer.byteLength(body.replace(/…$/, ""))).toBe(sent === written ? written : written - 4);
    expect(body.endsWith("…")).toBe(sent !== written);
  });

  it("never leaves the body empty, which the server would fill", () => {
    const { headers, body } = compose({}, "agent-completed", { lines: [] });
    expect(body).toBe("Pi finished the task");
    expect(headers).not.toHaveProperty("Title");
  });
});

describe("a header value", () => {
  it.each(["", "plain ASCII ~", "a =?", "https://a.example/?a=?b&c=?"])("stays %j", (text) => {
    expect(encodeHeader(text)).toBe(text);
  });

  it.each([
    "é",
    "Pi 等待输入 👨‍👩‍👧‍👦",
    "=?UTF-8?B?YQ==?=",
    "a =?us-ascii?q?b?=",
    "\ud83d",
    "tab\there",
    "line\r\nX-Evil: 1",
    "长".repeat(1000),
  ])("%j becomes one word of ASCII that a mail library reads back", (text) => {
    const word = encodeHeader(text);
    expect(word).toMatch(/^=\?UTF-8\?B\?[A-Za-z0-9+/]+=*\?=$/);
    expect(libmime.decodeWords(word)).toBe(text.replace(/\p{Surrogate}/gu, "\ufffd"));
  });
});
