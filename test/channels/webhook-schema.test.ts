import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { PRESET_NAMES } from "../../src/channels/webhook/presets/registry.ts";
import { webhookSchema } from "../../src/channels/webhook/webhook.schema.ts";
import { schemaProblems } from "./schema-problems.ts";

const URL_OK = "https://example.com/hook";

function problems(config: unknown): string[] {
  return schemaProblems(webhookSchema, config);
}

function nested(depth: number): unknown {
  return depth === 0 ? "{{title}}" : [nested(depth - 1)];
}

function withChat(chatId: unknown): unknown {
  return { url: URL_OK, preset: "telegram", telegram: { chatId } };
}

function withBarkKey(deviceKey: string): unknown {
  return { url: "https://api.day.app/push", preset: "bark", bark: { deviceKey } };
}

describe("webhook configuration", () => {
  it("needs only an address", () => {
    expect(webhookSchema.parse({ url: URL_OK })).toEqual({ url: URL_OK, timeoutMs: 5000 });
  });

  it.each<[string, object]>([
    ["plain http on loopback", { url: "http://127.0.0.1:8080" }],
    ["an IPv6 address and a query", { url: "http://[::1]:8080/a?token=b" }],
    ["another address in the query", { url: "https://example.com/?next=http://a@b.example" }],
    ["upper case", { url: "HTTPS://Example.com/" }],
    ["a template", { url: URL_OK, template: { text: "{{title}}\n{{ body }}", n: [1, true, null, "{{priority}}"] } }],
    ["a template that is a string", { url: URL_OK, template: "{{title}}" }],
    ["a template that is null", { url: URL_OK, template: null }],
    ["braces that are no placeholder", { url: URL_OK, template: "{title} {{ }" }],
    ["the deepest template", { url: URL_OK, template: nested(64) }],
    ["a preset", { url: URL_OK, preset: "feishu", secret: "abc" }],
    ["telegram with a number", { url: URL_OK, preset: "telegram", telegram: { chatId: -1001234567890 } }],
    ["telegram with a text", { url: URL_OK, preset: "telegram", telegram: { chatId: "-1001234567890" } }],
    ["telegram with a person's number", { url: URL_OK, preset: "telegram", telegram: { chatId: "77" } }],
    ["telegram with a channel", { url: URL_OK, preset: "telegram", telegram: { chatId: "@my_channel" } }],
    ["bark with the key in the address", { url: "https://api.day.app/KEY/", preset: "bark" }],
    ["bark with slashes behind its address", { url: "https://a.b/push//", preset: "bark", bark: { deviceKey: "KEY" } }],
    ["bark with the key beside it", { url: "https://a.b/bark/push", preset: "bark", bark: { deviceKey: "KEY" } }],
    ["gotify with its token", { url: "https://a.b/message", preset: "gotify", gotify: { token: "A.b" } }],
    ["gotify with the token in the address", { url: "https://a.b/message?token=A.b", preset: "gotify" }],
    ["gotify with the token in a header", { url: URL_OK, preset: "gotify", headers: { "X-Gotify-Key": "A.b" } }],
    ["gotify with a bearer", { url: URL_OK, preset: "gotify", headers: { authorization: "Bearer A.b" } }],
    ["pushover", { url: URL_OK, preset: "pushover", pushover: { token: "aB3".repeat(10), user: "u".repeat(30) } }],
    [
      "headers",
      { url: URL_OK, headers: { Authorization: "Bearer é\tx", "content-type": "application/cloudevents+json" } },
    ],
    ["a shared secret", { url: URL_OK, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }],
    ["base64 without padding", { url: URL_OK, secret: "whsec_YQ" }],
    ["base64 that ends in three letters", { url: URL_OK, secret: "whsec_YWJjYWI" }],
    ["base64 that ends in three letters and padding", { url: URL_OK, secret: "whsec_YWJjYWI=" }],
    ["a secret with the mark of a private key inside", { url: URL_OK, secret: "my_whsk_secret" }],
    ["the shortest and the longest time", { url: URL_OK, timeoutMs: 60_000 }],
  ])("accepts %s", (_name, config) => {
    expect(problems(config)).toEqual([]);
  });

  it.each<[string, unknown, RegExp]>([
    ["no address", {}, /^url: /],
    ["an empty address", { url: "" }, /^url: must be a whole http/],
    ["a bare host", { url: "example.com/hook" }, /^url: must be a whole http/],
    ["another scheme", { url: "ftp://example.com/" }, /^url: must be a whole http/],
    ["a scheme that ends in http", { url: "xhttp://example.com/" }, /^url: must be a whole http/],
    ["a scheme without a host", { url: "https://" }, /^url: must be a whole http/],
    ["a half scheme", { url: "https:example.com" }, /^url: must be a whole http/],
    ["a query without a host", { url: "https://?a" }, /^url: must be a whole http/],
    ["a space", { url: " https://example.com" }, /^url: must be a whole http/],
    ["a line break", { url: "https://exam\nple.com" }, /^url: must be a whole http/],
    ["a backslash", { url: "https://example.com\\@evil.com" }, /^url: must be a whole http/],
    ["a bad port", { url: "https://example.com:99999/" }, /^url: must be a whole http/],
    [
      "a bad address of a preset that looks at it",
      { url: "https://h:99999/", preset: "bark" },
      /^url: must be a whole/,
    ],
    [
      "credentials",
      { url: "https://user:hunter2@example.com/" },
      /^url: must not hold a user name or password; use headers for credentials$/,
    ],
    ["an empty user of plain http", { url: "http://@example.com/" }, /^url: must not hold a user name or password/],
    ["an empty user", { url: "https://@example.com/" }, /^url: must not hold a user name or password/],
    ["an empty user and password", { url: "https://:@example.com/" }, /^url: must not hold a user name or password/],
    ["a fragment", { url: "https://example.com/#x" }, /^url: must not hold a fragment/],
    ["an empty fragment", { url: "https://example.com/#" }, /^url: must not hold a fragment/],
    ["a number as address", { url: 1 }, /^url: /],
    ["an unknown key", { url: URL_OK, tiemout: 1 }, /tiemout/],
    ["template and preset", { url: URL_OK, template: {}, preset: "slack" }, /has both template and preset/],
    ["null and preset", { url: URL_OK, template: null, preset: "slack" }, /has both template and preset/],
    ["an unknown preset", { url: URL_OK, preset: "skype" }, /^preset: /],
    ["telegram without a chat", { url: URL_OK, preset: "telegram" }, /^telegram: is missing; write \{ "chatId"/],
    ["telegram with an empty chat", { url: URL_OK, preset: "telegram", telegram: {} }, /^telegram\.chatId: /],
    ["a chat that is none", withChat("hunter2"), /^telegram\.chatId: must be a chat id, such as/],
    ["words behind a chat", withChat("-100 hunter2"), /^telegram\.chatId: must be a chat id, such as/],
    ["words before a chat", withChat("hunter -100"), /^telegram\.chatId: must be a chat id, such as/],
    ["a channel with a space", withChat("@channel hunter2"), /^telegram\.chatId: must be a chat id, such as/],
    ["a channel that begins with a digit", withChat("@1channel"), /^telegram\.chatId: must be a chat id, such as/],
    ["a channel too short", withChat("@cha"), /^telegram\.chatId: must be a chat id, such as/],
    ["an empty chat", withChat(""), /^telegram\.chatId: must be a chat id, such as/],
    ["half a chat", withChat(1.5), /^telegram\.chatId: must be a chat id, such as/],
    [
      "an unknown key of telegram",
      { url: URL_OK, preset: "telegram", telegram: { chatId: 1, chat_id: 1 } },
      /^telegram: .*\(chat_id\)/,
    ],
    ["bark without a key", { url: "https://api.day.app/push", preset: "bark" }, /^bark: is missing; .* path of url$/],
    ["bark with nothing", { url: "https://api.day.app", preset: "bark" }, /^bark: is missing; write \{ "deviceKey"/],
    [
      "bark with two keys",
      { url: "https://api.day.app/hunter2", preset: "bark", bark: { deviceKey: "hunter2" } },
      /^url: must end in \/push/,
    ],
    ["a key that is none", withBarkKey("hunter2/x"), /^bark\.deviceKey: must be the key that the Bark app shows/],
    ["an empty key of bark", withBarkKey(""), /^bark\.deviceKey: must be the key that the Bark app shows/],
    ["gotify without a token", { url: URL_OK, preset: "gotify" }, /^gotify: is missing; write \{ "token"/],
    [
      "gotify with two tokens",
      { url: `${URL_OK}?token=hunter2`, preset: "gotify", gotify: { token: "hunter2" } },
      /^gotify: has a token, and url too/,
    ],
    [
      "gotify with another in a header",
      { url: URL_OK, preset: "gotify", gotify: { token: "hunter2" }, headers: { "x-gotify-KEY": "hunter2" } },
      /^gotify: has a token, and headers too/,
    ],
    [
      "a token that no header can carry",
      { url: URL_OK, preset: "gotify", gotify: { token: "hunter2\r\nx: y" } },
      /^gotify\.token: must be the token of a Gotify application/,
    ],
    ["pushover without its keys", { url: URL_OK, preset: "pushover" }, /^pushover: is missing; write \{ "token"/],
    [
      "pushover without a user",
      { url: URL_OK, preset: "pushover", pushover: { token: "a".repeat(30) } },
      /^pushover\.user: /,
    ],
    [
      "pushover with a short token",
      { url: URL_OK, preset: "pushover", pushover: { token: "hunter2", user: "u".repeat(30) } },
      /^pushover\.token: must be 30 letters and digits/,
    ],
    [
      "pushover with a long user",
      { url: URL_OK, preset: "pushover", pushover: { token: "a".repeat(30), user: "u".repeat(31) } },
      /^pushover\.user: must be 30 letters and digits/,
    ],
    [
      "settings of another preset",
      { url: URL_OK, preset: "slack", telegram: { chatId: 1 } },
      /^telegram: belongs to preset "telegram", which is not chosen/,
    ],
    [
      "settings without a preset",
      { url: URL_OK, pushover: { token: "a".repeat(30), user: "u".repeat(30) } },
      /^pushover: belongs to preset "pushover"/,
    ],
    ["no address for a preset", { url: "hunter2", preset: "bark" }, /^url: must be a whole http/],
    [
      "an unknown placeholder",
      { url: URL_OK, template: { a: ["x {{titel}}"] } },
      /^template: .*\{\{titel\}\}.*title, body/,
    ],
    ["an empty placeholder", { url: URL_OK, template: "{{}}" }, /^template: .*\{\{\}\}/],
    ["an inherited name", { url: URL_OK, template: "{{constructor}}" }, /^template: .*\{\{constructor\}\}/],
    [
      "an unknown placeholder after a known one",
      { url: URL_OK, template: { a: "{{title}}", b: "{{titel}}" } },
      /^template: .*\{\{titel\}\}/,
    ],
    ["a template one level too deep", { url: URL_OK, template: nested(65) }, /^template: is nested more than 64/],
    ["a bottomless template", { url: URL_OK, template: nested(5000) }, /^template: is nested more than 64/],
    ["a number as header", { url: URL_OK, headers: { a: 1 } }, /^headers\.a: /],
    ["a header with a space", { url: URL_OK, headers: { "a b": "1" } }, /^headers: .*header name/],
    ["host", { url: URL_OK, headers: { Host: "hunter2" } }, /^headers: sets Host/],
    ["content-length", { url: URL_OK, headers: { "Content-Length": "1" } }, /^headers: sets Content-Length/],
    ["transfer-encoding", { url: URL_OK, headers: { "transfer-encoding": "x" } }, /^headers: sets transfer-encoding/],
    ["connection", { url: URL_OK, headers: { connection: "x" } }, /^headers: sets connection/],
    ...["keep-alive", "upgrade", "te", "trailer", "expect", "http2-settings"].map((name): [string, unknown, RegExp] => [
      name,
      { url: URL_OK, headers: { [name]: "hunter2" } },
      new RegExp(`^headers: sets ${name}, which belongs to the connection$`),
    ]),
    ["proxy-authorization", { url: URL_OK, headers: { "Proxy-Authorization": "hunter2" } }, /sets Proxy-Authorization/],
    ["webhook-id", { url: URL_OK, headers: { "Webhook-Id": "1" } }, /sets Webhook-Id, which pi-notify sends/],
    ["webhook-signature", { url: URL_OK, headers: { "webhook-signature": "1" } }, /sets webhook-signature/],
    ["a header twice", { url: URL_OK, headers: { "X-A": "1", "x-a": "2" } }, /sets x-a twice/],
    ["a line break in a header", { url: URL_OK, headers: { "x-a": "hunter2\r\nb: c" } }, /value for x-a/],
    ["Chinese in a header", { url: URL_OK, headers: { "x-a": "好hunter2" } }, /value for x-a/],
    ["an empty secret", { url: URL_OK, secret: "" }, /^secret: is empty/],
    ["base64 with one letter left over", { url: URL_OK, secret: "whsec_YWJjZ" }, /^secret: has no valid base64/],
    ["no base64", { url: URL_OK, secret: "whsec_hunter2!" }, /^secret: has no valid base64/],
    ["an empty key", { url: URL_OK, secret: "whsec_" }, /^secret: has no valid base64/],
    ["a private key", { url: URL_OK, secret: "whsk_hunter2" }, /^secret: is an asymmetric key/],
    ["a public key", { url: URL_OK, secret: "whpk_hunter2" }, /^secret: is an asymmetric key/],
    ["no time", { url: URL_OK, timeoutMs: 0 }, /^timeoutMs: /],
    ["half a millisecond", { url: URL_OK, timeoutMs: 0.5 }, /^timeoutMs: /],
    ["more than a minute", { url: URL_OK, timeoutMs: 60_001 }, /^timeoutMs: /],
    ["time as text", { url: URL_OK, timeoutMs: "5000" }, /^timeoutMs: /],
    ["no object", "https://example.com", /./],
  ])("refuses %s in one line that quotes no value", (_name, config, problem) => {
    const found = problems(config);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(problem);
    expect(found[0]).not.toMatch(/hunter2|\n/);
  });

  it("can be turned into a JSON Schema", () => {
    expect(z.toJSONSchema(webhookSchema, { io: "input" })).toMatchObject({
      type: "object",
      required: ["url"],
      additionalProperties: false,
      properties: { preset: { enum: [...PRESET_NAMES] }, timeoutMs: { default: 5000, maximum: 60_000 } },
    });
  });
});
