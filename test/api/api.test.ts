import { readFileSync } from "node:fs";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  assertPiNotifyPublishPayload,
  isPiNotifyPublishPayload,
  NOTIFICATION_EVENT_IDS,
  type NotificationEventId,
  PI_NOTIFY_PUBLISH_EVENT,
  PI_NOTIFY_UI_SPAN_SILENT_EVENT,
  type PublishNotificationOptions,
  publishNotification,
} from "../../src/api/api.ts";
import { EVENT_IDS, type EventId } from "../../src/notices/event-table.ts";

const GOOD = { eventId: "task-completed", source: "deploy" } as const;

it("knows every event that pi-notify knows, and no other", () => {
  expect(NOTIFICATION_EVENT_IDS).toEqual(EVENT_IDS);
  expectTypeOf<NotificationEventId>().toEqualTypeOf<EventId>();
});

it("speaks on the channels of @xzzpig/pi-notify", () => {
  expect([PI_NOTIFY_PUBLISH_EVENT, PI_NOTIFY_UI_SPAN_SILENT_EVENT]).toEqual([
    "pi-notify:publish",
    "pi-notify:ui_span_silent",
  ]);
});

describe.each<[what: string, payload: unknown, says: RegExp]>([
  ["nothing", undefined, /object/],
  ["null", null, /object/],
  ["a text", "task-completed", /object/],
  ["a list", [GOOD], /object/],
  ["no event", { source: "deploy" }, /`eventId`.*task-completed/],
  ["an unknown event", { ...GOOD, eventId: "s3cret" }, /`eventId`.*task-completed/],
  ["an event that is an inherited name", { ...GOOD, eventId: "constructor" }, /`eventId`/],
  ["no source", { eventId: GOOD.eventId }, /`source`/],
  ["a blank source", { ...GOOD, source: " \n" }, /`source`/],
  ["a source that is no text", { ...GOOD, source: { s3cret: 1 } }, /`source`/],
  ["a label that is no text", { ...GOOD, label: null }, /`label`/],
])("a payload that is %s", (_what, payload, says) => {
  it("is refused with a line that names the key and quotes no value", () => {
    expect(isPiNotifyPublishPayload(payload)).toBe(false);
    expect(() => assertPiNotifyPublishPayload(payload)).toThrow(TypeError);
    expect(() => assertPiNotifyPublishPayload(payload)).toThrow(says);
    expect(() => assertPiNotifyPublishPayload(payload)).toThrow(/^pi-notify: (?!.*s3cret).+$/);
  });
});

it.each<[what: string, payload: object]>([
  ["no label", GOOD],
  ["a label", { ...GOOD, label: "Deployed" }],
  ["a label that is undefined", { ...GOOD, label: undefined }],
  ["keys of a later version", { ...GOOD, later: 1 }],
])("a payload with %s is taken", (_what, payload) => {
  expect(isPiNotifyPublishPayload(payload)).toBe(true);
  expect(() => assertPiNotifyPublishPayload(payload)).not.toThrow();
});

describe("publishNotification", () => {
  function published(options: Omit<PublishNotificationOptions, "events">): unknown[] {
    const emitted: unknown[] = [];
    const bus = { emitted, emit: (...args: unknown[]) => void emitted.push(args) };
    publishNotification({ events: bus, ...options });
    return emitted;
  }

  it("emits the payload, once, and nothing of what else it was given", () => {
    const more = { ...GOOD, label: "Deployed", secret: 1 };
    expect(published(more)).toEqual([[PI_NOTIFY_PUBLISH_EVENT, { ...GOOD, label: "Deployed" }]]);
  });

  it("leaves out a label that is undefined", () => {
    expect(published({ ...GOOD, label: undefined })).toStrictEqual([[PI_NOTIFY_PUBLISH_EVENT, GOOD]]);
  });

  it("calls `emit` on its bus", () => {
    class Bus {
      readonly #emitted: string[] = [];
      emit(channel: string): void {
        this.#emitted.push(channel);
      }
      get count(): number {
        return this.#emitted.length;
      }
    }
    const events = new Bus();
    publishNotification({ events, ...GOOD });
    expect(events.count).toBe(1);
  });

  it.each<[what: string, options: unknown, says: RegExp]>([
    ["nothing", undefined, /an object/],
    ["no bus", GOOD, /`events`.*`emit`/],
    ["a bus without emit", { ...GOOD, events: {} }, /`events`.*`emit`/],
    ["a bad payload", { ...GOOD, source: "", events: { emit: () => {} } }, /`source`/],
  ])("throws a TypeError for %s", (_what, options, says) => {
    const call = () => publishNotification(options as PublishNotificationOptions);
    expect(call).toThrow(TypeError);
    expect(call).toThrow(says);
  });

  it("passes on what the bus throws", () => {
    const stale = new Error("This extension ctx is stale");
    const events = {
      emit() {
        throw stale;
      },
    };
    expect(() => publishNotification({ events, ...GOOD })).toThrow(stale);
  });
});

it("imports nothing at run time", () => {
  const source = readFileSync(new URL("../../src/api/api.ts", import.meta.url), "utf8");
  expect(source.match(/^import (?!type )|\bimport\(|\brequire\(/gm)).toBeNull();
});
