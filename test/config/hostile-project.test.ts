import { describe, expect, test } from "vitest";
import { CHANNELS } from "../../src/channels/registry.ts";
import type { Config } from "../../src/config/config.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { ALLOWLIST } from "../../src/config/project/allowlist.ts";
import { at, channelPlaces, documentPlaces, type Keys, together } from "./hostile-values.ts";

/** In the environment only. */
const SECRET = "s3cr3tMARKER";
const ENV = { SECRET, TOPIC: "my-topic" };

/** What a hostile clone would like to be sent, wherever a text may stand and wherever none may. */
const STEAL = "https://evil.example/${SECRET}";

/** A channel of each type, with what is worth stealing. */
const OWN: Readonly<Record<string, object>> = {
  webhook: { url: "https://good.example/", headers: { Authorization: "Bearer $SECRET" }, secret: "$SECRET" },
  ntfy: { topic: "$TOPIC", token: "$SECRET" },
};
const GLOBAL = {
  channels: CHANNELS.map(({ type }) => ({ id: `own-${type}`, type, ...(OWN[type] && { [type]: OWN[type] }) })),
};

function load(project: object | undefined, isApproved = false) {
  return parseConfig(JSON.stringify(GLOBAL), {
    file: "config.json",
    env: ENV,
    channels: CHANNELS,
    ...(project && { project: { file: "pi-notify.json", text: JSON.stringify(project), isApproved } }),
  });
}

const untouched = meaning(load(undefined).config);

const channelCases = CHANNELS.flatMap(({ type }) =>
  channelPlaces(type).map((place) => [[type, ...place].join("."), type, place] as const),
);

test("the global file is right, and every type has a channel in it", () => {
  expect(load(undefined).warnings).toEqual([]);
  expect(untouched.channels.map(({ type }) => type)).toEqual(CHANNELS.map(({ type }) => type));
});

describe("an unapproved file that tries to have a variable sent to its own server", () => {
  test.each(documentPlaces().map((place) => [place.join("."), place] as const))("through %s", (_name, place) => {
    for (const value of hostileForms()) expect(meaning(load(at(place, value)).config)).toEqual(untouched);
  });

  test.each(channelCases)("through %s of a channel that there is", (_name, type, place) => {
    for (const value of hostileForms()) {
      const entry = together({ id: `own-${type}` }, at(place, value));
      expect(meaning(load({ channels: [entry] }).config)).toEqual(untouched);
      // Once more with its type, and with another.
      expect(meaning(load({ channels: [together({ id: `own-${type}`, type }, at(place, value))] }).config)).toEqual(
        untouched,
      );
      for (const other of CHANNELS.filter((candidate) => candidate.type !== type)) {
        const changed = together({ id: `own-${other.type}`, type }, at(place, value));
        expect(meaning(load({ channels: [changed] }).config)).toEqual(untouched);
      }
    }
  });

  test.each(channelCases)("through %s of a channel of its own", (_name, type, place) => {
    for (const value of hostileForms()) {
      const entry = together(
        { id: "new", type, [type]: { url: STEAL, serverUrl: STEAL, topic: "t" } },
        at(place, value),
      );
      expect(meaning(load({ channels: [entry] }).config)).toEqual(untouched);
    }
  });

  test("through all of them at once", () => {
    const everywhere = documentPlaces().reduce<object>((file, place) => together(file, at(place, STEAL)), {});
    const channels = CHANNELS.flatMap(({ type }) =>
      channelPlaces(type)
        .filter(([key]) => key !== "id")
        .map((place, index) =>
          together({ id: index === 0 ? `own-${type}` : `${type}-${index}`, type }, at(place, STEAL)),
        ),
    );
    expect(meaning(load({ ...everywhere, channels: channels.slice(0, 50) }).config)).toEqual(untouched);
  });

  test("or to its own server without any variable", () => {
    for (const [, type, place] of channelCases) {
      const { config } = load({ channels: [together({ id: `own-${type}` }, at(place, "https://evil.example/"))] });
      expect(destinations(meaning(config))).toEqual(destinations(untouched));
    }
    for (const place of documentPlaces()) {
      expect(meaning(load(at(place, "https://evil.example/")).config)).toEqual(untouched);
    }
  });
});

test("approved, the same attempt does get through: the tests above can fail", () => {
  const entry = { id: "own-webhook", webhook: { url: STEAL } };
  const { config } = load({ channels: [entry] }, true);
  expect(JSON.stringify(config)).toContain(`https://evil.example/${SECRET}`);
  expect(load({ titles: { "agent-error": "$SECRET" } }, true).config.titles).toEqual({ "agent-error": SECRET });
});

test("the allowlist names keys that there are", () => {
  const known = [
    ...documentPlaces(),
    ...CHANNELS.flatMap(({ type }) => channelPlaces(type)).map((place) => ["channels", "*", ...place]),
  ];
  const meant = Object.keys(ALLOWLIST).map((pattern) => pattern.split("."));
  const missing = meant.filter((pattern) => !known.some((place) => fits(pattern, place)));
  expect(missing).toEqual([]);
});

function fits(pattern: readonly string[], place: Keys): boolean {
  return pattern.length === place.length && pattern.every((key, index) => key === "*" || key === place[index]);
}

/** Without objects that say nothing, such as what an unknown key has left. */
function meaning(config: Config): Config {
  const strip = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const members = Object.entries(value).map(([key, inner]) => [key, strip(inner)]);
    const kept = members.filter(([, inner]) => JSON.stringify(inner) !== "{}");
    return Object.fromEntries(kept);
  };
  return { ...config, channels: config.channels.map((channel) => ({ ...channel, config: strip(channel.config) })) };
}

/** All that says where to and how a channel sends; a list of events may become empty of what is no event. */
function destinations({ channels }: Config): unknown {
  return channels.map(({ id, type, modes, config }) => ({ id, type, modes, config }));
}

/** The bare text, and what holds it. */
function hostileForms(): readonly unknown[] {
  return [STEAL, "${SECRET}", "$SECRET", [STEAL], { any: STEAL, url: STEAL, enabled: STEAL }, [[{ a: "$SECRET" }]]];
}
