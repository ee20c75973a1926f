import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { OFF_DESKTOP } from "../../rig/off-desktop.ts";
import { ntfyChannel } from "../../src/channels/ntfy/ntfy.channel.ts";
import { ntfySchema } from "../../src/channels/ntfy/ntfy.schema.ts";
import { EVENT_IDS } from "../../src/notices/event-table.ts";
import { schemaProblems } from "./schema-problems.ts";

const T = { topic: "t" };

describe("ntfy configuration", () => {
  it("needs only a topic", () => {
    expect(ntfySchema.parse(T)).toEqual({ serverUrl: "https://ntfy.sh", topic: "t", timeoutMs: 5000 });
  });

  it.each<[string, object]>([
    ["a server behind a prefix", { ...T, serverUrl: "http://[::1]:8080/a/ntfy/" }],
    ["the longest topic", { topic: `${"a".repeat(62)}-_` }],
    ["a topic that begins like a reserved one", { topic: "docs1" }],
    ["a reserved topic in capitals", { topic: "Docs" }],
    ["a token", { ...T, token: "tk_$a!~" }],
    ["user and password", { ...T, username: "a", password: "ö: " }],
    ["empty credentials", { ...T, token: "", username: "", password: "" }],
    ["an empty token and a user", { ...T, token: "", username: "a", password: "b" }],
    ["no icon", { ...T, icon: null }],
    ["an icon with a query", { ...T, icon: "http://a.example/i.png?x#y" }],
    ["other ways to click", { ...T, click: "geo:0,0?q=a" }],
    ["tags", { ...T, tags: ["tada", "完成", "a b"] }],
    ["options by event", { ...T, eventOptions: { "agent-error": { priority: 5, icon: null }, "task-completed": {} } }],
    ["the longest time", { ...T, timeoutMs: 60_000 }],
  ])("accepts %s", (_name, config) => {
    expect(schemaProblems(ntfySchema, config)).toEqual([]);
  });

  it.each<[string, unknown, RegExp]>([
    ["no topic", {}, /^topic: /],
    ["an empty topic", { topic: "" }, /^topic: must be 1 to 64/],
    ["a topic of 65 characters", { topic: "a".repeat(65) }, /^topic: must be 1 to 64/],
    ["a topic with a line break", { topic: "hunter2\n" }, /^topic: must be 1 to 64/],
    ["a topic with a slash", { topic: "hunter2/a" }, /^topic: must be 1 to 64/],
    ["a topic that was not expanded", { topic: "${hunter2}" }, /^topic: must be 1 to 64/],
    ["two topics", { topic: "a,hunter2" }, /^topic: must be 1 to 64/],
    ...["docs", "static", "file", "app", "metrics", "account", "settings", "signup", "login", "v1"].map(
      (topic): [string, unknown, RegExp] => [`topic ${topic}`, { topic }, /^topic: is a name that ntfy reserves/],
    ),
    ["a bare host", { ...T, serverUrl: "ntfy.sh" }, /^serverUrl: must be a whole http/],
    ["another scheme", { ...T, serverUrl: "ntfy://ntfy.sh" }, /^serverUrl: must be a whole http/],
    ["an empty address", { ...T, serverUrl: "" }, /^serverUrl: must be a whole http/],
    ["credentials", { ...T, serverUrl: "https://a:hunter2@a.example" }, /^serverUrl: must not hold a user name/],
    ["an empty user", { ...T, serverUrl: "https://@a.example" }, /^serverUrl: must not hold a user name/],
    ["a query", { ...T, serverUrl: "https://a.example/?hunter2" }, /^serverUrl: must not hold a query/],
    ["an empty query", { ...T, serverUrl: "https://a.example?" }, /^serverUrl: must not hold a query/],
    ["a fragment", { ...T, serverUrl: "https://a.example/#hunter2" }, /^serverUrl: must not hold a fragment/],
    ["an empty fragment", { ...T, serverUrl: "https://a.example#" }, /^serverUrl: must not hold a fragment/],
    ["token and user", { ...T, token: "hunter2", username: "a", password: "b" }, /^: has both token and username/],
    ["token and password", { ...T, token: "hunter2", password: "b" }, /^: has both token and username/],
    ["token and a user alone", { ...T, token: "hunter2", username: "a" }, /^: has both token and username/],
    ["a user alone", { ...T, username: "hunter2" }, /^: has a username without a password/],
    ["a password alone", { ...T, password: "hunter2" }, /^: has a password without a username/],
    ["a token with a line break", { ...T, token: "hunter2\n" }, /^token: has spaces, line breaks/],
    ["a token with a space", { ...T, token: "hunter2 a" }, /^token: has spaces, line breaks/],
    ["a token in Chinese", { ...T, token: "hunter2好" }, /^token: has spaces, line breaks/],
    ["a user with a colon", { ...T, username: "hunter2:", password: "b" }, /^username: must not hold a colon/],
    ["priority 0", { ...T, priority: 0 }, /^priority: /],
    ["priority 6", { ...T, priority: 6 }, /^priority: /],
    ["priority 2.5", { ...T, priority: 2.5 }, /^priority: /],
    ["priority as a word", { ...T, priority: "high" }, /^priority: /],
    ["an icon without a scheme", { ...T, icon: "pi.png" }, /^icon: must be a whole http.* or null/],
    ["an icon in the file", { ...T, icon: "data:image/png;base64,hunter2" }, /^icon: must be a whole http/],
    ["an empty icon", { ...T, icon: "" }, /^icon: must be a whole http/],
    ["a click that is no address", { ...T, click: "/hunter2" }, /^click: must be a whole address/],
    ["a click with a line break", { ...T, click: "https://a.example/\nhunter2" }, /^click: must be a whole address/],
    ["tags in one text", { ...T, tags: "a,hunter2" }, /^tags: /],
    ["two tags in one", { ...T, tags: ["a,hunter2"] }, /^tags\.0: must be one tag/],
    ["an empty tag", { ...T, tags: ["a", " "] }, /^tags\.1: must be one tag/],
    ["an unknown event", { ...T, eventOptions: { "agent-eror": {} } }, /^eventOptions: .*agent-eror/],
    [
      "an unknown option",
      { ...T, eventOptions: { "agent-error": { tags: [] } } },
      /^eventOptions\.agent-error: .*tags/,
    ],
    ["a bad priority by event", { ...T, eventOptions: { "agent-error": { priority: 9 } } }, /agent-error\.priority: /],
    ["a bad icon by event", { ...T, eventOptions: { "agent-error": { icon: "x" } } }, /agent-error\.icon: must be/],
    ["no time", { ...T, timeoutMs: 0 }, /^timeoutMs: /],
    ["half a millisecond", { ...T, timeoutMs: 0.5 }, /^timeoutMs: /],
    ["more than a minute", { ...T, timeoutMs: 60_001 }, /^timeoutMs: /],
    ["an unknown key", { ...T, tokn: "hunter2" }, /tokn/],
  ])("refuses %s in one line that quotes no value", (_name, config, problem) => {
    const found = schemaProblems(ntfySchema, config);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(problem);
    expect(found[0]).not.toMatch(/hunter2|\n/);
  });

  it("can be turned into a JSON Schema", () => {
    expect(z.toJSONSchema(ntfySchema, { io: "input" })).toMatchObject({
      type: "object",
      required: ["topic"],
      additionalProperties: false,
      properties: {
        serverUrl: { default: "https://ntfy.sh" },
        priority: { minimum: 1, maximum: 5 },
        timeoutMs: { default: 5000, maximum: 60_000 },
        eventOptions: { properties: Object.fromEntries(EVENT_IDS.map((id) => [id, { additionalProperties: false }])) },
      },
    });
  });
});

