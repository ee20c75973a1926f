import { DESKTOP_KEYS } from "./desktop/desktop.keys.ts";
import type { KeyNotes } from "./key-note.ts";
import { NTFY_KEYS } from "./ntfy/ntfy.keys.ts";
import { OSC_KEYS } from "./osc/osc.keys.ts";
import { WEBHOOK_KEYS } from "./webhook/webhook.keys.ts";

/**
 * The notes of every channel type that has keys of its own. Only what writes documents and the JSON Schema reads them,
 * so that they are no part of the bundle.
 */
export const CHANNEL_KEY_NOTES: Readonly<Record<string, KeyNotes>> = {
  osc: OSC_KEYS,
  desktop: DESKTOP_KEYS,
  webhook: WEBHOOK_KEYS,
  ntfy: NTFY_KEYS,
};
