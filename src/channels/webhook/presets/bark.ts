import * as z from "zod/mini";
import type { Priority } from "../../../notices/event-table.ts";
import { refusalUnless } from "../../check-reply.ts";
import { formRule } from "../../schema-rule.ts";
import { fitText } from "./fit-text.ts";
import { jsonBytes } from "./json-bytes.ts";
import type { Preset } from "./preset.ts";
import { titleAndBody } from "./title-and-body.ts";

/** Apple takes 4,096 bytes for the payload that Bark's server makes of this; the rest is room for its own keys. */
const MAX_TITLE_BYTES = 600;
const MAX_TEXT_BYTES = 3600;

export const barkSettings = z.strictObject({
  /** The device's key, where it is not in the address. */
  deviceKey: z.string().check(formRule(/^[^\s/?#]+$/, "barkKeyForm")),
});

/** `critical` would ring through a muted phone, which users did not ask for. */
const LEVELS: Readonly<Record<Priority, string>> = {
  1: "passive",
  2: "passive",
  3: "active",
  4: "timeSensitive",
  5: "timeSensitive",
};

/**
 * Bark for iOS: either `https://api.day.app/push` with the device's key in the settings, or the address that the app
 * shows, which ends in the key. Title and body are shown as they are. The body is never left out, since the server
 * would write `NoContent`.
 *
 * @see https://github.com/Finb/bark-server/blob/master/docs/API_V2.md for the form
 * @see https://github.com/Finb/bark-server/blob/master/route_push.go for JSON at both addresses, and the replies
 * @see https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification for 4,096 bytes
 */
export const bark: Preset<z.infer<typeof barkSettings> | undefined> = {
  signing: "standard",
  body({ message, priority, settings }) {
    const { title, body } = titleAndBody(message);
    const shownTitle = title === undefined ? undefined : fitText(title, MAX_TITLE_BYTES, payloadBytes);
    return {
      ...(settings && { device_key: settings.deviceKey }),
      ...(shownTitle !== undefined && { title: shownTitle }),
      body: fitText(body, MAX_TEXT_BYTES - payloadBytes(shownTitle ?? ""), payloadBytes),
      level: LEVELS[priority],
      group: "pi-notify",
    };
  },
  readRefusal: (reply) => refusalUnless(reply.code, 200),
  problem({ url, settings }) {
    const path = new URL(url).pathname.replace(/\/+$/, "");
    const isPush = path.endsWith("/push");
    if (settings === undefined && (path === "" || isPush)) {
      return { key: "bark", what: { id: "barkMissing" } };
    }
    if (settings !== undefined && !isPush) {
      return { key: "url", what: { id: "barkPush" } };
    }
    return undefined;
  },
};

/** Bytes in the JSON of Bark's server, which is written in Go: there `<`, `>`, `&` and two separators take six bytes. */
function payloadBytes(text: string): number {
  return jsonBytes(text.replace(/[<>&\u2028\u2029]/g, "6 long"));
}
