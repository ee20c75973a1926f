import * as z from "zod/mini";
import { cutText } from "../../../content/cut.ts";
import type { Priority } from "../../../notices/event-table.ts";
import { refusalUnless } from "../../check-reply.ts";
import { formRule } from "../../schema-rule.ts";
import type { Preset } from "./preset.ts";
import { titleAndBody } from "./title-and-body.ts";

/** Characters of UTF-8, whatever their bytes. */
const MAX_TITLE_CODE_POINTS = 250;
const MAX_MESSAGE_CODE_POINTS = 1024;

const key = z.string().check(formRule(/^[A-Za-z0-9]{30}$/, "pushoverKeyForm"));

export const pushoverSettings = z.strictObject({
  /** The application's token. */
  token: key,
  /** The key of the user, or of a group. */
  user: key,
});

/** 1 breaks through the user's quiet hours; 2, which rings until it is acknowledged, is never sent. */
const PRIORITIES: Readonly<Record<Priority, number>> = { 1: -2, 2: -1, 3: 0, 4: 0, 5: 1 };

/**
 * Pushover's `messages.json`, which takes both keys in the body. Text is plain as long as `html` is not sent, and there
 * are no mentions. Without a title Pushover shows the application's name.
 *
 * @see https://pushover.net/api for the form, the limits, the priorities and `status`
 */
export const pushover: Preset<z.infer<typeof pushoverSettings>> = {
  signing: "standard",
  body({ message, priority, settings }) {
    const { title, body } = titleAndBody(message);
    return {
      token: settings.token,
      user: settings.user,
      ...(title !== undefined && { title: cutText(title, { codePoints: MAX_TITLE_CODE_POINTS }) }),
      message: cutText(body, { codePoints: MAX_MESSAGE_CODE_POINTS }),
      priority: PRIORITIES[priority],
    };
  },
  /** A refusal says `invalid` under the name of the parameter that is to blame. */
  readRefusal(reply) {
    if (refusalUnless(reply.status, 1) === undefined) return undefined;
    const [isTokenBad, isUserBad] = [reply.token === "invalid", reply.user === "invalid"];
    if (isTokenBad && isUserBad) return "refused by pushover: token and user not valid";
    if (isTokenBad) return "refused by pushover: token not valid";
    return isUserBad ? "refused by pushover: user not valid" : "refused by pushover";
  },
  problem({ settings }) {
    if (settings !== undefined) return undefined;
    return { key: "pushover", what: { id: "pushoverMissing" } };
  },
};
