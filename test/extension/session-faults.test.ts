import { PassThrough } from "node:stream";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { describe, expect, it } from "vitest";
import { startHttpReceiver } from "../../rig/http-receiver.ts";
import { unwrapped } from "../../rig/unwrapped.ts";
import { connect } from "../../src/extension.ts";
import { type StartSessionRuntime, startSessionRuntime } from "../../src/runtime/session-runtime.ts";
import { FakePi } from "../../src/testing/fake-pi.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { BELL, startExtension } from "./started-extension.ts";

const INTERNAL_ERROR = "warning: pi-notify: an internal error ended a notification. Pi is not affected.";
const NOT_STARTED =
  "error: pi-notify: an internal error kept it from starting, so no notifications are sent. Type /reload to try again.";
const CONFIG_NOT_READ =
  "error: pi-notify: the configuration could not be read, so no notifications are sent. /notify doctor tells more.";

const throwing = (): never => {
  throw new Error("a planted fault");
};

describe("a fault of ours says what really happened", () => {
  it("events that the machines refuse: one quiet line, and the runs are told all the same", async () => {
    await using hook = await startHttpReceiver();
    const startRuntime: StartSessionRuntime = (options) => {
      const runtime = startSessionRuntime(options);
      const send: typeof runtime.send = (event) => (event.type === "loop.ended" ? throwing() : runtime.send(event));
      return { ...runtime, send };
    };
    const channels = [{ id: "hook", type: "webhook", webhook: { url: hook.url } }];
    await using started = await startExtension({ channels }, { startRuntime });
    for (const count of [1, 2, 3]) {
      await started.pi.run();
      await hook.waitForRequests(count, 5_000);
    }
    expect(started.pi.said).toEqual([INTERNAL_ERROR]);
  });

  it("machines that do not start: one line, and every command that needs them answers with it", async () => {
    let starts = 0;
    const startRuntime = () => {
      starts += 1;
      return throwing();
    };
    await using started = await startExtension(BELL, { startRuntime });
    const { pi, answer, caughtUp } = started;
    for (let run = 0; run < 2; run += 1) {
      await pi.run();
      await caughtUp();
    }
    await waitUntil("the line", () => pi.said.length > 0);
    expect(pi.said).toEqual([NOT_STARTED]);
    for (const command of ["", "status", "test", "why", "export", "visualize"]) {
      expect(await answer(command), command).toEqual([NOT_STARTED]);
    }
    expect((await answer("config"))[0]).toMatch(/^Global file: /);
    expect((await answer("doctor"))[0]).toMatch(/^pi-notify doctor: /);
    expect(starts).toBe(1);
  });

  it("machines that a command starts, and that do not start: only its answer says so", async () => {
    await using started = await startExtension(BELL, { startRuntime: throwing });
    const { pi, answer, caughtUp } = started;
    expect(await answer("status")).toEqual([NOT_STARTED]);
    await pi.run();
    await caughtUp();
    expect(await answer("why")).toEqual([NOT_STARTED]);
    expect(pi.said).toEqual([NOT_STARTED, NOT_STARTED]);
  });

  it("a configuration that is not read: one line, and commands that need it answer with it", async () => {
    await using started = await startExtension(BELL, { loadConfig: async () => throwing() });
    const { pi, answer } = started;
    await waitUntil("the line", () => pi.said.length > 0);
    await pi.run();
    expect(await answer("config")).toEqual([CONFIG_NOT_READ]);
    expect(await answer("status")).toEqual([CONFIG_NOT_READ]);
    expect(await answer("trust")).toEqual([CONFIG_NOT_READ]);
    expect((await answer("doctor"))[0]).toMatch(/^pi-notify doctor: /);
    expect(pi.said.filter((line) => line === CONFIG_NOT_READ)).toHaveLength(4);
  });

  it("a command that fails by itself: its answer says so, and runs are still told", async () => {
    await using hook = await startHttpReceiver();
    const startRuntime: StartSessionRuntime = (options) => ({ ...startSessionRuntime(options), onOutcome: throwing });
    const channels = [{ id: "hook", type: "webhook", webhook: { url: hook.url } }];
    await using started = await startExtension({ channels }, { startRuntime });
    expect(await started.answer("test hook")).toEqual([
      "error: pi-notify: an internal error ended /notify test. Notifications are not affected.",
    ]);
    await started.pi.run();
    await hook.waitForRequests(1, 5_000);
  });

  it("a command before the session has started: the answer says so", async () => {
    const pi = new FakePi();
    await pi.load((api) => {
      connect(api, { env: {}, terminal: new PassThrough() });
    });
    await pi.command("notify", "status");
    expect(pi.said).toEqual(["warning: pi-notify: no session has started yet, so /notify has nothing to tell."]);
  });
});

describe("the language of the shell", () => {
  it("is the configuration's for usage, completion and faults", async () => {
    await using started = await startExtension({ ...BELL, language: "zh-CN" }, { startRuntime: throwing });
    const { answer } = started;
    const [usage] = unwrapped((await answer("tset")).join("\n"));
    expect(usage).toMatch(/^用法：\/notify status \| test \[channel\] \| /);
    expect(await answer("status")).toEqual([expect.stringMatching(/^error: pi-notify：内部错误导致启动失败/)]);
  });

  it.each([
    ["zh_CN.UTF-8", /^通知：status \| test \[channel\] \| /, "显示检测到的环境和各渠道最近一次的结果"],
    ["en_GB.UTF-8", /^Notifications: status \| test \[channel\] \| /, "Show what was detected and the last outcome"],
  ])(
    "is the environment's, %s, for the command's description and, before the configuration, for completion",
    async (LANG, description, offer) => {
      const commands: { description?: string; getArgumentCompletions?: (prefix: string) => unknown }[] = [];
      const pi = new FakePi();
      await pi.load((api) => {
        const registerCommand: ExtensionAPI["registerCommand"] = (_name, options) => commands.push(options);
        const recording = new Proxy(api, {
          get: (target, key) => (key === "registerCommand" ? registerCommand : Reflect.get(target, key)),
        });
        connect(recording, { env: { LANG }, terminal: new PassThrough() });
      });
      await pi.start();
      expect(commands[0]?.description).toMatch(description);
      expect(commands[0]?.getArgumentCompletions?.("sta")).toMatchObject([
        { value: "status", description: expect.stringContaining(offer) },
      ]);
      await pi.shutdown();
    },
  );
});
