import { cutText } from "../../content/cut.ts";
import type { Message } from "../../content/message.ts";
import type { EventId, Priority } from "../../notices/event-table.ts";
import { authorization } from "./credentials.ts";
import { encodeAddress, encodeHeader } from "./encode-header.ts";
import type { NtfyConfig } from "./ntfy.schema.ts";

/** ntfy makes a file of a body of 4,096 bytes; some room stays for a server that is set a little lower. */
export const MAX_BODY_BYTES = 4000;

export interface NtfyRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One notice as ntfy takes it: a plain-text body, everything else in headers. */
export function composeRequest(
  config: NtfyConfig,
  message: Pick<Message, "title" | "lines">,
  notice: { readonly event: EventId; readonly priority: Priority },
): NtfyRequest {
  const lines = cutText(message.lines.join("\n"), { bytes: MAX_BODY_BYTES });
  const icon = iconOf(config, notice.event);
  const proof = authorization(config);
  return {
    url: `${config.serverUrl.replace(/\/+$/, "")}/${config.topic}`,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      // To an empty body the server would give a text of its own: then the title is all there is to say.
      ...(lines !== "" && { Title: encodeHeader(message.title) }),
      Priority: String(priorityOf(config, notice)),
      ...(icon !== null && { Icon: encodeAddress(icon) }),
      ...(config.tags?.length && { Tags: encodeHeader(config.tags.join(",")) }),
      ...(config.click !== undefined && { Click: encodeAddress(config.click) }),
      ...(proof !== undefined && { Authorization: proof }),
    },
    body: lines === "" ? message.title : lines,
  };
}

function priorityOf(config: NtfyConfig, notice: { readonly event: EventId; readonly priority: Priority }): number {
  return config.eventOptions?.[notice.event]?.priority ?? config.priority ?? notice.priority;
}

/** `null`, at either place, wants none. There is no default: the project has no icon that a phone could fetch. */
function iconOf(config: NtfyConfig, event: EventId): string | null {
  const own = config.eventOptions?.[event]?.icon;
  return own === undefined ? (config.icon ?? null) : own;
}
