import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { codeOn, readCode } from "../../rig/code-on-screen.ts";
import { CHANNELS } from "../../src/channels/registry.ts";
import { PRESET_NAMES } from "../../src/channels/webhook/presets/registry.ts";
import { applyAnswers, isEditable } from "../../src/commands/setup/apply-answers.ts";
import { configDifference } from "../../src/commands/setup/config-difference.ts";
import { randomTopic } from "../../src/commands/setup/random-topic.ts";
import { redactConfig } from "../../src/commands/setup/redact-config.ts";
import { runSetup } from "../../src/commands/setup/run-setup.ts";
import type { SetupAnswers } from "../../src/commands/setup/setup-answers.ts";
import { SETUP_SERVICES } from "../../src/commands/setup/setup-services.ts";
import { drawCode, subscriptionLink } from "../../src/commands/setup/subscription-code.ts";
import { parseConfig } from "../../src/config/parse-config.ts";

const LINK = "file:///there/config.schema.json";
const NOTHING: SetupAnswers = {
  language: "auto",
  terminal: "notification-and-bell",
  desktop: "none",
  tmux: "keep",
  phone: { kind: "keep" },
  webhook: { kind: "keep" },
};

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pi-notify-setup-"));
  path = join(folder, "extensions", "config.json");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the file with the answers in it", () => {
  it("is what the loader takes without a word, for every answer", () => {
    for (const language of ["auto", "en", "zh-CN"] as const) {
      for (const terminal of ["notification-and-bell", "bell", "none"] as const) {
        for (const phone of [{ kind: "keep" }, { kind: "topic", topic: randomTopic() }] as const) {
          for (const [webhook, desktop] of [
            [{ kind: "keep" }, "fallback"],
            [{ kind: "hook", url: "https://h.example/x" }, "always"],
            [{ kind: "hook", url: "https://h.example/x" }, "none"],
          ] as const) {
            const text = applyAnswers({
              text: undefined,
              answers: { ...NOTHING, language, terminal, desktop, phone, webhook },
              schemaLink: LINK,
            });
            const { config, warnings } = parseConfig(text, { file: "config.json", env: {}, channels: CHANNELS });
            expect(warnings).toEqual([]);
            expect(config.language).toBe(language);
            expect(config.channels.map(({ type }) => type)).toEqual([
              ...(terminal === "notification-and-bell" ? ["osc"] : []),
              // The last one only says that the built-in channels are off (R25).
              ...(terminal === "none" && desktop !== "none" ? [] : ["bell"]),
              ...(desktop === "none" ? [] : ["desktop"]),
              ...(phone.kind === "topic" ? ["ntfy"] : []),
              ...(webhook.kind === "hook" ? ["webhook"] : []),
            ]);
          }
        }
      }
    }
  });

  it("keeps comments, order, unknown keys and channels of one's own", () => {
    const text = `{
  // mine
  "version": 1,
  "channels": [
    { "id": "phone", "type": "webhook", "webhook": { "url": "$HOOK" } }, // the old one
    { "id": "b", "type": "bell", "enabled": false },
  ],
  "enabled": true,
}
`;
    const answers: SetupAnswers = { ...NOTHING, language: "zh-CN", phone: { kind: "topic", topic: "t" } };
    expect(applyAnswers({ text, answers, schemaLink: LINK })).toMatchInlineSnapshot(`
      "{
        // mine
        "version": 1,
        "channels": [
          { "id": "phone", "type": "webhook", "webhook": { "url": "$HOOK" } }, // the old one
          {
            "id": "b",
            "type": "bell",
            "enabled": true
          },
          {
            "id": "terminal",
            "type": "osc"
          },
          {
            "id": "phone-2",
            "type": "ntfy",
            "ntfy": {
              "topic": "t"
            }
          },
        ],
        "enabled": true,
        "$schema": "file:///there/config.schema.json",
        "language": "zh-CN",
      }
      "
    `);
  });

  it("switches off what is not wanted any more and leaves it there", () => {
    const text = `{"version":1,"channels":[{"id":"o","type":"osc"},{"id":"b","type":"bell"}]}`;
    const after = applyAnswers({ text, answers: { ...NOTHING, terminal: "none" }, schemaLink: LINK });
    expect(JSON.parse(after).channels).toEqual([
      { id: "o", type: "osc", enabled: false },
      { id: "b", type: "bell", enabled: false },
    ]);
  });

  it("names the built-in channels too in a file that had none, for naming one channel switches those off", () => {
    const after = applyAnswers({
      text: `{"version":1}`,
      answers: { ...NOTHING, phone: { kind: "topic", topic: "t" } },
      schemaLink: LINK,
    });
    expect(JSON.parse(after).channels.map(({ type }: { type: string }) => type)).toEqual(["osc", "bell", "ntfy"]);
  });

  it.each(SETUP_SERVICES.map((service) => [service.name, service] as const))(
    "has all that %s needs",
    (preset, { address, keys }) => {
      const settings = Object.fromEntries(keys.map((key) => [key, key === "chatId" ? "-100123" : "a".repeat(30)]));
      const answers: SetupAnswers = {
        ...NOTHING,
        webhook: { kind: "hook", url: address.replaceAll("…", "1"), service: { preset, settings } },
      };
      const text = applyAnswers({ text: undefined, answers, schemaLink: LINK });
      const { config, warnings } = parseConfig(text, { file: "config.json", env: {}, channels: CHANNELS });
      expect(warnings).toEqual([]);
      expect(config.channels.at(-1)).toMatchObject({ id: preset, type: "webhook" });
    },
  );

  it("asks about every service that webhooks know", () => {
    expect(SETUP_SERVICES.map(({ name }) => name)).toEqual(PRESET_NAMES);
  });

  it("changes nothing where everything is so already", () => {
    const once = applyAnswers({ text: undefined, answers: NOTHING, schemaLink: LINK });
    expect(applyAnswers({ text: once, answers: NOTHING, schemaLink: LINK })).toBe(once);
  });

  it.each([
    ["{", false],
    ["[]", false],
    ["null", false],
    ['{"channels":[}', false],
    ["", true],
    ["  // nothing yet\n", true],
    ['{"channels":5}', true],
    ['{"channels":[1,null]}', true],
  ])("%j may be edited: %j", (text, editable) => {
    expect(isEditable(text)).toBe(editable);
    if (editable) expect(isEditable(applyAnswers({ text, answers: NOTHING, schemaLink: LINK }))).toBe(true);
  });
});

