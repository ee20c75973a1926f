import { expect, it } from "vitest";
import { completeNotify } from "../../src/commands/complete-notify.ts";

it.each([
  [
    "",
    [
      "status",
      "test",
      "doctor",
      "config",
      "why",
      "export",
      "visualize",
      "visualize live",
      "setup",
      "trust",
      "trust yes",
      "trust off",
    ],
  ],
  ["s", ["status", "setup"]],
  ["setup", []],
  ["te", ["test"]],
  ["c", ["config"]],
  ["d", ["doctor"]],
  ["doctor", []],
  ["config", []],
  ["tr", ["trust", "trust yes", "trust off"]],
  ["trust", []],
  ["trust ", ["trust yes", "trust off"]],
  ["trust off", []],
  ["w", ["why"]],
  ["why", []],
  ["why 3", []],
  ["ex", ["export"]],
  ["export", []],
  ["export x", []],
  ["vi", ["visualize", "visualize live"]],
  ["visualize", []],
  ["visualize ", ["visualize live"]],
  ["visualize live", []],
  ["status", []],
  ["test", []],
  ["x", []],
  ["test ", ["test hook", "test hook2", "test bell"]],
  ["test  ho", ["test hook", "test hook2"]],
  ["test hook", []],
  ["status ", []],
])("after %j it offers %j", (prefix, values) => {
  expect(
    completeNotify(prefix, { channelIds: ["hook", "hook2", "bell"], language: "en" }).map(({ value }) => value),
  ).toEqual(values);
});
