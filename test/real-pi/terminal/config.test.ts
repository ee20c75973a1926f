import { afterEach, expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { type HttpReceiver, startHttpReceiver } from "../../../rig/http-receiver.ts";
import { type PiInTmux, startPiInTmux } from "../../../rig/pi-in-tmux.ts";
import { inShort, receivedOn, waitForReceived } from "../../../rig/received-notices.ts";
import { BELL, EXTENSION, everywhere, hookChannel, hookNotice, TERMINAL } from "../../../rig/told-pi.ts";
import { writeNotifyConfig } from "../../../src/testing/agent-folder.ts";
import { readStatus } from "./notify-status.ts";

/** Stands wherever in a config a secret may stand, and in values that are wrong. */
const SECRET = "tk-5ecret";

const IN_FORCE = "nothing in the file counts, the defaults are in force.";

describeWith("tmux", "a bad config on the real Pi", () => {
  let stack = new AsyncDisposableStack();
  afterEach(async () => {
    await stack.disposeAsync();
    stack = new AsyncDisposableStack();
  });

  async function start(config: (hookUrl: string) => object | string): Promise<{ pi: PiInTmux; hook: HttpReceiver }> {
    const hook = stack.use(await startHttpReceiver());
    const pi = stack.use(
      await startPiInTmux({
        extensions: [EXTENSION],
        config: config(hook.url),
        tmuxOptions: { "allow-passthrough": "on" },
        cols: 250, // each of our lines stays one on the screen
        rows: 60,
      }),
    );
    return { pi, hook };
  }

  it("broken: one line with the place; the defaults tell; after the repair and /reload the file counts", async () => {
    const { pi, hook } = await start((url) => `{ "channels": [\n  { "id": "hook" "${SECRET}": "${url}" }\n] }`);
    await pi.waitForScreen(/pi-notify/);
    expect(ourLines(await pi.screen())).toEqual([
      `Warning: pi-notify: config.json:2:18: expected a comma; ${IN_FORCE}`,
    ]);
    await pi.prompt("hi");
    await waitForReceived(pi.outer, (received) => received.length >= 2);
    const status = await readStatus(pi);
    for (const id of ["terminal", "bell"]) expect(status.channel(id)?.last).toMatch(/^agent-completed written/);
    expect(status.lines.join(" ")).toContain("Fault: config.json:2:18: expected a comma");
    expect(status.lines.at(-1)).toBe("Next: /notify doctor says what to type.");

    writeNotifyConfig(pi.setup.agentDir, { channels: [BELL, hookChannel("hook", hook.url)] });
    await pi.prompt("/reload");
    await pi.waitForEvent("session_start", 2);
    await pi.waitForScreen(/Reloaded/);
    await pi.prompt("hi");
    await hook.waitForRequests(1);
    await waitForReceived(pi.outer, (received) => received.length >= 3);
    expect(ourLines(await pi.screen())).toEqual([]);
    await pi.finish();
    expect(inShort(receivedOn(pi.outer))).toEqual(["Pi finished the task", "BEL", "BEL"]);
    expect(pi.outer.find(SECRET)).toBeUndefined();
  });

  it("over 1 MiB: one line; the defaults tell", async () => {
    const { pi, hook } = await start((url) => ({
      channels: [hookChannel("hook", url)],
      titles: { "agent-completed": SECRET.repeat(2 ** 17) },
    }));
    await pi.waitForScreen(/pi-notify/);
    expect(ourLines(await pi.screen())).toEqual([
      `Warning: pi-notify: config.json: the file is over 1 MiB; make it smaller; ${IN_FORCE}`,
    ]);
    await pi.prompt("hi");
    await waitForReceived(pi.outer, (received) => received.length >= 2);
    await pi.finish();
    expect(inShort(receivedOn(pi.outer))).toEqual(everywhere("agent-completed").terminal);
    expect(hook.requests).toEqual([]);
    expect(pi.outer.find(SECRET)).toBeUndefined();
  });

  it("half wrong: a line for each bad key and what to write there; the good channels tell", async () => {
    const headers = { authorization: `Bearer ${SECRET}` };
    const { pi, hook } = await start((url) => ({
      version: 1,
      langauge: SECRET,
      language: SECRET,
      content: { host: SECRET },
      channels: [
        TERMINAL,
        { ...BELL, enabled: "false" },
        { id: "good", type: "webhook", webhook: { url: `${url}/${SECRET}`, headers } },
        { id: "unset", type: "webhook", webhook: { url: "${NO_SUCH_HOOK}", headers } },
        { id: "ftp", type: "webhook", webhook: { url: `ftp://${SECRET}@example.com/`, headers } },
        { id: "slow", type: "webhook", webhook: { url, headers, timeoutMs: SECRET } },
        { id: "pager", type: "pagr" },
        { type: "bell" },
      ],
    }));
    await pi.waitForScreen(/channels\[7\]/);
    const said = ourLines(await pi.screen()).map((line) =>
      line.replace(/^Warning: pi-notify: config\.json:\d+:\d+: /, ""),
    );
    const leftOut = "this channel is left out.";
    expect(said).toEqual([
      'langauge is not a known key (did you mean "language"?); it is ignored.',
      'language must be "auto", "en" or "zh-CN"; the default stays in force.',
      "content.host must be true or false, not a text; the default stays in force.",
      `bell: channels[1].enabled must be true or false; write false without quotes; ${leftOut}`,
      "unset: channels[3].webhook.url needs an environment variable that is not set; export it before Pi starts " +
        "(a plain dollar is written \\\\$); this channel is switched off.",
      `ftp: channels[4].webhook.url must be a whole http:// or https:// address; ${leftOut}`,
      `slow: channels[5].webhook.timeoutMs must be a whole number from 1 to 60000, not a text; ${leftOut}`,
      expect.stringMatching(/^pager: channels\[6\]\.type must be one of .*"webhook".*; this channel is left out\.$/),
      `channels[7].id is missing; write a text; ${leftOut}`,
    ]);

    await pi.prompt("hi");
    await hook.waitForRequests(1);
    await waitForReceived(pi.outer, (received) => received.length >= 1);
    const status = await readStatus(pi);
    expect(status.channel("terminal")?.last).toBe("agent-completed written");
    expect(status.channel("good")?.last).toBe("agent-completed accepted");
    expect(status.channel("unset")).toEqual({
      state: "webhook, not-configured",
      last: "agent-completed skipped (not-configured)",
    });
    for (const id of ["bell", "ftp", "slow", "pager"]) expect(status.channel(id)).toBeUndefined();

    await pi.finish();
    expect(inShort(receivedOn(pi.outer))).toEqual(["Pi finished the task"]);
    expect(hook.requests.map(hookNotice)).toMatchObject([{ event: "agent-completed" }]);
    expect(hook.requests[0]?.headers.authorization).toBe(`Bearer ${SECRET}`);
    expect(pi.outer.find(SECRET)).toBeUndefined();
  });
});

/** What of the screen is ours, a line each. */
function ourLines(screen: string): string[] {
  return screen
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.includes("pi-notify"));
}
