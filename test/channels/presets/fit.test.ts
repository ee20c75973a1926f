import { describe, expect, it } from "vitest";
import { bark } from "../../../src/channels/webhook/presets/bark.ts";
import { fitLines } from "../../../src/channels/webhook/presets/fit-lines.ts";
import { fitText } from "../../../src/channels/webhook/presets/fit-text.ts";
import { gotify } from "../../../src/channels/webhook/presets/gotify.ts";
import { teams } from "../../../src/channels/webhook/presets/teams.ts";
import { message } from "./preset-cases.ts";

const FAMILY = "👨‍👩‍👧‍👦";
const FAMILY_BYTES = Buffer.byteLength(FAMILY);
/** Every quote costs two. */
const escapedLength = (text: string) => text.replaceAll('"', '\\"').length;

describe("a text within a limit of a service's own unit", () => {
  it.each([
    ["less than the limit", "abc", 5, "abc"],
    ["exactly the limit", "abcde", 5, "abcde"],
    ["one more", "abcdef", 5, "abcd…"],
    ["exactly the limit once escaped", 'ab"c', 5, 'ab"c'],
    ["over it only once escaped", 'ab""', 5, "ab…"],
    ["over it, with room for what costs more", 'ab"""', 5, 'ab"…'],
    ["nothing but what costs more", '"""""', 5, '""…'],
    ["no room for what costs more", '"', 1, ""],
    ["no room at all", "abc", 0, ""],
    ["nothing", "", 5, ""],
  ])("%s: %j in %i", (_name, text, limit, fitted) => {
    expect(fitText(text, limit, escapedLength)).toBe(fitted);
  });
});

describe("lines within so many bytes, each with its overhead", () => {
  it.each<[string, string[], number, string[]]>([
    ["none", [], 100, []],
    ["room for all", ["aaaa", "bbbb"], 10, ["aaaa", "bbbb"]],
    ["no room for a part of the second", ["aaaa", "bbbb"], 8, ["aaaa"]],
    ["room for a part of the second", ["aaaa", "bbbbb"], 10, ["aaaa", "b…"]],
    ["just room for what tells that something is missing", ["a"], 4, ["a"]],
    ["not even for that", ["a"], 3, []],
    ["behind a cut line nothing, although it would fit", [FAMILY.repeat(2), "b"], FAMILY_BYTES + 15, [`${FAMILY}…`]],
  ])("%s", (_name, lines, limit, fitted) => {
    expect(fitLines(lines, limit, 1)).toEqual(fitted);
  });
});

it("bark has the whole room for a text that is its own title", () => {
  const sent = (length: number) => {
    const request = { message: message("a".repeat(length)), priority: 3, secret: undefined, seconds: 0 } as const;
    const { body } = bark.body({ ...request, settings: undefined }) as { readonly body: string };
    return [body.length, body.slice(-2)];
  };
  expect(sent(3600)).toEqual([3600, "aa"]);
  expect(sent(3601)).toEqual([3600 - Buffer.byteLength("…") + 1, "a…"]);
});

it("teams has most of its room filled by many short lines", () => {
  const request = {
    message: message("T", ...Array<string>(5000).fill("line")),
    priority: 3,
    secret: undefined,
  } as const;
  const bytes = Buffer.byteLength(JSON.stringify(teams.body({ ...request, seconds: 0, settings: undefined })));
  expect(bytes).toBeGreaterThan(12_000);
  expect(bytes).toBeLessThan(14_000);
});

it("gotify sends no header of its own where the token is elsewhere", () => {
  const request = { message: message("T"), priority: 3, secret: undefined, seconds: 0 } as const;
  expect(gotify.headers?.({ ...request, settings: undefined })).toEqual({});
  expect(gotify.headers?.({ ...request, settings: { token: "AbC" } })).toEqual({ "x-gotify-key": "AbC" });
});