describe("the topic", () => {
  it("is never the same, and has at least 128 bits of chance", () => {
    const topics = new Set(Array.from({ length: 1_000 }, randomTopic));
    expect(topics.size).toBe(1_000);
    for (const topic of topics) expect(topic).toMatch(/^pi-[-_A-Za-z0-9]{24}$/);
  });

  it.each([
    ["t", undefined, "https://ntfy.sh/t"],
    ["t", "https://push.example/ntfy/", "https://push.example/ntfy/t"],
  ])("%s on %s is subscribed to at %s", (topic, server, link) => {
    expect(subscriptionLink(topic, server)).toBe(link);
  });

  it("is drawn as a code that a camera reads", () => {
    const link = subscriptionLink(randomTopic());
    expect(readCode(drawCode(link))).toBe(link);
  });
});

describe("the walk", () => {
  it("writes a new file for its owner alone, after showing it, and sends a test with it", async () => {
    const walk = startWalk(
      ["English", "Desktop notification and bell", "When the terminal cannot show it", "Yes, over ntfy.sh", "No"],
      { agrees: true },
    );
    expect(await walk.done).toBeDefined();
    const text = await readFile(path, "utf8");
    const topic = /"topic": "([^"]+)"/.exec(text)?.[1] ?? "";
    expect(topic).toMatch(/^pi-/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(walk.shown[0]?.split("\n").every((line) => line.startsWith("+"))).toBe(true);
    // The topic is as good as a password: it is shown by its own dialog and in the results (R15).
    expect(walk.shown[0]).not.toContain(topic);
    expect(walk.tested).toEqual([text]);
    const schema = fileURLToPath(JSON.parse(text).$schema);
    expect(JSON.parse(await readFile(schema, "utf8"))).toHaveProperty("properties.channels");
    expect(walk.said).toEqual([]);
    const { lines } = (await walk.done) ?? { lines: [] };
    expect(lines).toContain(`https://ntfy.sh/${topic}`);
    expect(lines.at(-1)).toContain("phone: accepted");
    expect(codeOn(walk.titles.at(-1) ?? "")).toBe(`https://ntfy.sh/${topic}`);
  });

  it("speaks Chinese once that was chosen", async () => {
    const walk = startWalk(["简体中文", "只响铃", "从不", "不用", "不用"], { agrees: true });
    expect(await walk.done).toBeDefined();
    expect(walk.titles.slice(1)).toEqual([
      "Pi 需要你时，在这个终端里：",
      "在这台电脑的桌面上：",
      "通过 ntfy 通知手机：",
      "发到聊天群或其他服务：",
    ]);
  });

  it.each([0, 1, 2, 3, 4])("changes nothing when question %i is left with Escape", async (answered) => {
    const answers = ["English", "Bell only", "Never", "Yes, over ntfy.sh", "No"].slice(0, answered);
    const walk = startWalk(answers, { agrees: true });
    expect(await walk.done).toBeUndefined();
    expect(walk.said).toEqual(["Nothing was changed."]);
    expect(await readdir(folder)).toEqual([]);
    expect(walk.tested).toEqual([]);
  });

  it("changes nothing when the difference is not agreed to", async () => {
    const walk = startWalk(["English", "Bell only", "Never", "No", "No"], { agrees: false });
    expect(await walk.done).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
    expect(walk.tested).toEqual([]);
  });

  it("writes nothing over a file that changed while its difference was on the screen", async () => {
    await write(`{"version":1}`);
    const walk = startWalk(["English", "Bell only", "Never", "No", "No"], {
      agrees: true,
      whileShown: () => write(`{"version":1,"enabled":false}`),
    });
    expect(await walk.done).toBeUndefined();
    expect(walk.said.at(-1)).toContain("changed in the meantime");
    expect(await readFile(path, "utf8")).toBe(`{"version":1,"enabled":false}`);
  });

  it.each([["{ oops"], ["[]"]])("leaves %j alone, without a question", async (text) => {
    await write(text);
    const walk = startWalk([], { agrees: true });
    expect(await walk.done).toBeUndefined();
    expect(walk.titles).toEqual([]);
    expect(walk.said.join()).toContain("config.json");
    expect(await readFile(path, "utf8")).toBe(text);
  });

  it("asks again for an address that is none", async () => {
    const walk = startWalk(
      [
        "English",
        "Nothing",
        "Never",
        "Yes, over a server of my own",
        "ntfy.example",
        "https://u:p@h.example",
        "https://h.example/x#",
        "https://h.example/push",
        "telegram",
        "not one",
        "$HOOK",
        "",
        "k1",
      ],
      { agrees: true },
    );
    expect(await walk.done).toBeDefined();
    expect(walk.shown[0]?.split("\n").at(-1)).toContain("webhook.url needs an environment variable that is not set");
    const { channels } = JSON.parse(await readFile(path, "utf8"));
    expect(channels).toEqual([
      { id: "bell", type: "bell", enabled: false },
      { id: "phone", type: "ntfy", ntfy: { serverUrl: "https://h.example/push", topic: expect.any(String) } },
      { id: "telegram", type: "webhook", webhook: { url: "$HOOK", preset: "telegram", telegram: { chatId: "k1" } } },
    ]);
  });

  it("keeps a link a link, and lets only its owner read the file", async () => {
    const dotfile = join(folder, "dotfile.json");
    await writeFile(dotfile, "{}");
    await chmod(dotfile, 0o640);
    await write("");
    await rm(path);
    await symlink(dotfile, path);
    expect(await startWalk(["English", "Bell only", "Never", "No", "No"], { agrees: true }).done).toBeDefined();
    expect(JSON.parse(await readFile(dotfile, "utf8")).channels).toHaveLength(1);
    expect((await stat(dotfile)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, "extensions"))).toEqual(["config.json"]);
  });
});

