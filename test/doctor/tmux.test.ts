import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AttachedClient } from "../../rig/attached-client.ts";
import { describeWith } from "../../rig/describe-with.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { TmuxServer } from "../../rig/tmux-server.ts";
import { pathWithOwnPs } from "./ancestry-from-here.ts";
import { type Examined, examined, findingOf, PATIENT, type Situation } from "./examined.ts";

const OSC = { id: "terminal", type: "osc", osc: {} };
const BELL = { id: "bell", type: "bell" };

/** All is well: what each row then spoils. */
const GOOD: Readonly<Record<string, string>> = {
  "allow-passthrough": "on",
  "focus-events": "on",
  "monitor-bell": "on",
  "bell-action": "any",
  "visual-bell": "off",
};

describeWith("tmux", "the doctor inside a real tmux", () => {
  let server: TmuxServer;
  let client: AttachedClient;
  let pane: string;
  let pid: number;
  beforeAll(async () => {
    server = await TmuxServer.start({ options: GOOD });
    pane = await server.newSession({ name: "work", command: ["cat"] });
    pid = Number(await server.display(pane, "#{pane_pid}"));
    client = await AttachedClient.attach(server, "work", { termType: "kitty(0.26.5)" });
  });
  afterAll(async () => {
    await client?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  interface Row {
    readonly options?: Readonly<Record<string, string>>;
    readonly osc?: object;
    readonly channels?: readonly object[];
    readonly hidden?: boolean;
  }

  const inTmux = (more: Situation = {}): Promise<Examined> =>
    examined({
      config: { channels: [OSC, BELL] },
      pid,
      ...more,
      env: { TMUX: `${server.socket},${server.pid},0`, TMUX_PANE: pane, TERM: "tmux-256color", ...more.env },
    });

  async function look({ options = {}, osc = {}, channels = [{ ...OSC, osc }, BELL], hidden = false }: Row) {
    for (const [name, value] of Object.entries({ ...GOOD, ...options })) await server.run("set", "-g", name, value);
    const front = hidden ? await server.newWindow("work") : undefined;
    const seen = await inTmux({ config: { channels } });
    if (front !== undefined) await server.run("kill-pane", "-t", front);
    return seen;
  }

  /** What tmux 3.3a always has to be told of: it shows only what somebody sees. */
  const SEEN_ONLY = "note pane-hidden";

  it.each<[string, Row, string[]]>([
    ["all well", {}, [SEEN_ONLY]],
    ["passthrough off", { options: { "allow-passthrough": "off" } }, ["problem passthrough-off"]],
    [
      "passthrough off, assumed to be on",
      { options: { "allow-passthrough": "off" }, osc: { tmuxPermission: "assume" } },
      ["problem passthrough-off"],
    ],
    ["passthrough off, and past tmux", { options: { "allow-passthrough": "off" }, osc: { tmux: "client-tty" } }, []],
    [
      "passthrough off, and past tmux where needed",
      { options: { "allow-passthrough": "off" }, osc: { tmux: "auto" } },
      [],
    ],
    ["pane hidden", { hidden: true }, ["problem pane-hidden"]],
    ["pane hidden, and past tmux where needed", { hidden: true, osc: { tmux: "auto" } }, []],
    ["monitor-bell off", { options: { "monitor-bell": "off" } }, [SEEN_ONLY, "problem monitor-bell"]],
    ["bell-action none", { options: { "bell-action": "none" } }, [SEEN_ONLY, "problem bell-action"]],
    ["bell-action other", { options: { "bell-action": "other" } }, [SEEN_ONLY, "note bell-action"]],
    ["bell-action current", { options: { "bell-action": "current" } }, [SEEN_ONLY, "note bell-action"]],
    ["visual-bell on", { options: { "visual-bell": "on" } }, [SEEN_ONLY, "note visual-bell"]],
    ["visual-bell both", { options: { "visual-bell": "both" } }, [SEEN_ONLY]],
    ["no bell to check", { options: { "monitor-bell": "off" }, channels: [OSC] }, [SEEN_ONLY]],
    ["no notification to check", { options: { "allow-passthrough": "off" }, channels: [BELL] }, []],
    ["focus-events off", { options: { "focus-events": "off" } }, [SEEN_ONLY, "note focus-events"]],
    ["extended-keys off, which is Pi's to tell", { options: { "extended-keys": "off" } }, [SEEN_ONLY]],
  ])("%s", async (_name, row, told) => {
    expect((await look(row)).told).toEqual(told);
  });

  it("what it says to type fixes it", async () => {
    const broken = { "allow-passthrough": "off", "monitor-bell": "off", "focus-events": "off" };
    const before = await look({ options: broken });
    for (const id of ["passthrough-off", "monitor-bell", "focus-events"] as const) {
      const [command = ""] = findingOf(before, id).shell ?? [];
      expect(command).toMatch(/^tmux set -g /);
      await server.run(...command.split(" ").slice(1));
    }
    expect((await inTmux()).told).toEqual([SEEN_ONLY]);
  });

  it("names the terminal by its client, and the way to it by the processes", async () => {
    const { fine } = await inTmux();
    expect(fine).toContain(
      "Terminal of channel terminal: osc99, known by an attached tmux client's `client_termtype` is `kitty`",
    );
    expect(fine).toContain("Between Pi and the terminal: tmux");
  });

  it("words of tmux reach the screen clean, and cannot pass for others", async () => {
    await server.run("rename-session", "-t", "work", "a\u001b]0;x\u0007|b%1");
    const { text, told } = await inTmux();
    await server.run("rename-session", "-t", (await server.run("list-sessions", "-F", "#{session_id}")).trim(), "work");
    expect(told).toEqual([SEEN_ONLY]);
    expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });

  it.each<[string, Record<string, string>, string]>([
    ["TMUX without a pane", { TMUX_PANE: "" }, "problem tmux-lost"],
    ["a pane that is gone", { TMUX_PANE: "%99" }, "note tmux-lost"],
    ["a server that is gone", { TMUX: "/no/such/socket,1,0" }, "note tmux-gone"],
    ["no program of that name", { PATH: "/no/such/folder" }, "problem tmux-missing"],
  ])("%s", async (_name, env, told) => {
    expect((await inTmux({ env })).told).toContain(told);
  });

  it("a server that hangs, and what it says to type for it", async () => {
    process.kill(server.pid, "SIGSTOP");
    const seen = await inTmux({ limits: { ...PATIENT, tmux: 300 } });
    process.kill(server.pid, "SIGCONT");
    expect(seen.told).toContain("problem tmux-hung");
    expect(findingOf(seen, "tmux-hung").shell).toEqual([`kill -CONT ${server.pid}`]);
  });

  it("an old tmux, by what it answers: no such option, and its version", async () => {
    await using scratch = makeScratchFolder();
    const old = join(scratch.path, "tmux");
    // The real one, asked as 3.2 would be: it prints nothing for an option that it does not know.
    const real = `PATH="${process.env.PATH}" exec tmux "$@"`;
    writeFileSync(
      old,
      `#!/bin/bash\nset -- "\${@//#{allow-passthrough\\}/}"\nset -- "\${@//#{version\\}/3.2}"\n${real}\n`,
    );
    chmodSync(old, 0o755);
    const seen = await inTmux({ env: { PATH: pathWithOwnPs(scratch.path) } });
    expect(seen.told).toEqual(["note tmux-old"]);
    expect(findingOf(seen, "tmux-old").found).toContain("tmux 3.2 is older");
  });

  it("ssh left over in the environment, or come since, matters to a desktop channel", async () => {
    const config = { channels: [{ id: "desktop", type: "desktop" }] };
    const env = { SSH_CONNECTION: "192.0.2.1 1 192.0.2.2 22" };
    expect((await inTmux({ config, env })).told).toEqual(["problem ssh-stale"]);
    expect((await inTmux({ env })).told).toEqual([SEEN_ONLY]);
  });
});
