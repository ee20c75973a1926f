import { cutText } from "../../content/cut.ts";
import type { Message } from "../../content/message.ts";
import type { EventId, Priority } from "../../notices/event-table.ts";
import { OSC, ST } from "./control-bytes.ts";
import { MAX_BODY_CODE_POINTS, MAX_OSC99_PAYLOAD_BYTES, MAX_TITLE_BYTES } from "./payload-limits.ts";

export interface Osc99Notice {
  /** Unique; only `[a-zA-Z0-9_+.-]`. Another notification with the same id would replace this one. */
  readonly id: string;
  readonly event: EventId;
  readonly priority: Priority;
}

/** kitty's urgency: 0 low, 1 normal, 2 critical. */
const URGENCY = { 1: 0, 2: 0, 3: 1, 4: 1, 5: 2 } as const satisfies Record<Priority, 0 | 1 | 2>;

const APPLICATION = base64("pi-notify");

/**
 * One OSC 99 notification: the title, held back by `d=0`, then the body that completes it.
 * Without a body the title completes itself. Metadata goes with the title, the first thing a terminal reads.
 * Each payload is whole characters in padded base64: kitty 0.26 shows nothing for any other form.
 */
export function encodeOsc99(message: Pick<Message, "title" | "lines">, notice: Osc99Notice): string {
  const title = base64(cutText(message.title, { bytes: MAX_TITLE_BYTES }));
  const body = base64(
    cutText(message.lines.join("\n"), { codePoints: MAX_BODY_CODE_POINTS, bytes: MAX_OSC99_PAYLOAD_BYTES }),
  );
  const about = `a=focus:u=${URGENCY[notice.priority]}:f=${APPLICATION}:t=${base64(notice.event)}`;
  const done = body === "" ? 1 : 0;
  const titlePart = `${OSC}99;i=${notice.id}:d=${done}:e=1:${about};${title}${ST}`;
  return body === "" ? titlePart : `${titlePart}${OSC}99;i=${notice.id}:d=1:e=1:p=body;${body}${ST}`;
}

/** Closes the notification with this id, and no other. A terminal that cannot, such as kitty before 0.36, ignores it. */
export function encodeOsc99Close({ id }: Pick<Osc99Notice, "id">): string {
  return `${OSC}99;i=${id}:p=close;${ST}`;
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
