import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { describeWith } from "../../rig/describe-with.ts";
import { type NotificationService, startNotificationService } from "../../rig/desktop/notification-service.ts";
import { type SessionBus, startSessionBus } from "../../rig/desktop/session-bus.ts";
import { LimitedPi } from "../../rig/limited-pi.ts";
import { parseTerminal, shownNotifications } from "../../rig/osc-parser.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { connect } from "../../src/extension.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { makeSlowTmux } from "../real-pi/slow-tmux.ts";

const KITTY = { TERM: "xterm-kitty", KITTY_WINDOW_ID: "1" };
const VTE = { TERM: "xterm-256color", VTE_VERSION: "7006" };
const XTERM = { TERM: "xterm-256color", XTERM_VERSION: "XTerm(379)" };

const TERMINAL = { id: "terminal", type: "osc" };
const DESKTOP = { id: "desktop", type: "desktop" };
/** Another destination, to see that everything is over. */
const BELL = { id: "bell", type: "bell" };
const DELAY_MS = 200;
/** Due after everything else. */
const LATE_BELL = { ...BELL, delayMs: 2 * DELAY_MS };

const DONE = "Pi finished the task";
const BEL = 0x07;

describeWith(["dbus-daemon", "notify-send"], "the terminal and the desktop, whatever comes first", () => {
  let stack: AsyncDisposableStack;
  let bus: SessionBus;
  beforeEach(async () => {
    stack = new AsyncDisposableStack();
    bus = stack.use(await startSessionBus());
  });
  afterEach(() => stack.disposeAsync());

  /** The whole extension in a terminal with these variables. */
  async function start(terminalEnv: Record<string, string>, channels: readonly object[]) {
    const scratch = stack.use(makeScratchFolder());
    const folder = join(scratch.path, "agent", "extensions", "pi-notify");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "config.json"), JSON.stringify({ language: "en", channels }));
    const terminal = new PassThrough();
    const written: Buffer[] = [];
    terminal.on("data", (bytes: Buffer) => written.push(bytes));
    const env = {
      ...{ PI_CODING_AGENT_DIR: join(scratch.path, "agent"), PATH: process.env.PATH ?? "" },
      ...{ DBUS_SESSION_BUS_ADDRESS: bus.address, XDG_RUNTIME_DIR: bus.runtimeFolder },
      ...terminalEnv,
    };
    const pi = new LimitedPi({ cwd: scratch.path });
    await pi.load((api) => void connect(api, { env, terminal }));
    await pi.start();
    stack.defer(() => pi.shutdown());
    const bytes = () => Buffer.concat(written);
    return {
      pi,
      /** How many notifications the terminal was given. */
      shown: () => shownNotifications(parseTerminal(bytes())).length,
      waitForBells: (count: number) =>
        waitUntil(`${count} bells`, () => bytes().filter((byte) => byte === BEL).length === count),
    };
  }

  /** One run to the end of everything that it brings: what each was given. */
  async function tellOnce(
    terminalEnv: Record<string, string>,
    channels: readonly object[],
    happen = (pi: LimitedPi): unknown => pi.run(),
  ) {
    const service = stack.use(await startNotificationService(bus.address));
    const { pi, shown, waitForBells } = await start(terminalEnv, [...channels, LATE_BELL]);
    await happen(pi);
    await waitForBells(1);
    await waitUntil("the desktop or the terminal", () => service.shown.length + shown() > 0);
    // The end waits for what is under way.
    await pi.quit();
    expect([pi.said, pi.errors]).toEqual([[], []]);
    return { desktop: summaries(service), terminal: shown() };
  }

  it("no notification service: the desktop fails once, is said to fail, and from then on the terminal tells", async () => {
    const { pi, shown, waitForBells } = await start(VTE, [TERMINAL, DESKTOP, BELL]);
    await pi.run();
    await waitForBells(1);
    await waitUntil("the line on the desktop's health", () => pi.said.length > 0);
    expect(pi.said).toEqual([expect.stringMatching(/^warning: .*desktop/)]);
    expect(shown()).toBe(0);
    await pi.run();
    await waitForBells(2);
    await waitUntil("the terminal", () => shown() > 0);

    // The first that the desktop shows again may come on both; after that the desktop alone tells.
    const service = stack.use(await startNotificationService(bus.address));
    await pi.run();
    await waitForBells(3);
    await service.waitForShown(1);
    await waitUntil("the line on the desktop's recovery", () => pi.said.length > 1);
    const before = shown();
    await pi.run();
    await waitForBells(4);
    await service.waitForShown(2);
    await pi.quit();
    expect(shown()).toBe(before);
    expect(pi.errors).toEqual([]);
  });

  it.each<[string, Record<string, string>, readonly object[], { desktop: readonly string[]; terminal: number }]>([
    [
      "a desktop with a delay, VTE",
      VTE,
      [TERMINAL, { ...DESKTOP, delayMs: DELAY_MS }],
      { desktop: [DONE], terminal: 0 },
    ],
    [
      "a desktop with a delay, kitty",
      KITTY,
      [TERMINAL, { ...DESKTOP, delayMs: DELAY_MS }],
      { desktop: [], terminal: 1 },
    ],
    [
      "a terminal with a delay, kitty",
      KITTY,
      [{ ...TERMINAL, delayMs: DELAY_MS }, DESKTOP],
      { desktop: [], terminal: 1 },
    ],
    [
      "a terminal with a delay, VTE",
      VTE,
      [{ ...TERMINAL, delayMs: DELAY_MS }, DESKTOP],
      { desktop: [DONE], terminal: 0 },
    ],
    [
      "a terminal that is not told of it",
      KITTY,
      [{ ...TERMINAL, events: ["agent-error"] }, DESKTOP],
      { desktop: [DONE], terminal: 0 },
    ],
    [
      "a desktop that is not told of it",
      VTE,
      [TERMINAL, { ...DESKTOP, events: ["agent-error"] }],
      { desktop: [], terminal: 1 },
    ],
    ["a terminal that shows nothing", XTERM, [TERMINAL, DESKTOP], { desktop: [DONE], terminal: 0 }],
  ])("%s: one of the two tells", async (_name, env, channels, told) => {
    expect(await tellOnce(env, channels)).toEqual(told);
  });

  it.each([
    ["kitty", KITTY, { desktop: [], terminal: 1 }],
    ["VTE", VTE, { desktop: [DONE], terminal: 0 }],
  ])("held by a dialog and released, %s: one of the two tells", async (_name, env, told) => {
    const happen = async (pi: LimitedPi) => {
      await pi.emit("agent_start");
      await pi.openDialog();
      await pi.agentEnd("stop");
      await pi.emit("agent_settled");
      await pi.closeDialog();
    };
    expect(await tellOnce(env, [TERMINAL, DESKTOP], happen)).toEqual(told);
  });

  it.each([
    // It says that its server is gone, so that the variable is a stale one.
    ["slow", { desktop: [], terminal: 1 }],
    ["hanging", { desktop: [DONE], terminal: 0 }],
  ])("a %s tmux: one of the two tells", async (kind, told) => {
    const tmux = stack.use(makeSlowTmux());
    const env = { ...KITTY, TMUX: "/tmp/no-server,1,0", TMUX_PANE: "%0", PATH: `${tmux.folder}:${process.env.PATH}` };
    const happen = async (pi: LimitedPi) => {
      await pi.run();
      await tmux.waitForQuestions(1);
      if (kind === "slow") tmux.letAnswer();
    };
    expect(await tellOnce(env, [TERMINAL, DESKTOP], happen)).toEqual(told);
  });
});

function summaries(service: NotificationService): readonly string[] {
  return service.shown.map(({ summary }) => summary);
}
