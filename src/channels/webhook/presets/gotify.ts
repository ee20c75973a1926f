import * as z from "zod/mini";
import { cutText } from "../../../content/cut.ts";
import type { Priority } from "../../../notices/event-table.ts";
import { codeRefusal } from "../../check-reply.ts";
import { formRule } from "../../schema-rule.ts";
import type { Preset } from "./preset.ts";
import { titleAndBody } from "./title-and-body.ts";

/** Ours: Gotify publishes no limit, and its source has only one of 64 MB for any request. */
const MAX_TITLE_CODE_POINTS = 250;
const MAX_MESSAGE_CODE_POINTS = 4000;

export const gotifySettings = z.strictObject({
  /** The application's token, sent as a header; it can be in the address instead. */
  token: z.string().check(formRule(/^[\x21-\x7e]+$/, "gotifyTokenForm")),
});

/** Gotify's own scale: above 7 its Android app pops up, from 4 it rings, from 1 it is silent. */
const PRIORITIES: Readonly<Record<Priority, number>> = { 1: 1, 2: 2, 3: 5, 4: 8, 5: 10 };

/**
 * `…/message` of a Gotify server. Text is plain unless an extra says otherwise, and there are no mentions. Without a
 * title Gotify shows the application's name.
 *
 * @see https://github.com/gotify/server/blob/master/api/message.go for the form and the ways to give the token
 * @see https://gotify.net/docs/pushmsg
 * @see https://github.com/gotify/android#message-priorities for the scale
 */
export const gotify: Preset<z.infer<typeof gotifySettings> | undefined> = {
  signing: "standard",
  body({ message, priority }) {
    const { title, body } = titleAndBody(message);
    return {
      ...(title !== undefined && { title: cutText(title, { codePoints: MAX_TITLE_CODE_POINTS }) }),
      message: cutText(body, { codePoints: MAX_MESSAGE_CODE_POINTS }),
      priority: PRIORITIES[priority],
    };
  },
  headers({ settings }): Record<string, string> {
    return settings === undefined ? {} : { "x-gotify-key": settings.token };
  },
  readRefusal: (reply) => codeRefusal(reply.errorCode),
  problem({ url, headers = {}, settings }) {
    const inUrl = new URL(url).searchParams.has("token");
    const names = Object.keys(headers).map((name) => name.toLowerCase());
    const inHeaders = names.includes("x-gotify-key") || names.includes("authorization");
    if (settings === undefined && !inUrl && !inHeaders) {
      return { key: "gotify", what: { id: "gotifyMissing" } };
    }
    if (settings !== undefined && (inUrl || inHeaders)) {
      return { key: "gotify", what: { id: "gotifyTokenTwice", values: { other: inUrl ? "url" : "headers" } } };
    }
    return undefined;
  },
};
