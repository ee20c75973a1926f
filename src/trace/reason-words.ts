import { inLanguage } from "../messages/define-messages.ts";
import { REASON_MESSAGES } from "../messages/reasons.ts";

const say = inLanguage(REASON_MESSAGES, "en");

/** `mode: it does not work in this mode of Pi`; a reason without a fixed name is shown as it is. */
export function reasonText(reason: string): string {
  return isNamed(reason) ? `${reason}: ${say(reason)}` : reason;
}

function isNamed(reason: string): reason is keyof typeof REASON_MESSAGES {
  return Object.hasOwn(REASON_MESSAGES, reason);
}
