import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signatureHeaders } from "../../src/channels/webhook/sign.ts";

describe("Standard Webhooks signature", () => {
  it("matches the vector that the reference libraries test with", () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const body = '{"test": 2432232314}';
    expect(signatureHeaders(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body)).toEqual({
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  it.each([
    ["whsec_c2VjcmV0IGtleQ==", Buffer.from("secret key")],
    ["whsec_c2VjcmV0IGtleQ", Buffer.from("secret key")],
    ["plain secret", Buffer.from("plain secret")],
    ["秘密", Buffer.from("秘密", "utf8")],
  ])("takes its key from %s", (secret, key) => {
    const body = '{"a":"好"}';
    const expected = createHmac("sha256", key)
      .update(Buffer.from(`n1.17.${body}`, "utf8"))
      .digest("base64");
    expect(signatureHeaders(secret, "n1", 17, body)["webhook-signature"]).toBe(`v1,${expected}`);
  });
});
