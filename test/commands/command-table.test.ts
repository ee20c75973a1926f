import { readdirSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMMAND_FORMS, readCommandLine, USAGE } from "../../src/commands/command-line.ts";
import { COMMANDS } from "../../src/commands/commands.ts";
import { commandMessages } from "../../src/messages/commands.messages.ts";

const FOLDER = new URL("../../src/commands/", import.meta.url);

describe("the table of commands", () => {
  it("has a row for each folder with a command, and no other", () => {
    const folders = readdirSync(FOLDER).filter((name) => statSync(new URL(name, FOLDER)).isDirectory());
    expect(COMMANDS.map(({ name }) => name).sort()).toEqual(folders.sort());
  });

  it.each(COMMANDS)("loads $name", async ({ load }) => {
    expect((await load()).run).toBeTypeOf("function");
  });

  it("describes every form, and no other", () => {
    const described = COMMAND_FORMS.map(({ description }) => description);
    expect(described.sort()).toEqual(
      Object.keys(commandMessages)
        .filter((id) => id !== "notify" && id !== "usage")
        .sort(),
    );
    expect(COMMAND_FORMS.filter(({ text, description }) => text !== description)).toEqual([]);
  });

  it("gives the usage", () => {
    expect(USAGE).toBe(
      "status | test [channel] | doctor | config | why [n] | export [file] | visualize [live] | setup | trust [yes|off]",
    );
    expect(COMMAND_FORMS.map(({ usage }) => usage)).toEqual([
      ...["status", "test [channel]", "doctor", "config", "why [n]", "export [file]", "visualize", "visualize live"],
      ...["setup", "trust", "trust yes", "trust off"],
    ]);
  });
});

describe("readCommandLine", () => {
  it.each<[string, string | undefined, string?]>([
    ["", "status"],
    ["  ", "status"],
    ["status", "status"],
    [" doctor\n", "doctor"],
    ["test hook", "test", "hook"],
    ["test   hook  ", "test", "hook"],
    ["why 3", "why", "3"],
    ["why many", "why", "many"],
    ["export", "export"],
    ["export my trace.json", "export", "my trace.json"],
    ["visualize live", "visualize", "live"],
    ["trust off", "trust", "off"],
    ["frobnicate", undefined],
    ["status now", undefined],
    ["doctor all", undefined],
    ["setup again", undefined],
    ["why 3 4", undefined],
    ["visualize dead", undefined],
    ["visualize live on", undefined],
    ["trust on", undefined],
    ["exporting", undefined],
    ["Status", undefined],
    ["toString", undefined],
  ])("%j is %s", (text, name, argument) => {
    const line = readCommandLine(text);
    expect(line?.row.name).toBe(name);
    expect(line?.argument).toBe(argument);
  });
});
