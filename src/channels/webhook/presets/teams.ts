import { wellFormed } from "../well-formed.ts";
import { fitLines } from "./fit-lines.ts";
import { fitText } from "./fit-text.ts";
import { jsonBytes } from "./json-bytes.ts";
import type { Preset } from "./preset.ts";
import { withoutAtTags } from "./without-at-tags.ts";

/**
 * Teams takes about 28 kB for the whole message and does not say of which encoding, so this keeps the JSON within
 * 14,000 bytes of UTF-8, which are at most 28,000 of UTF-16.
 */
const MAX_TITLE_BYTES = 1000;
const MAX_LINES_BYTES = 12_000;
const LINE_OVERHEAD_BYTES = Buffer.byteLength(`${JSON.stringify(paragraph("", {}))},`);

/**
 * The webhook of a Teams workflow, and the older incoming webhook, both of which take an Adaptive Card. The text stands
 * in text runs, which know no Markdown and no HTML. A mention needs an entity, of which there is none; Power Automate
 * makes one of an `<at>` tag, so those are broken up.
 *
 * @see https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using for the form
 * @see https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook for 28 kB
 * @see https://adaptivecards.io/explorer/TextRun.html for text runs
 * @see https://github.com/MicrosoftDocs/msteams-docs/issues/1810 for the errors inside a 200
 */
export const teams: Preset = {
  signing: "standard",
  body({ message }) {
    const title = fitText(withoutMentions(message.title), MAX_TITLE_BYTES, jsonBytes);
    const lines = fitLines(message.lines.map(withoutMentions), MAX_LINES_BYTES, LINE_OVERHEAD_BYTES);
    const card = {
      $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
      type: "AdaptiveCard",
      version: "1.2",
      body: [paragraph(title, { weight: "Bolder" }), ...lines.map((line) => paragraph(line, {}))],
    };
    return {
      type: "message",
      attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content: card }],
    };
  },
  // A workflow answers 202 without a body and names its errors by status.
  readRefusal: () => undefined,
  /** The incoming webhook says `1`, or 200 and a sentence with the status that Teams gave it. */
  readTextRefusal(reply) {
    const status = /\bHTTP error (\d{3})\b/.exec(reply)?.[1];
    if (status !== undefined) return `error ${status}`;
    return /^\s*Webhook message delivery failed/i.test(reply) ? "refused by teams" : undefined;
  },
};

function paragraph(text: string, style: { readonly weight?: "Bolder" }) {
  return { type: "RichTextBlock", spacing: "None", inlines: [{ type: "TextRun", text, ...style }] };
}

function withoutMentions(text: string): string {
  return withoutAtTags(wellFormed(text));
}
