import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { describeWith } from "../../rig/describe-with.ts";
import { startHttpReceiver } from "../../rig/http-receiver.ts";
import { startPiRpc } from "../../rig/pi-on-pipes.ts";
import { startPiRemote } from "../../rig/pi-remote.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { EXTENSION, everywhere, hookChannel, hookNotice, startToldPi, type ToldPi } from "../../rig/told-pi.ts";

const EXAMPLES = fileURLToPath(new URL("../../examples/publishing", import.meta.url));
const STALE_PUBLISHER = fileURLToPath(new URL("./extensions/stale-publisher.ts", import.meta.url));

describeWith("tmux", "what another extension publishes", () => {
  it("arrives once on every channel, from each example of docs/extension-authors.md", async () => {
    using author = authorsFolder();
    await using told = await startToldPi({ extensions: author.loadedAround(EXTENSION) });
    const { pi } = told;
    program(told, "deploy.sh", "test $1 = shop");
    program(told, "backup.sh", "");

    await pi.prompt("/deploy shop");
    await told.waitForTold(everywhere("task-completed"));
    await pi.prompt("/deploy cellar");
    await told.waitForTold(everywhere("task-completed", "integration-error"));
    await pi.prompt("/backup");
    await told.waitForTold(everywhere("task-completed", "integration-error", "task-completed"));
    await pi.prompt("/remind 0");
    const all = ["task-completed", "integration-error", "task-completed", "task-completed"] as const;
    await told.waitForTold(everywhere(...all));
    await told.tellTest();
    expect(await told.finish()).toEqual(everywhere(...all, "test"));
    expect(told.hook.requests.slice(0, -1).map((request) => hookNotice(request).label)).toEqual([
      "shop is live",
      "cellar could not be deployed",
      "Backup is done",
      "0 seconds are over",
    ]);
  });

  it("of its dialogs: a silent panel is not told and lights no light, a dialog that waits is and does", async () => {
    using author = authorsFolder();
    const extensions = [author.at("queue-panel.ts"), author.at("waiting-light.ts"), EXTENSION];
    // Without a grace time a dialog that is not silent would be told as soon as it is on the screen.
    const config = { prompts: { graceMs: 0 } };
    await using told = await startToldPi({ extensions, config });
    const { pi } = told;
    const answer = pi.model.hold();
    await pi.prompt("hi");
    await answer.reached();
    await pi.prompt("/queue");
    expect(await pi.waitForScreen(/Build queue/)).not.toContain("waits for you");
    await pi.keys("Enter");
    await pi.waitForEvent("ui_prompt_end");
    await pi.prompt("/rig-dialog Tidy up?");
    await pi.waitForScreen(/waits for you: Tidy up\?/);
    await told.waitForTold(everywhere("input-required"));
    await pi.keys("Enter");
    await pi.waitForEvent("ui_prompt_end", 2);
    answer.release();
    await told.waitForTold(everywhere("input-required", "agent-completed"));
    await told.tellTest();
    expect(await pi.waitForScreen(/./)).not.toContain("waits for you");
    expect(await told.finish()).toEqual(everywhere("input-required", "agent-completed", "test"));
  });

  it("is told as well as the run that Pi is busy with, and a malformed one is only warned of", async () => {
    await using told = await startToldPi();
    const { pi } = told;
    const answer = pi.model.hold();
    await pi.prompt("hi");
    await answer.reached();
    await pi.prompt('/rig-emit pi-notify:publish {"eventId":"task-completed"}');
    await pi.waitForScreen(/an extension sent an invalid payload on pi-notify:publish/);
    await pi.prompt('/rig-emit pi-notify:publish {"eventId":"task-completed","source":"ci","label":"Build 7"}');
    await told.waitForTold(everywhere("task-completed"));
    answer.release();
    await told.waitForTold(everywhere("task-completed", "agent-completed"));
    await told.tellTest();
    expect(await told.finish()).toEqual(everywhere("task-completed", "agent-completed", "test"));
  });

  it("with `pi` of a session that is over is refused by Pi, which goes on", async () => {
    await using told = await startToldPi({ extensions: [EXTENSION, STALE_PUBLISHER] });
    const { pi } = told;
    await pi.prompt("/publish-stale");
    await told.waitForTold(everywhere("task-completed"));
    await pi.prompt("/new");
    await pi.waitForEvent("session_start", 2);
    await pi.prompt("/publish-stale");
    await pi.waitForScreen(/caught: Error: This extension ctx is stale after session replacement or reload/);
    await told.tellTest();
    expect(await told.finish()).toEqual(everywhere("task-completed", "test"));
  });
});

describe("texts and publications without measure", () => {
  // Without Pi's screen, because Pi itself hangs where it has to show such a title.
  it("leave Pi as it was, and keep neither its next notification nor its exit waiting", async () => {
    await using remote = await startPiRemote();
    await using hook = await startHttpReceiver();
    await using pi = await startPiRpc({
      extensions: [EXTENSION, remote.extension],
      env: remote.env,
      config: {
        language: "en",
        prompts: { notify: "always", graceMs: 0 },
        content: { promptTitle: true },
        channels: [
          hookChannel("now", hook.url, { events: ["input-required", "agent-completed"] }),
          hookChannel("later", hook.url, { delayMs: 60_000, events: ["task-completed"] }),
        ],
      },
    });
    await remote.perform({ do: "open dialog", title: "\u0301", times: 4_300_000 });
    await hook.waitForRequests(1);
    await remote.perform({ do: "withdraw dialog" });
    await pi.waitForEvent("ui_prompt_end");
    await remote.perform({ do: "publish", times: 10_000 });
    await pi.waitForRecord("the flood to be told", ({ message }) =>
      /more notifications than can be/.test(String(message)),
    );
    pi.send({ id: "1", type: "prompt", message: "hi" });
    await hook.waitForRequests(2);
    pi.endInput();
    expect(await pi.exit()).toEqual({ code: 0, signal: undefined });
    expect(hook.requests.map((request) => hookNotice(request).event)).toEqual(["input-required", "agent-completed"]);
    expect(pi.stderr).toBe("");
  });
});

/** An author's folder with the examples, and this package where npm would put it. */
function authorsFolder() {
  const scratch = makeScratchFolder();
  cpSync(EXAMPLES, scratch.path, { recursive: true });
  mkdirSync(join(scratch.path, "node_modules"));
  symlinkSync(EXTENSION, join(scratch.path, "node_modules", "pi-notify-xstate"));
  const at = (name: string) => join(scratch.path, name);
  return {
    at,
    /** For `pi -e`: some before the extension under test, some after it. */
    loadedAround: (extension: string) => [at("deploy.ts"), at("backup.ts"), extension, at("remind.ts")],
    [Symbol.dispose]: () => void scratch[Symbol.asyncDispose](),
  };
}

/** A shell script in Pi's working directory. */
function program(told: ToldPi, name: string, script: string): void {
  const path = join(told.pi.setup.cwd, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}