describe("ntfy channel", () => {
  const user = { username: "a", password: "b" };
  it.each<[string, object, string | undefined]>([
    ["http://ntfy.example", { token: "a" }, "token"],
    ["HTTP://ntfy.example/a", user, "password"],
    ["http://192.168.0.2", { token: "a" }, "token"],
    ["http://127.0.0.1.example", { token: "a" }, "token"],
    ["http://localhost.example", { token: "a" }, "token"],
    ["http://notlocalhost", { token: "a" }, "token"],
    ["http://ntfy.example", {}, undefined],
    ["http://ntfy.example", { token: "" }, undefined],
    ["https://ntfy.example", { token: "a" }, undefined],
    ["http://localhost:8080", { token: "a" }, undefined],
    ["http://ntfy.localhost", user, undefined],
    ["http://127.0.0.1:8080", { token: "a" }, undefined],
    ["http://127.1", { token: "a" }, undefined],
    ["http://127.10.20.30", { token: "a" }, undefined],
    ["http://localhost.", { token: "a" }, undefined],
    ["http://a.localhost.:80/x", { token: "a" }, undefined],
    ["http://[::1]:80/a", { token: "a" }, undefined],
  ])("to %s with %j warns of %s", (serverUrl, part, key) => {
    const config = ntfySchema.parse({ ...T, serverUrl, ...part });
    expect(ntfyChannel.warning?.(config)?.key).toBe(key);
  });

  it("takes as long as its configuration allows, and no longer", () => {
    expect(ntfyChannel.timeoutMs(ntfySchema.parse({ ...T, timeoutMs: 1_234 }))).toBe(1_234);
  });

  it("is described by its host alone, and is always ready", () => {
    const config = ntfySchema.parse({ topic: "secret", serverUrl: "https://push.example.com:8443/secret", token: "s" });
    expect(ntfyChannel.describe(config, "en")).toBe("ntfy on push.example.com:8443");
    expect(ntfyChannel.timeoutMs(config)).toBe(5000);
    const verdict = ntfyChannel.prepare({ config, env: {}, tmux: { kind: "outside" }, ...OFF_DESKTOP });
    expect(verdict).toEqual({ kind: "ready", facts: {} });
    expect(ntfyChannel.type).toBe("ntfy");
    expect(ntfyChannel.modes).toEqual({
      default: ["tui", "rpc", "print"],
      allowed: ["tui", "rpc", "json", "print"],
    });
  });
});
