import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { webhookSchema } from "../../src/channels/webhook/webhook.schema.ts";
import { schemaProblems } from "./schema-problems.ts";

const URL_OK = "https://example.com/hook";

function problems(config: unknown): string[] {
  return schemaProblems(webhookSchema, config);
}

function nested(depth: number): unknown {
  return depth === 0 ? "{{title}}" : [nested(depth - 1)];
}

describe("webhook configuration", () => {
  it("needs only an address", () => {
    expect(webhookSchema.parse({ url: URL_OK })).toEqual({ url: URL_OK, timeoutMs: 5000 });
  });

  it.each<[string, object]>([
    ["plain http on loopback", { url: "http://127.0.0.1:8080" }],
    ["an IPv6 address and a query", { url: "http://[::1]:8080/a?token=b" }],
    ["upper case", { url: "HTTPS://Example.com/" }],
    ["a template", { url: URL_OK, template: { text: "{{title}}\n{{ body }}", n: [1, true, null, "{{priority}}"] } }],
    ["a template that is a string", { url: URL_OK, template: "{{title}}" }],
    ["a template that is null", { url: URL_OK, template: null }],
    ["braces that are no placeholder", { url: URL_OK, template: "{title} {{ }" }],
    ["the deepest template", { url: URL_OK, template: nested(64) }],
    ["a preset", { url: URL_OK, preset: "feishu", secret: "abc" }],
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
    ["a scheme without a host", { url: "https://" }, /^url: must be a whole http/],
    ["a half scheme", { url: "https:example.com" }, /^url: must be a whole http/],
    ["a query without a host", { url: "https://?a" }, /^url: must be a whole http/],
    ["a space", { url: " https://example.com" }, /^url: must be a whole http/],
    ["a line break", { url: "https://exam\nple.com" }, /^url: must be a whole http/],
    ["a backslash", { url: "https://example.com\\@evil.com" }, /^url: must be a whole http/],
    ["a bad port", { url: "https://example.com:99999/" }, /^url: must be a whole http/],
    ["credentials", { url: "https://user:hunter2@example.com/" }, /^url: must not hold a user name or password/],
    ["an empty user", { url: "https://@example.com/" }, /^url: must not hold a user name or password/],
    ["a fragment", { url: "https://example.com/#x" }, /^url: must not hold a fragment/],
    ["an empty fragment", { url: "https://example.com/#" }, /^url: must not hold a fragment/],
    ["a number as address", { url: 1 }, /^url: /],
    ["an unknown key", { url: URL_OK, tiemout: 1 }, /tiemout/],
    ["template and preset", { url: URL_OK, template: {}, preset: "slack" }, /has both template and preset/],
    ["null and preset", { url: URL_OK, template: null, preset: "slack" }, /has both template and preset/],
    ["an unknown preset", { url: URL_OK, preset: "skype" }, /^preset: /],
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
      properties: { preset: { enum: ["slack", "feishu"] }, timeoutMs: { default: 5000, maximum: 60_000 } },
    });
  });
});
