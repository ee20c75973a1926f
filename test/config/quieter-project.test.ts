import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHANNELS } from "../../src/channels/registry.ts";
import type { Config, ResolvedChannel } from "../../src/config/config.ts";
import { valueAt } from "../../src/config/file/key-path.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { EVENT_IDS, EVENT_TABLE } from "../../src/notices/event-table.ts";
import { at, channelPlaces, documentPlaces, type Keys, together } from "./hostile-values.ts";

/** Nothing of the user's has this text. */
const OWN_TEXT = "Your token has leaked";

const GLOBAL = {
  language: "en",
  content: { host: false, duration: true },
  titles: { "agent-error": "E" },
  channels: [
    { id: "on-osc", type: "osc" },
    { id: "on-bell", type: "bell", events: ["input-required"] },
    { id: "on-desktop", type: "desktop", delayMs: 500 },
    { id: "on-webhook", type: "webhook", delayMs: 120_000, webhook: { url: "https://good.example/" } },
    {
      ...{ id: "on-ntfy", type: "ntfy", events: ["agent-error", "agent-completed"] },
      ntfy: {
        topic: "t",
        priority: 3,
        icon: "https://good.example/i.png",
        eventOptions: { "agent-error": { priority: 4 } },
      },
    },
    { id: "off-webhook", type: "webhook", enabled: false, webhook: { url: "https://good.example/" } },
    { id: "plain-ntfy", type: "ntfy", ntfy: { topic: "t" } },
    // Out of action, each for another reason; a project's file must not bring one back.
    { id: "unset-ntfy", type: "ntfy", ntfy: { topic: "t", icon: "${UNSET}" } },
    { id: "bad-bell", type: "bell", delayMs: "soon" },
  ],
};

function load(project: object | undefined) {
  return parseConfig(JSON.stringify(GLOBAL), {
    ...{ file: "config.json", env: { SET: "set" }, channels: CHANNELS },
    ...(project && { project: { file: "pi-notify.json", text: JSON.stringify(project), isApproved: false } }),
  });
}

const { config: before } = load(undefined);

/** What would make the first louder than the second, or different in any other way than quieter. */
function differences(after: Config): readonly string[] {
  const { channels, content, enabled, language: _language, ...others } = after;
  const own = before;
  const faults: string[] = [];
  const holds = (what: string, isRight: boolean) => {
    if (!isRight) faults.push(what);
  };
  holds("enabled", !enabled || own.enabled);
  for (const [key, isOn] of Object.entries(content))
    holds(`content.${key}`, !isOn || valueAt(own.content, [key]) === true);
  const { channels: ownChannels, content: _c, enabled: _e, language: _l, ...ownOthers } = own;
  holds("the rest of the file", JSON.stringify(others) === JSON.stringify(ownOthers));
  holds("the channels there are", channels.map(({ id }) => id).join() === ownChannels.map(({ id }) => id).join());
  for (const [index, channel] of channels.entries()) {
    const ownChannel = ownChannels[index];
    if (ownChannel !== undefined) faults.push(...channelDifferences(channel, ownChannel));
  }
  return faults;
}

function channelDifferences(after: ResolvedChannel, own: ResolvedChannel): readonly string[] {
  const { id, enabled, events, delayMs, config, ...others } = after;
  const { enabled: wasOn, events: ownEvents, delayMs: ownDelay, config: ownConfig, id: _id, ...ownOthers } = own;
  const faults: string[] = [];
  const holds = (what: string, isRight: boolean) => {
    if (!isRight) faults.push(`${id} ${what}`);
  };
  holds("enabled", !enabled || wasOn);
  holds(
    "events",
    events.every((event) => ownEvents.includes(event)),
  );
  holds("delayMs", delayMs >= ownDelay && delayMs <= Math.max(ownDelay, 60_000));
  holds("others", JSON.stringify(others) === JSON.stringify(ownOthers));
  holds("destination", JSON.stringify(withoutLooks(config)) === JSON.stringify(withoutLooks(ownConfig)));
  for (const event of EVENT_IDS) {
    holds(`priority of ${event}`, priorityOf(config, event) <= priorityOf(ownConfig, event));
    holds(`icon of ${event}`, [null, iconOf(ownConfig, event)].includes(iconOf(config, event)));
  }
  return faults;
}

function priorityOf(config: unknown, event: (typeof EVENT_IDS)[number]): number {
  const own = valueAt(config, ["eventOptions", event, "priority"]) ?? valueAt(config, ["priority"]);
  return typeof own === "number" ? own : EVENT_TABLE[event].priority;
}

function iconOf(config: unknown, event: string): unknown {
  const own = valueAt(config, ["eventOptions", event, "icon"]);
  return own === undefined ? valueAt(config, ["icon"]) : own;
}

function withoutLooks(config: unknown): unknown {
  if (typeof config !== "object" || config === null) return config;
  const { priority: _p, icon: _i, eventOptions: _o, ...rest } = config as Readonly<Record<string, unknown>>;
  return rest;
}

const hostile = fc.oneof(
  fc.boolean(),
  fc.constantFrom<unknown>(null, 0, 1, 2, 3, 4, 5, 9, 10, 60_000, 60_001, 86_400_000, 1e12, -1, 0.5),
  fc.constantFrom<unknown>(
    OWN_TEXT,
    "$SET",
    "${UNSET:-x}",
    "https://evil.example/",
    "zh-CN",
    "always",
    "notify",
    "hold",
    "",
  ),
  fc.constantFrom<unknown>([], {}, [OWN_TEXT], [null], { any: OWN_TEXT }, ["tui", "json"]),
  fc.subarray([...EVENT_IDS]),
);

