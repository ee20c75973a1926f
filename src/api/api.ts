/**
 * What another extension imports as `pi-notify-xstate/api`: the names, types and checks of two channels on Pi's event
 * bus. It imports nothing, so that it may be bundled anywhere, and an author who prefers no dependency emits the
 * same payloads under the same names. Wire-compatible with `@xzzpig/pi-notify/api`.
 *
 * One file: the declarations that TypeScript makes of it go into the package as they are (scripts/build-api.mjs).
 */
import type { EventId } from "../notices/event-table.ts";

/** The channel on which a notice is published; its payload is a {@link PiNotifyPublishPayload}. */
export const PI_NOTIFY_PUBLISH_EVENT = "pi-notify:publish";

/**
 * The channel on which an extension says, right before it opens a dialog, that the user need not come for it.
 * Its payload is a {@link UiSpanSilentPayload}.
 */
export const PI_NOTIFY_UI_SPAN_SILENT_EVENT = "pi-notify:ui_span_silent";

/** Every event that pi-notify knows, and so every one that may be published. */
export const NOTIFICATION_EVENT_IDS = [
  "agent-completed",
  "agent-error",
  "input-required",
  "permission-required",
  "context-compacted",
  "task-completed",
  "integration-error",
] as const satisfies readonly EventId[];

export type NotificationEventId = (typeof NOTIFICATION_EVENT_IDS)[number];

export interface PiNotifyPublishPayload {
  /** Decides title, priority, and which channels take the notice. */
  eventId: NotificationEventId;
  /** Who publishes, such as the extension's package name. Not empty; not shown. */
  source: string;
  /** The notice's own first line. The receiver removes what does not belong on one line and cuts it to 200 characters. */
  label?: string | undefined;
}

export interface UiSpanSilentPayload {
  /** Why the dialog is silent, for debugging; never shown. */
  reason?: string | undefined;
}

/** As much of `pi.events` as publishing takes. */
export interface PiNotifyEventBus {
  emit(channel: string, data: unknown): void;
}

export interface PublishNotificationOptions extends PiNotifyPublishPayload {
  /** `pi.events` of the extension that publishes. */
  events: PiNotifyEventBus;
}

/** Whether pi-notify would take this payload. */
export function isPiNotifyPublishPayload(value: unknown): value is PiNotifyPublishPayload {
  return problemOf(value) === undefined;
}

/** @throws TypeError that names the key and what it should be, and never what it is. */
export function assertPiNotifyPublishPayload(value: unknown): asserts value is PiNotifyPublishPayload {
  const problem = problemOf(value);
  if (problem !== undefined) throw new TypeError(`pi-notify: ${problem}`);
}

/**
 * Publishes one notice. Without pi-notify in the session nothing happens.
 *
 * @throws TypeError for a payload that pi-notify would not take, or `events` without `emit`
 * @throws Error of Pi's own ("… ctx is stale …") where `events` belongs to a session that is over, after `/new`,
 *   `/resume`, `/fork` or `/reload`. pi-notify throws nothing into the publisher: delivery begins after this returns.
 */
export function publishNotification(options: PublishNotificationOptions): void {
  if (!isRecord(options)) throw new TypeError("pi-notify: publishNotification takes an object");
  const { events, eventId, source, label } = options;
  if (!isRecord(events) || typeof events.emit !== "function") {
    throw new TypeError("pi-notify: `events` must have a function `emit`, as `pi.events` has");
  }
  const payload: unknown = label === undefined ? { eventId, source } : { eventId, source, label };
  assertPiNotifyPublishPayload(payload);
  events.emit(PI_NOTIFY_PUBLISH_EVENT, payload);
}

function problemOf(value: unknown): string | undefined {
  if (!isRecord(value)) return "the payload must be an object";
  if (!NOTIFICATION_EVENT_IDS.some((id) => id === value.eventId)) {
    return `\`eventId\` must be one of ${NOTIFICATION_EVENT_IDS.join(", ")}`;
  }
  if (typeof value.source !== "string" || value.source.trim() === "") {
    return "`source` must be a text that is not empty";
  }
  if (value.label !== undefined && typeof value.label !== "string") return "`label` must be a text or absent";
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
