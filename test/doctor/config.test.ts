import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { examined, findingOf, type Situation } from "./examined.ts";

const BELL = { channels: [{ id: "bell", type: "bell" }] };
const HOOK = { id: "hook", type: "webhook", webhook: { url: "http://127.0.0.1:1/${HOOK_PATH}" } };

describe("the configuration", () => {
  it.each<[string, Situation, string[]]>([
    ["all well", { config: BELL }, []],
    ["an unknown key", { config: { ...BELL, langauge: "en" } }, ["problem config-warning"]],
    ["no JSON", { config: "{" }, ["problem config-warning"]],
    ["a variable that is not set", { config: { channels: [...BELL.channels, HOOK] } }, ["problem config-warning"]],
    ["switched off", { config: { ...BELL, enabled: false } }, ["note switched-off"]],
    ["a subagent's child", { config: BELL, env: { PI_SUBAGENT_CHILD: "1" } }, ["note subagent"]],
    [
      "a subagent's child that may speak",
      { config: { ...BELL, attention: { childProcesses: "notify" } }, env: { PI_SUBAGENT_CHILD: "1" } },
      [],
    ],
    [
      "no channel",
      { config: { channels: [{ id: "b", type: "bell", delayMs: "soon" }] } },
      expect.arrayContaining(["problem no-channel"]),
    ],
    [
      "every channel switched off",
      { config: { channels: [{ id: "bell", type: "bell", enabled: false }] } },
      ["problem no-channel"],
    ],
    [
      "a project's file that waits",
      { config: BELL, files: { ".pi/pi-notify.json": { channels: [HOOK] } } },
      ["note project-waiting"],
    ],
    [
      "the same where Pi does not trust the folder",
      { config: BELL, files: { ".pi/pi-notify.json": { channels: [HOOK] } }, isProjectTrusted: false },
      [],
    ],
  ])("%s", async (_name, situation, told) => {
    const seen = await examined(situation);
    expect(seen.told.filter((one) => !/terminal|desktop/.test(one))).toEqual(told);
  });

  it("names file, place and key, and what to do", async () => {
    const seen = await examined({ config: { ...BELL, langauge: "en" } });
    expect(findingOf(seen, "config-warning")).toMatchObject({
      found: expect.stringMatching(/^config\.json:1:\d+: langauge .*"language"/),
      type: "$EDITOR ~/.pi/agent/extensions/pi-notify/config.json\nthen /reload in Pi",
    });
    expect(seen.text).toMatch(/^pi-notify doctor: problems: 1\nproblem config-warning: config\.json:1:/);
  });

  it("outside Pi, a project's file is looked at where somebody has spoken for the folder, and not before", async () => {
    await using folder = makeScratchFolder();
    const cwd = join(realpathSync(folder.path), "clone");
    mkdirSync(cwd);
    const file = { ".pi/pi-notify.json": { channels: [], langauge: "en" } };
    const outside = (files: Situation["files"]) =>
      examined({ config: BELL, cwd, isProjectTrusted: "unasked", files: { ...file, ...files } });
    const read = ["problem config-warning"];
    expect((await outside({})).told).toEqual([]);
    expect((await outside({ "agent/trust.json": { [folder.path]: true } })).told).toEqual(expect.arrayContaining(read));
    expect((await outside({ "agent/trust.json": { [cwd]: false } })).told).toEqual([]);
    const approved = { "agent/extensions/pi-notify/approved-projects.json": { version: 1, approved: { [cwd]: "x" } } };
    expect((await outside(approved)).told).toEqual(expect.arrayContaining(read));
  });
});

describe("other extensions", () => {
  const OURS = { "package.json": JSON.stringify({ name: "pi-notify-xstate", pi: { extensions: ["./x.js"] } }) };
  const settings = (content: object) => ({ "agent/settings.json": content });
  const ours = (folder: string) =>
    Object.fromEntries(Object.entries(OURS).map(([name, text]) => [`${folder}/${name}`, text]));

  it.each<[string, Situation["files"], string[]]>([
    ["none", {}, []],
    ["ours once", settings({ packages: ["npm:pi-notify-xstate@0.1.0"] }), []],
    [
      "ours from npm and from a folder",
      { ...settings({ packages: ["npm:pi-notify-xstate", "./mine"] }), ...ours("agent/mine") },
      ["problem loaded-twice"],
    ],
    [
      "ours as a package and in the extensions folder",
      { ...settings({ packages: ["npm:pi-notify-xstate"] }), ...ours("agent/extensions/mine") },
      ["problem loaded-twice"],
    ],
    [
      "ours by the file of a folder, and by that folder, of which Pi is to load no extension",
      {
        ...settings({ extensions: ["./mine/dist/extension.js"], packages: [{ source: "./mine", extensions: [] }] }),
        ...ours("agent/mine"),
      },
      [],
    ],
    [
      "ours for everybody and again in the project, which Pi takes for one",
      {
        ...settings({ packages: ["npm:pi-notify-xstate"] }),
        ".pi/settings.json": { packages: ["npm:pi-notify-xstate@0.1.0"] },
      },
      [],
    ],
    ["the one with the same name", settings({ packages: ["npm:@xzzpig/pi-notify@1.2.3"] }), ["problem other-notifier"]],
    ["one in the project", { ".pi/settings.json": { packages: ["npm:pi-notify"] } }, ["problem other-notifier"]],
    [
      "one that sounds like it, from git, with a password in the address",
      settings({ packages: ["git:https://me:passw0rd@git.example.com/you/desktop-notify.git@v1"] }),
      ["note other-notifier"],
    ],
    [
      "ours from git, which is called otherwise there",
      {
        ...settings({ packages: ["git:git://git.example.com/you/pi-notify.git"] }),
        ...ours("agent/git/git.example.com/you/pi-notify"),
      },
      [],
    ],
    [
      "ours from git and from npm",
      {
        ...settings({ packages: ["git:git@git.example.com:you/pi-notify.git@v1", "npm:pi-notify-xstate"] }),
        ...ours("agent/git/git.example.com/you/pi-notify"),
      },
      ["problem loaded-twice"],
    ],
    ["one from GitHub that is not cloned yet", settings({ packages: ["git:you/pi-notify"] }), ["note other-notifier"]],
    ["Pi's own example in the folder", { "agent/extensions/notify.ts": "" }, ["note other-notifier"]],
    [
      "one that is left out, a pattern, Pi's own, and others",
      settings({
        extensions: ["!notify.ts", "-bell.ts", "builtin:mcp", "ext/*.ts"],
        packages: ["npm:pi-subagents", 7],
      }),
      [],
    ],
    ["settings that are no JSON", { "agent/settings.json": "{" }, []],
  ])("%s", async (_name, files, told) => {
    const seen = await examined({ config: BELL, ...(files && { files }) });
    expect(seen.told).toEqual(told);
    expect(seen.text).not.toContain("passw0rd");
  });

  it("those of a project that Pi does not trust do not count, and names come clean", async () => {
    const files = { ".pi/settings.json": { packages: ["npm:pi-notify"] } };
    expect((await examined({ config: BELL, files, isProjectTrusted: false })).told).toEqual([]);
    const hostile = { "agent/x/package.json": { name: "a-notify-\u001b]0;owned\u0007\u202e\nok: all well" } };
    const seen = await examined({ config: BELL, files: { ...settings({ packages: ["./x"] }), ...hostile } });
    expect(seen.told).toEqual(["note other-notifier"]);
    expect(seen.text).not.toMatch(/[\u001b\u0007\u202e]|^ok: all well/m);
  });
});