const overlayOf = (places: readonly Keys[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...places), hostile), { maxLength: 4 })
    .map((all) => all.reduce<object>((file, [place, value]) => together(file, at(place, value)), {}));

const types = CHANNELS.map(({ type }) => type);
const channelOverlay = fc
  .constantFrom(...types)
  .chain((type) =>
    fc
      .tuple(
        overlayOf(channelPlaces(type).filter(([key]) => key !== "id")),
        fc.constantFrom(...GLOBAL.channels.map(({ id }) => id), "new", "terminal"),
        fc.constantFrom({}, { type }),
      )
      .map(([entry, id, typed]) => ({ ...entry, id, ...typed })),
  );

const project = fc
  .tuple(overlayOf(documentPlaces()), fc.option(fc.array(channelOverlay, { maxLength: 4 }), { nil: undefined }))
  .map(([file, channels]) => (channels === undefined ? file : { ...file, channels }));

describe("an unapproved project file", () => {
  test("makes nothing louder, and shows no text of its own", () => {
    fc.assert(
      fc.property(project, (file) => {
        const { config, warnings } = load(file);
        expect(differences(config)).toEqual([]);
        expect(JSON.stringify([config, warnings])).not.toContain(OWN_TEXT);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each<[string, object, readonly string[]]>([
    ["switches a channel on", { channels: [{ id: "off-webhook", enabled: true }] }, ["channels[0].enabled"]],
    [
      "adds an event",
      { channels: [{ id: "on-bell", events: ["input-required", "agent-error"] }] },
      ["channels[0].events"],
    ],
    ["has a title", { titles: { "agent-completed": OWN_TEXT } }, ["titles"]],
    ["delays by a day", { channels: [{ id: "on-osc", delayMs: 86_400_000 }] }, ["channels[0].delayMs"]],
    ["takes a delay away", { channels: [{ id: "on-webhook", delayMs: 0 }] }, ["channels[0].delayMs"]],
    ["shows the dialog's title", { content: { promptTitle: true } }, ["content"]],
    ["raises a priority", { channels: [{ id: "on-ntfy", ntfy: { priority: 4 } }] }, ["channels[0].ntfy"]],
    [
      "raises that of one event",
      { channels: [{ id: "plain-ntfy", ntfy: { eventOptions: { "agent-completed": { priority: 4 } } } }] },
      ["channels[0].ntfy"],
    ],
    [
      "raises that of an event by the channel's",
      { channels: [{ id: "plain-ntfy", ntfy: { priority: 3 } }] },
      ["channels[0].ntfy"],
    ],
    [
      "brings back a channel without its variable",
      { channels: [{ id: "unset-ntfy", ntfy: { icon: null } }] },
      ["channels[0]"],
    ],
    ["mends a channel", { channels: [{ id: "bad-bell", delayMs: 5 }] }, ["channels[0]"]],
    ["adds a channel", { channels: [{ id: "new", type: "bell" }] }, ["channels[0]"]],
  ])("that %s waits", (_what, file, waiting) => {
    const { config, pending } = load(file);
    expect(config).toEqual(before);
    expect(pending.map(({ path }) => path.join(".").replace(/^channels\.(\d)/, "channels[$1]"))).toEqual(
      waiting.map((key) => expect.stringMatching(new RegExp(`^${key.replace(/[[\]]/g, "\\$&")}`))),
    );
  });

  test("whatever it calls its keys, no warning repeats them", () => {
    const keys = { [OWN_TEXT]: 1, content: { [OWN_TEXT]: true }, herdr: { [OWN_TEXT]: { constructor: 1 } } };
    const twice = `{"${OWN_TEXT}": 1, "${OWN_TEXT}": 2, "channels": [{"id": "on-osc", "${OWN_TEXT}": 1}]}`;
    for (const text of [JSON.stringify(keys), twice]) {
      const { warnings, pending } = parseConfig(JSON.stringify(GLOBAL), {
        ...{ file: "config.json", env: {}, channels: CHANNELS },
        project: { file: "pi-notify.json", text, isApproved: false },
      });
      expect(warnings.filter(({ file }) => file === "pi-notify.json").length).toBeGreaterThan(1);
      expect(JSON.stringify([warnings, pending.map(({ path }) => path)])).not.toContain(OWN_TEXT);
    }
  });

  test.each<[string, object, object]>([
    ["everything off", { enabled: false }, { enabled: false }],
    ["the language", { language: "zh-CN" }, { language: "zh-CN" }],
    ["a line off", { content: { project: false } }, { content: { ...before.content, project: false } }],
  ])("that only has %s counts at once", (_what, file, expected) => {
    const { config, pending } = load(file);
    expect(pending).toEqual([]);
    expect(config).toEqual({ ...before, ...expected });
  });

  test.each<[string, string, object, object]>([
    ["off", "on-osc", { enabled: false }, { enabled: false }],
    ["with fewer events", "on-ntfy", { events: ["agent-error"] }, { events: ["agent-error"] }],
    ["delayed by a minute", "on-osc", { delayMs: 60_000 }, { delayMs: 60_000 }],
    ["with a lower priority", "on-ntfy", { ntfy: { priority: 2 } }, { config: { priority: 2 } }],
    [
      "with a lower priority for an event",
      "plain-ntfy",
      { ntfy: { eventOptions: { "agent-error": { priority: 1 } } } },
      { config: { eventOptions: { "agent-error": { priority: 1 } } } },
    ],
    ["without an icon", "on-ntfy", { ntfy: { icon: null } }, { config: { icon: null } }],
  ])("a channel of the user's %s counts at once", (_what, id, change, expected) => {
    const { config, pending } = load({ channels: [{ id, ...change }] });
    expect(pending).toEqual([]);
    expect(config.channels.find((channel) => channel.id === id)).toMatchObject(expected);
  });
});