async function write(text: string): Promise<void> {
  const { mkdir } = await import("node:fs/promises");
  await mkdir(join(folder, "extensions"), { recursive: true });
  await writeFile(path, text);
}

interface WalkOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly agrees: boolean;
  readonly whileShown?: () => Promise<void>;
}

function startWalk(answers: readonly string[], { agrees, whileShown, env = {} }: WalkOptions) {
  const left = [...answers];
  const [titles, shown, said, tested]: [string[], string[], string[], string[]] = [[], [], [], []];
  const done = runSetup({
    dialogs: {
      select: async (title, options) => {
        titles.push(title);
        if (options.length === 1) return options[0];
        const answer = left.shift();
        if (answer === "first") return options[0];
        if (answer !== undefined) expect(options).toContain(answer);
        return answer;
      },
      input: async (title) => {
        titles.push(title);
        return left.shift();
      },
      confirm: async (_title, message) => {
        shown.push(message);
        await whileShown?.();
        return agrees;
      },
    },
    path,
    screen: { rows: 60, columns: 120 },
    env: { LANG: "en_US.UTF-8", ...env },
    language: "en",
    say: (text) => said.push(text),
    sendTest: async (text) => {
      tested.push(text);
      return ["phone: accepted"];
    },
  });
  return { done, titles, shown, said, tested };
}

