import { randomBytes } from "node:crypto";

/** Anybody who knows a topic can read it, so it must be unguessable: 144 bits. */
const TOPIC_BYTES = 18;

/** A topic for ntfy, `pi-` and 24 characters of `[-_A-Za-z0-9]`. */
export function randomTopic(): string {
  return `pi-${randomBytes(TOPIC_BYTES).toString("base64url")}`;
}
