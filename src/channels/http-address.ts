import * as z from "zod/mini";

const FORM = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/\\?#]/;
const NOT_WHOLE = "must be a whole http:// or https:// address";

/** How such an address begins, as a pattern that the JSON Schema can hold; it holds no function. */
export const httpAddressForm = z.regex(FORM, { error: NOT_WHOLE, abort: true });

/** A whole address, with a scheme and a host that cannot be taken for anything else. */
export function isWholeHttpAddress(url: string): boolean {
  return FORM.test(url) && !/[\s\\]/.test(url) && URL.canParse(url);
}

/**
 * Why a configured address cannot be posted to, or `undefined`; quotes nothing of it (R15).
 *
 * @param credentialsBelong where to write the credentials instead.
 */
export function addressProblem(url: string, credentialsBelong: string): string | undefined {
  if (!isWholeHttpAddress(url)) return NOT_WHOLE;
  const { username, password } = new URL(url);
  if (username !== "" || password !== "" || /^https?:\/\/[^/?#]*@/i.test(url)) {
    return `must not hold a user name or password; ${credentialsBelong}`;
  }
  if (url.includes("#")) return "must not hold a fragment (#…), which is never sent";
  return undefined;
}
