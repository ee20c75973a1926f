import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 192 random bits, as 32 characters that an address can hold. */
export function makeSecretKey(): string {
  return randomBytes(24).toString("base64url");
}

/** Takes as long for a key that is nearly right as for any other. */
export function isSameKey(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
