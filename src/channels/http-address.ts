import type { RuleMessage } from "../messages/rules.messages.ts";
import { formRule } from "./schema-rule.ts";

const FORM = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/\\?#]/;

/** How such an address begins, as a pattern that the JSON Schema can hold; it holds no function. */
export const httpAddressForm = formRule(FORM, "wholeHttpAddress", { abort: true });

/** A whole address, with a scheme and a host that cannot be taken for anything else. */
export function isWholeHttpAddress(url: string): boolean {
  return FORM.test(url) && !/[\s\\]/.test(url) && URL.canParse(url);
}

/**
 * Why a configured address cannot be posted to, or `undefined`; quotes nothing of it (R15).
 *
 * @param credentialsBelong says where to write the credentials instead.
 */
export function addressProblem(url: string, credentialsBelong: RuleMessage): RuleMessage | undefined {
  if (!isWholeHttpAddress(url)) return { id: "wholeHttpAddress" };
  const { username, password } = new URL(url);
  if (username !== "" || password !== "" || /^https?:\/\/[^/?#]*@/i.test(url)) {
    return credentialsBelong;
  }
  if (url.includes("#")) return { id: "noFragment" };
  return undefined;
}
