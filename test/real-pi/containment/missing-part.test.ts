import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { startHttpReceiver } from "../../../rig/http-receiver.ts";
import { type PiOnPipes, type PiRecord, startPiRpc } from "../../../rig/pi-on-pipes.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { EXTENSION, hookChannel } from "../../../rig/told-pi.ts";
import { COMMANDS } from "../../../src/commands/commands.ts";

const UPDATED = "pi-notify was updated while Pi was running. Type /reload to load the new version.";
const NOT_LOADED = "could not be loaded. Run `npm ci` in its folder, then type /reload.";

/** A real Pi with a copy of the bundle that a test may damage while Pi runs. */
interface Started {
  readonly pi: PiOnPipes;
  readonly hook: Awaited<ReturnType<typeof startHttpReceiver>>;
  /** The names of the built files that are loaded late. */
  lateFiles(): readonly string[];
  readonly dist: string;
  /** One run to its end. */
  run(): Promise<void>;
  /** Runs a command and gives what Pi showed meanwhile. */
  command(args: string): Promise<readonly Shown[]>;
  /** Everything shown so far. */
  shown(): readonly Shown[];
}

type Shown = readonly [level: unknown, text: unknown];

describe("a bundle that changes under a running Pi", () => {
  let stack = new AsyncDisposableStack();
  afterEach(async () => {
    await stack.disposeAsync();
    stack = new AsyncDisposableStack();
  });

  async function start(): Promise<Started> {
    const scratch = stack.use(makeScratchFolder());
    const hook = stack.use(await startHttpReceiver());
    const copy = join(scratch.path, "pi-notify");
    mkdirSync(copy);
    for (const part of ["package.json", "dist"]) cpSync(join(EXTENSION, part), join(copy, part), { recursive: true });
    const config = { language: "en", channels: [hookChannel("hook", hook.url)] };
    const pi = stack.use(await startPiRpc({ extensions: [copy], config }));
    let asked = 0;
    const ask = async (message: string) => {
      asked += 1;
      const id = String(asked);
      pi.send({ id, type: "prompt", message });
      const isAnswer = (record: PiRecord) => record.type === "response" && record.id === id;
      await pi.waitForRecord(`the response to ${message}`, isAnswer);
    };
    const shown = () =>
      pi.records
        .filter(({ type, method }) => type === "extension_ui_request" && method === "notify")
        .map(({ notifyType, message }): Shown => [notifyType, message]);
    const dist = join(copy, "dist");
    return {
      ...{ pi, hook, dist, shown },
      lateFiles: () => readdirSync(dist).filter((name) => /^(?:lazy|chunk)-/.test(name)),
      async run() {
        const settled = pi.eventNames("agent_settled").length;
        await ask("hi");
        await pi.waitForEvent("agent_settled", settled + 1);
      },
      async command(args) {
        const before = shown().length;
        await ask(`/notify ${args}`);
        return shown().slice(before);
      },
    };
  }

  it("gone before the first run: one warning that names /reload, and each command answers with it", async () => {
    const { run, command, shown, lateFiles, dist, hook, pi } = await start();
    // The configuration is read with the old files.
    expect(await command("config")).toMatchObject([["info", expect.stringMatching(/^Global file: /)]]);
    for (const name of lateFiles()) rmSync(join(dist, name));
    const before = shown().length;
    await run();
    await pi.waitForRecord("the warning", ({ message }) => message === UPDATED);
    await run();
    expect(shown().slice(before)).toEqual([["warning", UPDATED]]);
    for (const { name } of COMMANDS.filter((row) => row.name !== "config")) {
      expect(await command(name), name).toEqual([["warning", UPDATED]]);
    }
    // What is loaded already needs no file.
    expect(await command("config")).toMatchObject([["info", expect.stringMatching(/^Global file: /)]]);
    expect(hook.requests).toEqual([]);
  });

  it("gone after the first run: commands say so, and later runs are still told", async () => {
    const { run, command, lateFiles, dist, hook } = await start();
    await run();
    await hook.waitForRequests(1);
    for (const name of lateFiles()) rmSync(join(dist, name));
    expect(await command("why")).toEqual([["warning", UPDATED]]);
    expect(await command("visualize live")).toEqual([["warning", UPDATED]]);
    expect(await command("export trace.json")).toEqual([["warning", UPDATED]]);
    await run();
    await hook.waitForRequests(2);
  });

  it("damaged, or empty after a full disk: the answer is to install it again, and runs are told as before", async () => {
    const { run, command, lateFiles, dist, hook } = await start();
    await run();
    await hook.waitForRequests(1);
    const files = lateFiles().map((name) => join(dist, name));
    for (const file of files) writeFileSync(file, "<<<<<<< HEAD");
    expect(await command("why")).toEqual([["error", `pi-notify: /notify why ${NOT_LOADED}`]]);
    for (const file of files) writeFileSync(file, "");
    expect(await command("visualize")).toEqual([["error", `pi-notify: /notify visualize ${NOT_LOADED}`]]);
    expect(await command("doctor")).toEqual([["error", `pi-notify: /notify doctor ${NOT_LOADED}`]]);
    await run();
    await hook.waitForRequests(2);
  });

  it("an unknown command needs no part at all: the usage comes as ever", async () => {
    const { command, lateFiles, dist } = await start();
    await command("config");
    for (const name of lateFiles()) rmSync(join(dist, name));
    expect(await command("tset")).toEqual([
      ["info", expect.stringMatching(/^Usage: \/notify status \| test \[channel\]/)],
    ]);
  });
});
