import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AttachedClient } from "../../../rig/attached-client.ts";
import { describeWith } from "../../../rig/describe-with.ts";
import { openHandles, waitForHandles } from "../../../rig/open-handles.ts";
import { isProcessAlive, killProcess } from "../../../rig/process-alive.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { findProgram } from "../../../rig/system-parts.ts";
import { TmuxServer } from "../../../rig/tmux-server.ts";
import { within } from "../../../rig/within.ts";
import { createTmuxClient } from "../../../src/adapters/tmux/tmux-client.ts";
import { parseTmuxOutput, tmuxQuery } from "../../../src/adapters/tmux/tmux-query.ts";
import type { TmuxReply } from "../../../src/ports/tmux-client.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";

const NEVER = new AbortController().signal;
const CAT = ["cat"];
/** Long enough for the busiest machine; no test of an answer shall end by the clock. */
const LIMIT_MS = 20_000;

function envOf(server: TmuxServer, pane: string): Record<string, string | undefined> {
  return { PATH: process.env.PATH, TERM: "tmux-256color", TMUX: `${server.socket},${server.pid},0`, TMUX_PANE: pane };
}

function ask(env: Record<string, string | undefined>, limitMs = LIMIT_MS): Promise<TmuxReply> {
  return createTmuxClient({ env, limitMs }).ask("n1/0", NEVER);
}

function askAbout(server: TmuxServer, pane: string): Promise<TmuxReply> {
  return ask(envOf(server, pane));
}

