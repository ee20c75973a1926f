import { describe, expect, it } from "vitest";
import { type ComposeRequest, composeMessage, DEFAULT_CONTENT } from "../../src/content/compose.ts";
import type { TmuxReply } from "../../src/ports/tmux-client.ts";

const OUTSIDE: TmuxReply = { kind: "outside" };
const TMUX: TmuxReply = {
  kind: "answered",
  sessionName: "work",
  windowIndex: "2",
  paneIndex: "1",
  sessionId: "$1",
  windowId: "@7",
  paneId: "%12",
  passthrough: "on",
  paneVisible: true,
  clients: [],
  everyClient: [],
};
const EVERYTHING: ComposeRequest["options"] = {
  project: true,
  session: true,
  host: true,
  location: true,
  duration: true,
  promptTitle: true,
  fullPath: true,
  details: true,
};
const NOTHING: ComposeRequest["options"] = {
  project: false,
  session: false,
  host: false,
  location: false,
  duration: false,
  promptTitle: false,
  fullPath: false,
  details: false,
};

interface Changes extends Partial<Omit<ComposeRequest, "notice" | "session">> {
  readonly notice?: Partial<ComposeRequest["notice"]>;
  readonly session?: Partial<ComposeRequest["session"]>;
}

function compose({ notice, session, ...rest }: Changes = {}) {
  return composeMessage({
    notice: { event: "agent-completed", ...notice },
    session: { cwd: "/home/me/pi-notify", sessionId: "0123456789abcdef", host: "dev-server", ...session },
    tmux: OUTSIDE,
    options: DEFAULT_CONTENT,
    language: "en",
    titles: {},
    ...rest,
  });
}

const RICH: Changes = {
  notice: { event: "input-required", durationMs: 252_000, promptTitle: "Delete it?", label: "scout" },
  session: { sessionName: "refactor" },
  tmux: TMUX,
};

describe("lines", () => {
  it("by default", () => {
    expect(compose().title).toBe("Pi finished the task");
    expect(compose().lines).toEqual(["Project: pi-notify", "Host: dev-server"]);
    expect(compose({ ...RICH, options: DEFAULT_CONTENT }).lines).toEqual([
      "scout",
      "Project: pi-notify",
      "Session: refactor",
      "Host: dev-server",
      "Location: work / window 2 / pane 1",
    ]);
  });

  it("all of them in English", () => {
    expect(compose({ ...RICH, options: EVERYTHING })).toEqual({
      title: "Pi needs your input",
      lines: [
        "scout",
        "Project: pi-notify",
        "Session: refactor",
        "Host: dev-server",
        "Location: work / window 2 / pane 1",
        "Duration: 4m 12s",
        "Prompt: Delete it?",
        "Path: /home/me/pi-notify",
        "tmux ID: session $1 / window @7 / pane %12",
        "Pi session ID: 0123456789ab",
      ],
      fields: {
        label: "scout",
        project: "pi-notify",
        session: "refactor",
        host: "dev-server",
        location: "work / window 2 / pane 1",
        duration: "4m 12s",
      },
    });
  });

  it("all of them in Chinese", () => {
    expect(compose({ ...RICH, options: EVERYTHING, language: "zh-CN" })).toEqual({
      title: "Pi 需要你的操作",
      lines: [
        "scout",
        "项目：pi-notify",
        "会话：refactor",
        "主机：dev-server",
        "位置：work / 窗口 2 / 分屏 1",
        "用时：4 分 12 秒",
        "提示：Delete it?",
        "路径：/home/me/pi-notify",
        "tmux ID：session $1 / window @7 / pane %12",
        "Pi 会话 ID：0123456789ab",
      ],
      fields: expect.objectContaining({ location: "work / 窗口 2 / 分屏 1", duration: "4 分 12 秒" }),
    });
  });

  it("each option adds its own and nothing else", () => {
    expect(compose({ ...RICH, options: NOTHING }).lines).toEqual(["scout"]);
    const added = (option: keyof typeof NOTHING) =>
      compose({ ...RICH, options: { ...NOTHING, [option]: true } }).lines.slice(1);
    expect(added("project")).toEqual(["Project: pi-notify"]);
    expect(added("session")).toEqual(["Session: refactor"]);
    expect(added("host")).toEqual(["Host: dev-server"]);
    expect(added("location")).toEqual(["Location: work / window 2 / pane 1"]);
    expect(added("duration")).toEqual(["Duration: 4m 12s"]);
    expect(added("promptTitle")).toEqual(["Prompt: Delete it?"]);
    expect(added("fullPath")).toEqual(["Path: /home/me/pi-notify"]);
    expect(added("details")).toEqual(["tmux ID: session $1 / window @7 / pane %12", "Pi session ID: 0123456789ab"]);
  });

  it("what is switched off is in no field either", () => {
    expect(compose({ ...RICH, options: NOTHING }).fields).toEqual({
      label: "scout",
      project: "",
      session: "",
      host: "",
      location: "",
      duration: "",
    });
  });

  it("none for a value with nothing visible in it", () => {
    const message = compose({
      notice: { label: "\u200b", promptTitle: "\x07" },
      session: { cwd: "/", sessionName: "\u200d", host: "" },
      options: { ...EVERYTHING, fullPath: false, details: false },
    });
    expect(message.lines).toEqual([]);
  });

  it("none for the title of a dialog where there is no dialog", () => {
    expect(compose({ options: { ...NOTHING, promptTitle: true } }).lines).toEqual([]);
  });

  it("no project line for the root directory, with or without slashes at the end", () => {
    expect(compose({ session: { cwd: "/" } }).fields.project).toBe("");
    expect(compose({ session: { cwd: "/srv/app/" } }).fields.project).toBe("app");
  });
});

