import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWith } from "../../rig/describe-with.ts";
import { type NotificationService, startNotificationService } from "../../rig/desktop/notification-service.ts";
import { type SessionBus, startSessionBus } from "../../rig/desktop/session-bus.ts";
import { LimitedPi } from "../../rig/limited-pi.ts";
import { parseTerminal, shownNotifications } from "../../rig/osc-parser.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { PI_NOTIFY_PUBLISH_EVENT } from "../../src/api/api.ts";
import { connect } from "../../src/extension.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";

const BEL = 0x07;

describeWith(
  ["dbus-daemon", "notify-send"],
  "without a configuration, on a desktop with a notification service",
  () => {
    let bus: SessionBus;
    let service: NotificationService;
    beforeAll(async () => {
      bus = await startSessionBus();
      service = await startNotificationService(bus.address);
    });
    afterAll(async () => {
      await service[Symbol.asyncDispose]();
      await bus[Symbol.asyncDispose]();
    });

    /** One run of the whole extension in a terminal with these variables: what the desktop and the terminal were given. */
    async function tell(terminalEnv: Record<string, string>, happen = (pi: LimitedPi): unknown => pi.run()) {
      await using scratch = makeScratchFolder();
      const agentDir = join(scratch.path, "agent");
      mkdirSync(agentDir);
      const terminal = new PassThrough();
      const written: Buffer[] = [];
      terminal.on("data", (bytes: Buffer) => written.push(bytes));
      const env = {
        ...{ PI_CODING_AGENT_DIR: agentDir, PATH: process.env.PATH ?? "", LANG: "C.UTF-8" },
        ...{ DBUS_SESSION_BUS_ADDRESS: bus.address, XDG_RUNTIME_DIR: bus.runtimeFolder },
        ...terminalEnv,
      };
      const before = service.shown.length;
      const pi = new LimitedPi({ cwd: scratch.path });
      await pi.load((api) => void connect(api, { env, terminal }));
      await pi.start();
      await happen(pi);
      const bytes = () => Buffer.concat(written);
      await waitUntil("the bell, which comes last", () => bytes().includes(BEL));
      // The end waits for what is under way.
      await pi.quit();
      expect([pi.said, pi.errors]).toEqual([[], []]);
      return {
        desktop: service.shown.slice(before).map(({ summary }) => summary),
        terminal: shownNotifications(parseTerminal(bytes())).length,
        bells: bytes().filter((byte) => byte === BEL).length,
      };
    }

    it.each<[string, Record<string, string>]>([
      ["Alacritty", { TERM: "alacritty", ALACRITTY_WINDOW_ID: "1" }],
      ["xterm", { TERM: "xterm-256color", XTERM_VERSION: "XTerm(379)" }],
      ["st", { TERM: "st-256color" }],
      ["the Linux console", { TERM: "linux" }],
      ["a dumb terminal", { TERM: "dumb" }],
      ["a terminal on VTE", { TERM: "xterm-256color", VTE_VERSION: "7006" }],
      ["JetBrains", { TERM: "xterm-256color", TERMINAL_EMULATOR: "JetBrains-JediTerm" }],
      ["Emacs", { TERM: "eterm-color", INSIDE_EMACS: "28.2,term:0.96" }],
      ["rxvt-unicode", { TERM: "rxvt-unicode-256color" }],
      ["a terminal that nobody knows", { TERM: "xterm-256color" }],
      ["kitty behind GNU screen", { TERM: "screen", STY: "1.pts-0", KITTY_WINDOW_ID: "1" }],
    ])("%s: the desktop shows it once, and the terminal only rings", async (_name, env) => {
      expect(await tell(env)).toEqual({ desktop: ["Pi finished the task"], terminal: 0, bells: 1 });
    });

    it("kitty shows it itself", async () => {
      const told = await tell({ TERM: "xterm-kitty", KITTY_WINDOW_ID: "1" });
      expect(told).toEqual({ desktop: [], terminal: 1, bells: 1 });
    });

    it("twenty publications at once: kitty rings once for each notification that it shows", async () => {
      const told = await tell({ TERM: "xterm-kitty", KITTY_WINDOW_ID: "1" }, (pi) => {
        for (let number = 1; number <= 20; number += 1) {
          const publication = { eventId: "task-completed", source: "deploy", label: `Task ${number}` };
          pi.bus.emit(PI_NOTIFY_PUBLISH_EVENT, publication);
        }
      });
      expect(told.desktop).toEqual([]);
      expect(told.terminal).toBeLessThan(4);
      expect(told.bells).toBe(told.terminal);
    });
  },
);