describe("a question that is over", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  const INSIDE = { PATH: "/nowhere", TMUX: "/nowhere,1,0", TMUX_PANE: "%0" };
  const AN_HOUR = 3_600_000;

  /** A child process that does nothing before it is told to. Without a process id, nothing can be killed by mistake. */
  function idleChild(): ChildProcess {
    return Object.assign(new EventEmitter(), { stdio: [], stdout: null, pid: undefined }) as unknown as ChildProcess;
  }

  it.each<[string, (child: ChildProcess) => void]>([
    ["tmux has answered and does not know the pane", (child) => child.emit("close", 0)],
    ["tmux has failed, and its server is gone", (child) => child.emit("close", 1)],
    ["tmux could not be started, and its server is gone", (child) => child.emit("error", new Error("no such program"))],
  ])("leaves no timer when %s: Pi's exit would wait for it", async (_how, end) => {
    const child = idleChild();
    const answer = createTmuxClient({ env: INSIDE, limitMs: AN_HOUR, spawn: () => child }).ask("k", NEVER);
    expect(vi.getTimerCount()).toBe(1);
    end(child);
    expect(await answer).toEqual({ kind: "outside" });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves no timer when every caller has gone", async () => {
    const asking = new AbortController();
    const answer = createTmuxClient({ env: INSIDE, limitMs: AN_HOUR, spawn: idleChild }).ask("k", asking.signal);
    expect(vi.getTimerCount()).toBe(1);
    asking.abort();
    expect(await answer).toEqual({ kind: "unanswered" });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("where we are", () => {
  it.each<[string, Record<string, string>, TmuxReply["kind"]]>([
    ["no TMUX", {}, "outside"],
    ["an empty TMUX", { TMUX: "", TMUX_PANE: "%0" }, "outside"],
    ["TMUX without a pane", { TMUX: "/nowhere,1,0" }, "unanswered"],
    ["TMUX with a pane that is none", { TMUX: "/nowhere,1,0", TMUX_PANE: "%1;kill-server" }, "unanswered"],
    ["TMUX with a pane and a line break", { TMUX: "/nowhere,1,0", TMUX_PANE: "%1\n" }, "unanswered"],
    ["screen inside tmux", { TMUX: "/x,1,0", TMUX_PANE: "%0", STY: "1.a", TERM: "screen.xterm-256color" }, "outside"],
  ])("%s: %s is %s, and no child is started", async (_name, env, kind) => {
    const spawn = () => {
      throw new Error("started a child");
    };
    expect(await createTmuxClient({ env, spawn }).ask("k", NEVER)).toEqual({ kind });
  });
});

describe("reading what tmux printed", () => {
  const NONCE = "7b0c";
  const fields = "$1|@7|%12|2|1|1|1|1|1|0|1";
  const facts = {
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
  const pane = (record: string, clients = "") => `${NONCE}${record}${NONCE}\n${clients}`;

  it.each<[string, string, object | undefined]>([
    ["a whole answer", pane(`${fields}|work`), facts],
    [
      "clients",
      pane(
        `${fields}|work`,
        `${NONCE}xterm-kitty|@7|$1|2|0||/dev/pts/1|work${NONCE}kitty(0.26.5)\n${NONCE}foot|@7|$1|2|||/dev/pts/2|work${NONCE}\n${NONCE}x|@9|$2|0|1||/dev/pts/3|a|b${NONCE}\n${NONCE}x|@9|$2|0|0|||a|b${NONCE}\n${NONCE}x|@9|$2|0|0||/dev/pts/4|a|b${NONCE}\n`,
      ),
      {
        ...facts,
        clients: [
          { termName: "xterm-kitty", termType: "kitty(0.26.5)" },
          { termName: "foot", termType: "" },
        ],
        // Neither one in control mode nor one without a terminal.
        everyClient: [
          { termName: "xterm-kitty", termType: "kitty(0.26.5)", tty: "/dev/pts/1", showsWindow: true },
          { termName: "foot", termType: "", tty: "/dev/pts/2", showsWindow: true },
          { termName: "x", termType: "", tty: "/dev/pts/4", showsWindow: false },
        ],
      },
    ],
    [
      "a client of another session that shows the window: the place as that one knows it",
      pane(
        `${fields}|work`,
        `${NONCE}foot|@7|$3|5|0||/dev/x|a|b${NONCE}foot(1.13.1)\n${NONCE}xterm|@9|$1|1|1||/dev/y|work${NONCE}\n`,
      ),
      {
        ...facts,
        everyClient: [{ termName: "foot", termType: "foot(1.13.1)", tty: "/dev/x", showsWindow: true }],
        sessionId: "$3",
        sessionName: "a|b",
        windowIndex: "5",
        clients: [{ termName: "foot", termType: "foot(1.13.1)" }],
      },
    ],
    [
      "nobody shows the window: the clients of its session",
      pane(`${fields}|work`, `${NONCE}foot|@9|$3|5||||aside${NONCE}foot\n${NONCE}xterm|@9|$1|1||||work${NONCE}\n`),
      { ...facts, clients: [{ termName: "xterm", termType: "" }] },
    ],
    ["separators in the name", pane(`${fields}|a|b|c`), { ...facts, sessionName: "a|b|c" }],
    ["lines in the name (tmux before 3.2)", pane(`${fields}|a\nxterm|b\n`), { ...facts, sessionName: "a\nxterm|b\n" }],
    ["an empty name", pane(`${fields}|`), { ...facts, sessionName: "" }],
    ["nothing, which is of no such pane", "", { kind: "outside" }],
    ["a line break", "\n", { kind: "outside" }],
    ["clients and no such pane", `${NONCE}foot|@7|$1|2|0||/dev/pts/2|work${NONCE}\n`, { kind: "outside" }],
    ["empty fields, as of a pane that is gone", pane("||||||||||||"), { kind: "outside" }],
    ["too few fields", pane("$1|@7|%12|2"), undefined],
    ["something before", `x${pane(`${fields}|work`)}`, undefined],
    ["half an answer", `${NONCE}${fields}|wo`, undefined],
  ])("%s", (_name, output, answer) => {
    expect(parseTmuxOutput(output, NONCE)).toEqual(answer);
  });

  it.each([
    ["", "no-gate"],
    ["0", "off"],
    ["off", "off"],
    ["1", "on"],
    ["on", "on"],
    ["2", "all"],
    ["all", "all"],
  ])("allow-passthrough %j is %s", (value, passthrough) => {
    expect(parseTmuxOutput(pane(`$1|@7|%12|2|1|${value}|1|1|1|0|1|work`), NONCE)).toMatchObject({ passthrough });
  });

  it.each([
    // clients on the window, window current, clients on the session, zoomed, pane active
    ["1|1|1|0|1", true],
    ["2|1|1|0|0", true],
    ["0|1|1|0|1", false],
    ["1|1|1|1|1", true],
    ["1|1|1|1|0", false],
    ["|1|1|0|1", true],
    ["|1|0|0|1", false],
    ["|0|1|0|1", false],
  ])("visibility facts %s: %s", (visibility, paneVisible) => {
    expect(parseTmuxOutput(pane(`$1|@7|%12|2|1|1|${visibility}|work`), NONCE)).toMatchObject({ paneVisible });
  });

  it("asks everything in one call and never hands text to a format", () => {
    const args = tmuxQuery("%3", NONCE);
    expect(args.filter((argument) => argument === ";")).toHaveLength(1);
    expect(args.join(" ")).not.toMatch(/#\(|%[a-zA-Z]/);
  });
});

describeWith("tmux", "asking the real tmux", () => {
  let baseline: string[] = [];
  beforeEach(() => {
    baseline = openHandles();
  });
  afterEach(async () => {
    await waitForHandles(baseline, 5_000);
  });

  it("tells where the pane is, detached", async () => {
    await using server = await TmuxServer.start();
    const pane = await server.newSession({ name: "work", command: CAT });
    expect(await askAbout(server, pane)).toEqual({
      kind: "answered",
      sessionName: "work",
      windowIndex: "0",
      paneIndex: "0",
      sessionId: "$0",
      windowId: "@0",
      paneId: pane,
      passthrough: "off",
      paneVisible: false,
      clients: [],
      everyClient: [],
    });
  });

  it.each([
    ["off", "off"],
    ["on", "on"],
  ])("allow-passthrough %s, set for all: %s", async (value, passthrough) => {
    await using server = await TmuxServer.start({ options: { "allow-passthrough": value } });
    const pane = await server.newSession({ name: "work", command: CAT });
    expect(await askAbout(server, pane)).toMatchObject({ passthrough });
    await server.run("set-option", "-p", "-t", pane, "allow-passthrough", value === "on" ? "off" : "on");
    expect(await askAbout(server, pane)).toMatchObject({ passthrough: value === "on" ? "off" : "on" });
  });

  it("knows the attached terminals and whether they show the pane", async () => {
    await using server = await TmuxServer.start();
    const pane = await server.newSession({ name: "work", command: CAT });
    await using _kitty = await AttachedClient.attach(server, "work", {
      term: "xterm-kitty",
      termType: "kitty(0.26.5)",
    });
    const shown = { paneVisible: true, clients: [{ termName: "xterm-kitty", termType: "kitty(0.26.5)" }] };
    expect(await askAbout(server, pane)).toMatchObject(shown);

    const neighbour = await server.run("split-window", "-t", pane, "-P", "-F", "#{pane_id}", "cat");
    expect(await askAbout(server, pane)).toMatchObject({ ...shown, paneIndex: "0" });
    expect(await askAbout(server, neighbour)).toMatchObject({ ...shown, paneIndex: "1" });

    await server.run("resize-pane", "-Z", "-t", neighbour);
    expect(await askAbout(server, pane)).toMatchObject({ ...shown, paneVisible: false });
    expect(await askAbout(server, neighbour)).toMatchObject(shown);
    await server.run("resize-pane", "-Z", "-t", neighbour);

    const other = await server.newWindow("work");
    expect(await askAbout(server, pane)).toMatchObject({ ...shown, paneVisible: false });
    expect(await askAbout(server, other)).toMatchObject({ ...shown, windowIndex: "1" });
    await server.selectWindow(pane);
    expect(await askAbout(server, pane)).toMatchObject(shown);
  });

  it("does not count clients of another session", async () => {
    await using server = await TmuxServer.start();
    const pane = await server.newSession({ name: "work", command: CAT });
    await server.newSession({ name: "other", command: CAT });
    await using _client = await AttachedClient.attach(server, "other");
    const tty = await server.run("list-clients", "-F", "#{client_tty}");
    expect(tty).toMatch(/^\/dev\//);
    expect(await askAbout(server, pane)).toMatchObject({
      paneVisible: false,
      clients: [],
      everyClient: [{ tty, showsWindow: false }],
    });
  });

  it("lists every client of the session", async () => {
    await using server = await TmuxServer.start();
    const pane = await server.newSession({ name: "work", command: CAT });
    await using _kitty = await AttachedClient.attach(server, "work", {
      term: "xterm-kitty",
      termType: "kitty(0.26.5)",
    });
    await using _foot = await AttachedClient.attach(server, "work", { term: "foot", termType: "foot(1.13.1)" });
    const answer = await askAbout(server, pane);
    if (answer.kind !== "answered") throw new Error(answer.kind);
    expect(answer.clients.map((client) => client.termType).sort()).toEqual(["foot(1.13.1)", "kitty(0.26.5)"]);
  });

  it("of grouped sessions tells the one whose client shows the window, whichever was used last", async () => {
    await using server = await TmuxServer.start();
    const pane = await server.newSession({ name: "work", command: CAT });
    await server.run("new-session", "-d", "-t", "work", "-s", "aside");
    await server.run("new-window", "-t", "aside", ...CAT);
    await server.run("select-window", "-t", "work:0");
    await using _foot = await AttachedClient.attach(server, "work", { term: "foot", termType: "foot(1.13.1)" });
    await using aside = await AttachedClient.attach(server, "aside");
    aside.type("x");
    await waitUntil("aside to be the session used last", async () => {
      return (await server.run("display-message", "-p", "-t", pane, "#{session_name}")).trim() === "aside";
    });
    expect(await askAbout(server, pane)).toMatchObject({
      sessionName: "work",
      windowIndex: "0",
      clients: [{ termType: "foot(1.13.1)" }],
    });
  });

  it("sees that the outer terminal is itself tmux", async () => {
    await using inner = await TmuxServer.start();
    await using outer = await TmuxServer.start();
    const pane = await inner.newSession({ name: "inner", command: CAT });
    await outer.newSession({ name: "outer", command: inner.attachCommand("inner") });
    await using _client = await AttachedClient.attach(outer, "outer", { termType: "kitty(0.26.5)" });
    const answer = await waitUntil("the outer tmux to say what it is", async () => {
      const seen = await askAbout(inner, pane);
      // Attached first, and only then does it say its name.
      return seen.kind === "answered" && seen.clients.some(({ termType }) => termType !== "") && seen;
    });
    expect(answer.clients).toEqual([{ termName: "tmux-256color", termType: expect.stringMatching(/^tmux /) }]);
  });

  it.each([
    ["separators", "a|b|c", "a|b|c"],
    ["formats and a command", "##{pane_id} ##(touch x)", "#{pane_id} #(touch x)"],
    ["a dash and quotes", "-t \"x\" 'y' `id`", "-t \"x\" 'y' `id`"],
    ["what tmux itself escapes", "\\ $HOME", "\\\\ \\$HOME"],
    ["a semicolon at the end", "a;", "a;"],
    ["Chinese and an emoji family", "工作 👨‍👩‍👧", "工作 👨‍👩‍👧"],
    ["10 kB", "长".repeat(3500), "长".repeat(3500)],
  ])("takes a session name with %s for text", async (_name, name, shown) => {
    await using server = await TmuxServer.start();
    const pane = await server.newSession({ name, command: CAT });
    await using _client = await AttachedClient.attach(server, "$0", { term: "foot", termType: "foot(1.13.1)" });
    expect(await askAbout(server, pane)).toMatchObject({
      kind: "answered",
      sessionName: shown,
      sessionId: "$0",
      paneId: pane,
      passthrough: "off",
      clients: [{ termName: "foot", termType: "foot(1.13.1)" }],
    });
  });

  it("takes a session name with control characters for text", async () => {
    await using server = await TmuxServer.start();
    const pane = await server.newSession({ name: "a\x07b\x1b]0;x\x07\nc\u009d", command: CAT });
    const answer = await askAbout(server, pane);
    expect(answer).toMatchObject({ kind: "answered", sessionId: "$0", paneId: pane, clients: [] });
  });

  it("works in the C locale", async () => {
    await using server = await TmuxServer.start();
    const pane = await server.newSession({ name: "工作", command: CAT });
    expect(await ask({ ...envOf(server, pane), LC_ALL: "C" })).toMatchObject({ sessionName: "工作" });
  });

  it("is outside where the server has no such pane", async () => {
    await using server = await TmuxServer.start();
    await server.newSession({ name: "work", command: CAT });
    expect(await askAbout(server, "%99")).toEqual({ kind: "outside" });
    await using _client = await AttachedClient.attach(server, "work");
    expect(await askAbout(server, "%99")).toEqual({ kind: "outside" });
  });

  it("is outside when the server is gone, and its variables are left over", async () => {
    const server = await TmuxServer.start();
    const env = envOf(server, await server.newSession({ name: "work", command: CAT }));
    await server[Symbol.asyncDispose]();
    expect(await ask(env)).toEqual({ kind: "outside" });
  });

  it("has no answer when tmux is not installed and a server runs all the same", async () => {
    await using server = await TmuxServer.start();
    const env = envOf(server, await server.newSession({ name: "work", command: CAT }));
    expect(await ask({ ...env, PATH: "/nowhere" })).toEqual({ kind: "unanswered" });
  });

  it("knows a client in control mode, which gets every byte of the pane whatever the option says", async () => {
    await using server = await TmuxServer.start();
    const pane = await server.newSession({ name: "work", command: CAT });
    await using control = await AttachedClient.attach(server, "work", { control: true });
    expect(await askAbout(server, pane)).toMatchObject({ isControlled: true, clients: [], everyClient: [] });
    await server.newWindow("work");
    expect(await askAbout(server, pane)).toMatchObject({ isControlled: true });
    const tty = await server.display(pane, "#{pane_tty}");
    appendFileSync(tty, "\x1b]9;plain\x07");
    await control.waitForBytes("\\033]9;plain\\007");
    // One that wants no output draws nothing.
    const [name = ""] = (await server.run("list-clients", "-F", "#{client_name}")).split("\n");
    await server.run("refresh-client", "-t", name, "-f", "no-output");
    expect(await askAbout(server, pane)).not.toHaveProperty("isControlled");
    await server.run("refresh-client", "-t", name, "-f", "!no-output");
    expect(await askAbout(server, pane)).toMatchObject({ isControlled: true });
    await server.newSession({ name: "other", command: CAT });
    await server.run("switch-client", "-c", await server.run("list-clients", "-F", "#{client_name}"), "-t", "other");
    expect(await askAbout(server, pane)).not.toHaveProperty("isControlled");
  });

  it("has no answer when no process can be started", async () => {
    const spawn = () => {
      throw Object.assign(new Error("spawn EAGAIN"), { code: "EAGAIN" });
    };
    await using server = await TmuxServer.start();
    const env = envOf(server, await server.newSession({ name: "work", command: CAT }));
    const client = createTmuxClient({ env, spawn });
    expect(await client.ask("k", NEVER)).toEqual({ kind: "unanswered" });
    expect(await client.ask("k", NEVER)).toEqual({ kind: "unanswered" });
  });

  it("gives up on a server that stands still, within its limit", async () => {
    await using server = await TmuxServer.start();
    const pane = await server.newSession({ name: "work", command: CAT });
    process.kill(server.pid, "SIGSTOP");
    expect(await ask(envOf(server, pane), 200)).toEqual({ kind: "unanswered" });
  });

  it("ends at once when the server is killed while it is asked", async () => {
    await using server = await TmuxServer.start();
    const pane = await server.newSession({ name: "work", command: CAT });
    process.kill(server.pid, "SIGSTOP");
    const answer = ask(envOf(server, pane));
    await waitUntil("the child", () => openHandles().includes("ProcessWrap"));
    process.kill(server.pid, "SIGKILL");
    expect(await answer).toEqual({ kind: "outside" });
  });

  describe("with a wrapper named tmux", () => {
    /** A folder for PATH with a script that logs its process id and those of its children, then does `body`. */
    function wrapper(folder: string, body: string): { env: Record<string, string>; pids: () => number[] } {
      const log = join(folder, "log");
      const file = join(folder, "tmux");
      writeFileSync(
        file,
        `#!/bin/sh\necho $$ >>"${log}"\n${body.replaceAll("TMUX_REAL", findProgram("tmux") ?? "")}\n`,
      );
      chmodSync(file, 0o755);
      return {
        env: { PATH: `${folder}${delimiter}${process.env.PATH}` },
        pids: () => (existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean).map(Number) : []),
      };
    }
    const SLOW = 'sleep 600 & echo $! >>"$(dirname "$0")/log"\nwait';

    it("starts one child for callers that share a key, and one for each other key", async () => {
      await using folder = makeScratchFolder();
      await using server = await TmuxServer.start();
      const pane = await server.newSession({ name: "work", command: CAT });
      const { env, pids } = wrapper(folder.path, 'exec TMUX_REAL "$@"');
      const client = createTmuxClient({ env: { ...envOf(server, pane), ...env }, limitMs: LIMIT_MS });
      const answers = await Promise.all(["n1/0", "n1/0", "n1/0", "n1/1", "n2/0"].map((key) => client.ask(key, NEVER)));
      expect(answers.map((answer) => answer.kind)).toEqual(Array(5).fill("answered"));
      expect(pids()).toHaveLength(3);
      await client.ask("n1/0", NEVER);
      expect(pids()).toHaveLength(4);
    });

    it("kills a late one together with what it started", async () => {
      await using folder = makeScratchFolder();
      const { env, pids } = wrapper(folder.path, SLOW);
      const client = createTmuxClient({ env: { ...env, TMUX: "/x,1,0", TMUX_PANE: "%0" }, limitMs: 1000 });
      expect(await client.ask("k", NEVER)).toEqual({ kind: "unanswered" });
      expect(pids()).toHaveLength(2);
      await waitUntil("both to end", () => pids().every((pid) => !isProcessAlive(pid)));
    });

    it("kills it when every caller has gone, and not before", async () => {
      await using folder = makeScratchFolder();
      const { env, pids } = wrapper(folder.path, SLOW);
      const client = createTmuxClient({ env: { ...env, TMUX: "/x,1,0", TMUX_PANE: "%0" }, limitMs: LIMIT_MS });
      const [first, second] = [new AbortController(), new AbortController()];
      const answers = [client.ask("k", first.signal), client.ask("k", second.signal)];
      await waitUntil("the child and its own", () => pids().length === 2);
      first.abort();
      expect(await answers[0]).toEqual({ kind: "unanswered" });
      expect(pids().every(isProcessAlive)).toBe(true);
      second.abort();
      expect(await answers[1]).toEqual({ kind: "unanswered" });
      await waitUntil("both to end", () => pids().every((pid) => !isProcessAlive(pid)));
    });

    it.each<[string, number, (caller: AbortController) => void]>([
      ["its limit has passed", 300, () => {}],
      ["its only caller has gone", LIMIT_MS, (caller) => caller.abort()],
    ])("leaves no process behind when %s, and tells its caller at once", async (_name, limitMs, leave) => {
      await using folder = makeScratchFolder();
      const { env, pids } = wrapper(folder.path, SLOW);
      const client = createTmuxClient({ env: { ...env, TMUX: "/x,1,0", TMUX_PANE: "%0" }, limitMs });
      const left = () => pids().filter(isProcessAlive);
      const caller = new AbortController();
      const answer = client.ask("k", caller.signal);
      try {
        await waitUntil("tmux to be started", () => pids().length > 0, 5_000);
        leave(caller);
        expect(await within(3_000, "the question to tmux", answer)).toEqual({ kind: "unanswered" });
        await waitUntil(
          () => `tmux and what it started to end; alive: ${left().join(", ")}`,
          () => left().length === 0,
          3_000,
        );
      } finally {
        for (const pid of left()) killProcess(pid);
      }
    });

    it("starts none for a caller that has gone already", async () => {
      await using folder = makeScratchFolder();
      const { env, pids } = wrapper(folder.path, SLOW);
      const client = createTmuxClient({ env: { ...env, TMUX: "/x,1,0", TMUX_PANE: "%0" } });
      expect(await client.ask("k", AbortSignal.abort())).toEqual({ kind: "unanswered" });
      expect(pids()).toEqual([]);
    });

    it("answers with the end of tmux, whoever still holds its pipe, and leaves nobody behind", async () => {
      await using folder = makeScratchFolder();
      await using server = await TmuxServer.start();
      const pane = await server.newSession({ name: "work", command: CAT });
      const leaveBehind = 'sleep 600 & echo $! >>"$(dirname "$0")/log"';
      const { env, pids } = wrapper(folder.path, `TMUX_REAL "$@"\n${leaveBehind}`);
      // Never given up: only an answer ends this.
      const client = createTmuxClient({ env: { ...envOf(server, pane), ...env }, limitMs: 3_600_000 });
      const baseline = openHandles();
      expect(await client.ask("k", NEVER)).toMatchObject({ kind: "answered", sessionName: "work", paneId: pane });
      expect(pids()).toHaveLength(2);
      await waitUntil("both to end", () => pids().every((pid) => !isProcessAlive(pid)));
      await waitForHandles(baseline);
    });

    it("reads all that tmux printed before its end, though the pipe stays open", async () => {
      await using folder = makeScratchFolder();
      await using server = await TmuxServer.start();
      const pane = await server.newSession({ name: "work", command: CAT });
      // Tens of thousands of bytes of clients, then the last of them.
      const { env } = wrapper(
        folder.path,
        `out=$(TMUX_REAL "$@"; echo x)
nonce=$(printf %s "$out" | head -c 36)
one="$nonce""term|$(TMUX_REAL display-message -p -t "$TMUX_PANE" '#{window_id}|#{session_id}|0|work')$nonce"
big=$(i=0; while [ $i -lt 380 ]; do echo "$one"fill; i=$((i + 1)); done)
sleep 600 &
printf '%s\n' "\${out%x}$big" "$one"last`,
      );
      const client = createTmuxClient({ env: { ...envOf(server, pane), ...env }, limitMs: 3_600_000 });
      const answer = await client.ask("k", NEVER);
      expect(answer.kind === "answered" && answer.clients.length).toBe(381);
      expect(answer).toMatchObject({ clients: expect.arrayContaining([{ termName: "term", termType: "last" }]) });
    });

    it.each([
      ["fails", "sleep 600 & exit 3", "unanswered"],
      ["says nothing", "sleep 600 & exit 0", "outside"],
    ])("has no answer from one that %s and leaves its pipe to another", async (_name, body, kind) => {
      await using folder = makeScratchFolder();
      await using server = await TmuxServer.start();
      const { env } = wrapper(folder.path, body);
      const client = createTmuxClient({ env: { ...envOf(server, "%0"), ...env }, limitMs: 3_600_000 });
      expect(await client.ask("k", NEVER)).toEqual({ kind });
    });

    it.each([
      ["fails", "exit 3", "unanswered"],
      ["says nothing, as of a pane that is gone", "exit 0", "outside"],
      ["says something else", "echo hello", "unanswered"],
      ["never stops talking", "exec yes", "unanswered"],
      ["dies by a signal", "kill -9 $$", "unanswered"],
    ])("has no answer from one that %s", async (_name, body, kind) => {
      await using folder = makeScratchFolder();
      await using server = await TmuxServer.start();
      const { env } = wrapper(folder.path, body);
      expect(await ask({ ...envOf(server, "%0"), ...env })).toEqual({ kind });
    });
  });
});