describe("location", () => {
  it.each([
    ["en", { kind: "unanswered" }, "unknown session / window unknown"],
    ["zh-CN", { kind: "unanswered" }, "未知会话 / 窗口 未知"],
    ["en", { ...TMUX, sessionName: "\u200b" }, "unknown session / window 2 / pane 1"],
    ["en", { ...TMUX, windowIndex: "" }, "work / window unknown / pane 1"],
    ["en", { ...TMUX, paneIndex: "" }, "work / window 2"],
    ["en", { ...TMUX, sessionName: "a\x1b]0;X\x07b" }, "ab / window 2 / pane 1"],
    ["en", OUTSIDE, ""],
  ] as const)("in %s of %o", (language, tmux, location) => {
    const message = compose({ language, tmux });
    expect(message.fields.location).toBe(location);
    expect(message.lines.some((line) => line.startsWith("Location: ") || line.startsWith("位置："))).toBe(
      location !== "",
    );
  });

  it.each(["sessionId", "windowId", "paneId"] as const)("without a %s there is no line of tmux ids", (id) => {
    const lines = compose({ tmux: { ...TMUX, [id]: "" }, options: { ...NOTHING, details: true } }).lines;
    expect(lines).toEqual(["Pi session ID: 0123456789ab"]);
  });

  it("without an answer there are no tmux ids", () => {
    const lines = compose({ tmux: { kind: "unanswered" }, options: { ...NOTHING, details: true } }).lines;
    expect(lines).toEqual(["Pi session ID: 0123456789ab"]);
  });
});

describe("duration", () => {
  it.each([
    [0, "0s", "0 秒"],
    [499, "0s", "0 秒"],
    [12_400, "12s", "12 秒"],
    [59_600, "1m 0s", "1 分 0 秒"],
    [252_000, "4m 12s", "4 分 12 秒"],
    [3_661_000, "1h 1m 1s", "1 小时 1 分 1 秒"],
    [7_200_000, "2h 0m 0s", "2 小时 0 分 0 秒"],
    [-1, "", ""],
    [Number.NaN, "", ""],
    [undefined, "", ""],
  ])("of %s ms", (durationMs, en, zh) => {
    const notice = durationMs === undefined ? {} : { durationMs };
    const options = { ...NOTHING, duration: true };
    expect(compose({ notice, options }).fields.duration).toBe(en);
    expect(compose({ notice, options, language: "zh-CN" }).fields.duration).toBe(zh);
  });
});

describe("title", () => {
  it.each([
    ["the user's own", { "agent-completed": "Done\x07!" }, "Done !"],
    ["another event's", { "agent-error": "Oh" }, "Pi finished the task"],
    ["nothing visible", { "agent-completed": "\u200b " }, "Pi finished the task"],
  ])("%s", (_name, titles, title) => {
    expect(compose({ titles }).title).toBe(title);
  });

  it("is not said twice", () => {
    const message = compose({ notice: { event: "task-completed", label: "Pi completed a task" } });
    expect(message.lines).toEqual(["Project: pi-notify", "Host: dev-server"]);
    expect(message.fields.label).toBe("Pi completed a task");
  });
});

it("a field of 10 kB pushes out no other line", () => {
  const huge = "界".repeat(10_000);
  const message = compose({
    session: { cwd: `/${huge}`, sessionName: huge, host: huge },
    tmux: { ...TMUX, sessionName: huge },
  });
  expect(message.lines.map((line) => line.split(":")[0])).toEqual(["Project", "Session", "Host", "Location"]);
  expect(message.lines.at(-1)).toMatch(/… \/ window 2 \/ pane 1$/);
  expect(Array.from(message.lines.join(" · ")).length).toBeLessThanOrEqual(512);
});

it("cuts label, dialog title and path at 200 code points", () => {
  const huge = "界".repeat(10_000);
  const message = compose({
    notice: { label: huge, promptTitle: huge },
    session: { cwd: `/${huge}` },
    options: { ...NOTHING, promptTitle: true, fullPath: true },
  });
  expect(message.lines).toEqual([
    `${"界".repeat(199)}…`,
    `Prompt: ${"界".repeat(199)}…`,
    `Path: /${"界".repeat(198)}…`,
  ]);
});
