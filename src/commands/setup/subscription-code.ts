import { renderUnicodeCompact } from "uqr";
import { DEFAULT_SERVER_URL } from "../../channels/ntfy/ntfy.schema.ts";

/** The page of a topic, which the phone's app opens as well. */
export function subscriptionLink(topic: string, serverUrl: string = DEFAULT_SERVER_URL): string {
  return `${serverUrl.replace(/\/+$/, "")}/${topic}`;
}

/** A QR code of block characters, light on dark, two lines of it in one line of text; with its quiet zone. */
export function drawCode(link: string): string[] {
  return renderUnicodeCompact(link, { border: 2 }).split("\n");
}
