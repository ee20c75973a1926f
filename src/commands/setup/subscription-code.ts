import { renderUnicodeCompact } from "uqr";

const PUBLIC_SERVER = "https://ntfy.sh";

/** The page of a topic, which the phone's app opens as well. */
export function subscriptionLink(topic: string, serverUrl: string = PUBLIC_SERVER): string {
  return `${serverUrl.replace(/\/+$/, "")}/${topic}`;
}

/** A QR code of block characters, light on dark, two lines of it in one line of text; with its quiet zone. */
export function drawCode(link: string): string[] {
  return renderUnicodeCompact(link, { border: 2 }).split("\n");
}