describe("what is shown of the file", () => {
  const secrets = ["SECRET1", "SECRET2", "SECRET3", "SECRET4", "SECRET5", "SECRET6"];
  const text = `{
  // token SECRET1
  "version": 1, /* SECRET2
     SECRET2 */
  "language": "en",
  "channels": [
    { "id": "h", "type": "webhook", "webhook": { "url": "https://h.example/SECRET3", "headers": { "X-Key": "SECRET4" } } },
    { "id": "p", "type": "ntfy", "ntfy": { "topic": "SECRET5", "token": "$MINE", "password": "$SECRET6", "nonsense": "SECRET1" } }
  ]
}
`;

  it("hides tokens, paths, topics and comments, and keeps lines, hosts and names of variables that are set", () => {
    const shown = redactConfig(text, { MINE: "x" });
    for (const secret of secrets) expect(shown).not.toContain(secret);
    expect(shown.split("\n")).toHaveLength(text.split("\n").length);
    expect(shown).toContain(`"url": "https://h.example/…"`);
    expect(shown).toContain(`"token": "$MINE"`);
    expect(shown).toContain(`"id": "h", "type": "webhook"`);
    expect(shown).toContain(`"language": "en"`);
  });

  it("shows that a secret changed, without either", () => {
    const shown = configDifference(text, text.replace("SECRET5", "SECRET6"), (one) => redactConfig(one, {}));
    expect(shown.filter((line) => /^[+-]/.test(line))).toHaveLength(2);
    for (const secret of secrets) expect(shown.join("\n")).not.toContain(secret);
  });
});

describe("a second time", () => {
  const text = JSON.stringify({
    version: 1,
    channels: [
      {
        id: "mine",
        type: "ntfy",
        enabled: false,
        ntfy: { topic: "old", token: "tk_x", serverUrl: "https://a.example" },
      },
    ],
  });

  it("replaces the topic in its channel, and takes the password of the old server away", () => {
    const answers: SetupAnswers = { ...NOTHING, phone: { kind: "topic", topic: "new" } };
    const { channels } = JSON.parse(applyAnswers({ text, answers, schemaLink: LINK }));
    const phones = channels.filter(({ type }: { type: string }) => type === "ntfy");
    expect(phones).toEqual([{ id: "mine", type: "ntfy", enabled: true, ntfy: { topic: "new" } }]);
  });

  it("keeps it", () => {
    const { channels } = JSON.parse(applyAnswers({ text, answers: NOTHING, schemaLink: LINK }));
    expect(channels[0]).toEqual(JSON.parse(text).channels[0]);
  });

  it("keeps what told here, when Enter alone is pressed", async () => {
    await write(text);
    const walk = startWalk(["English", "first", "first", "first", "first"], { agrees: true });
    expect(await walk.done).toBeDefined();
    const types = JSON.parse(await readFile(path, "utf8")).channels.map(({ type }: { type: string }) => type);
    expect(types).toEqual(["ntfy", "osc", "bell", "desktop"]);
  });

  it("adds a desktop channel that does not pop up once per `pi -p`, as the built-in one does not", () => {
    for (const desktop of ["fallback", "always"] as const) {
      const written = applyAnswers({ text: undefined, answers: { ...NOTHING, desktop }, schemaLink: LINK });
      const { config, warnings } = parseConfig(written, { file: "config.json", env: {}, channels: CHANNELS });
      expect(warnings).toEqual([]);
      const [channel] = config.channels.filter(({ type }) => type === "desktop");
      expect([...(channel?.modes ?? [])]).toEqual(["tui", "rpc"]);
    }
  });
});

it("proposes to write past tmux where it runs inside it, and asks for the signing secret of a service that has one", async () => {
  const answers = [
    "English",
    "first",
    "first",
    "first",
    "first",
    "dingtalk",
    "https://oapi.dingtalk.com/robot/send?access_token=t",
  ];
  const walk = startWalk([...answers, "\u001b[31mSEC1", "SEC1"], { agrees: true, env: { TMUX: "/tmp/t,1,0" } });
  expect(await walk.done).toBeDefined();
  const { channels } = JSON.parse(await readFile(path, "utf8"));
  expect(channels[0]).toEqual({ id: "terminal", type: "osc", osc: { tmux: "auto" } });
  expect(channels.at(-1)).toMatchObject({ webhook: { preset: "dingtalk", secret: "SEC1" } });
  expect(walk.shown.join()).not.toContain("SEC1");
  expect(walk.titles.at(-1)).toContain("control characters");
});

it("says so where the file cannot be written, and leaves nothing", async () => {
  await writeFile(join(folder, "extensions"), "a file in place of the folder");
  const walk = startWalk(["English", "first", "first", "first", "first"], { agrees: true });
  expect(await walk.done).toBeUndefined();
  expect(walk.said.at(-1)).toMatch(/could not be written|not valid JSON/);
  expect(await readdir(folder)).toEqual(["extensions"]);
});
