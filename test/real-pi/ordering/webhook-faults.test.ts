import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { describeWith, describeWithOwnNameServer } from "../../../rig/describe-with.ts";
import { type HttpAnswer, type HttpReceiver, startHttpReceiver } from "../../../rig/http-receiver.ts";
import { startOwnNameServer } from "../../../rig/own-name-server.ts";
import { startPiRpc } from "../../../rig/pi-on-pipes.ts";
import { BELL, EXTENSION, everywhere, hookChannel, startToldPi, TERMINAL } from "../../../rig/told-pi.ts";
import { unwrapped } from "../../../rig/unwrapped.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";

const IN_TIME = 60_000;

/** Channel id, how its server answers, what `/notify status` must say, and how many requests the server must get. */
const FAULTS: readonly {
  readonly id: string;
  readonly answer: "refuse" | "redirect" | HttpAnswer;
  readonly timeoutMs?: number;
  readonly last: string;
  readonly requests: number;
}[] = [
  { id: "refuses", answer: "refuse", last: "failed (connection refused)", requests: 0 },
  { id: "hangs", answer: { kind: "hang" }, timeoutMs: 300, last: "timed-out (no-answer)", requests: 1 },
  { id: "breaks", answer: { kind: "reply", status: 500 }, last: "failed (http 500)", requests: 1 },
  { id: "redirects", answer: "redirect", last: "failed (redirect refused (302))", requests: 1 },
  { id: "resets", answer: { kind: "reset" }, last: "failed (connection reset)", requests: 1 },
];

describeWith("tmux", "a webhook that does not work", () => {
  it("fails or times out once, and the other channels are told as if it were not there", async () => {
    await using stack = new AsyncDisposableStack();
    const elsewhere = stack.use(await startHttpReceiver());
    const servers = new Map<string, HttpReceiver>();
    const broken: object[] = [];
    for (const { id, answer, timeoutMs = IN_TIME } of FAULTS) {
      const server = stack.use(await startHttpReceiver());
      servers.set(id, server);
      if (answer === "refuse") await server.refuse();
      else server.answerWith(answer === "redirect" ? { kind: "redirect", to: elsewhere.url } : answer);
      broken.push({ id, type: "webhook", webhook: { url: server.url, timeoutMs } });
    }
    // Never answered and never given up while this test runs: nobody may wait for it, not even Pi's end.
    const stuck = stack.use(await startHttpReceiver());
    stuck.answerWith({ kind: "hang" });
    broken.push({ id: "stuck", type: "webhook", webhook: { url: stuck.url, timeoutMs: IN_TIME } });

    // The terminal is told after the others have failed.
    const delayMs = 800;
    await using told = await startToldPi({
      cols: 160,
      channels: (url) => [...broken, { ...TERMINAL, delayMs }, { ...BELL, delayMs }, hookChannel("hook", url)],
    });
    const { pi } = told;
    await pi.prompt("hi");
    await told.waitForTold(everywhere("agent-completed"));
    await stuck.waitForRequests(1);
    // Answered, broken or given up: no exchange is under way any more but the one that never ends.
    await servers.get("hangs")?.waitForRequests(1);
    for (const server of [told.hook, ...servers.values()]) await server.waitForNoConnection();

    await pi.prompt("/notify status");
    const status = await pi.waitForScreen(/hook: webhook to.*last: /);
    for (const { id, last } of FAULTS) expect(lastOutcome(status, id)).toBe(`agent-completed ${last}`);
    expect(lastOutcome(status, "stuck")).toBe("nothing yet");
    expect(lastOutcome(status, "terminal")).toBe("agent-completed written");
    expect(lastOutcome(status, "bell")).toBe("agent-completed written");
    expect(lastOutcome(status, "hook")).toBe("agent-completed accepted");

    // One more notice, on one channel only: had anything been sent again meanwhile, it would be in.
    await pi.prompt("/notify test hook");
    const withTest = { ...everywhere("agent-completed"), hook: ["agent-completed", "test"] };
    await told.waitForTold(withTest);
    expect(stuck.openConnections).toBe(1);
    expect((await pi.quit()).code).toBe(0);
    expect(await told.finish()).toEqual(withTest);
    for (const { id, requests } of FAULTS) expect([id, servers.get(id)?.requests.length]).toEqual([id, requests]);
    expect(servers.get("refuses")?.connections).toBe(0);
    expect(elsewhere.connections).toBe(0);
    expect(stuck.requests).toHaveLength(1);
  });

  describeWithOwnNameServer("behind a name server of its own", () => {
    it("is told in the end where its name server wakes up in time, or falls silent when it has answered", async () => {
      await using server = await startOwnNameServer("silent");
      await using told = await startToldPi({
        commandPrefix: server.commandPrefix,
        channels: (url) => [TERMINAL, hookChannel("hook", url.replace("127.0.0.1", "hook.pi-notify.example"))],
      });
      await told.pi.prompt("hi");
      await server.waitForQuestions(2);
      server.answerWith({ A: ["127.0.0.1"] });
      await told.waitForTold({ terminal: ["Pi finished the task"], hook: ["agent-completed"] });
      // The two answers are for us; the system asks a third time and hears nothing.
      server.answerWith({ A: ["127.0.0.1"], silentAfter: server.answered + 2 });
      await told.pi.prompt("again");
      const twice = ["Pi finished the task", "Pi finished the task"];
      await told.waitForTold({ terminal: twice, hook: ["agent-completed", "agent-completed"] });
    });
  });
});

describe("a webhook that answers while Pi is stopped, as by Ctrl+Z", () => {
  it("has accepted its notification, although its time is over when Pi goes on", async () => {
    await using hook = await startHttpReceiver();
    const timeoutMs = 1_000;
    const channels = [hookChannel("hook", hook.url, { webhook: { url: hook.url, timeoutMs } })];
    await using pi = await startPiRpc({ extensions: [EXTENSION], config: { language: "en", channels } });
    hook.answerWith({
      kind: "compute",
      reply: () => {
        pi.signal("SIGSTOP");
        return { status: 200 };
      },
    });
    pi.send({ id: "1", type: "prompt", message: "hi" });
    await hook.waitForRequests(1);
    await setTimeout(timeoutMs + 100);
    pi.signal("SIGCONT");
    let asked = 1;
    const outcome = await waitUntil("the outcome", async () => {
      asked += 1;
      pi.send({ id: String(asked), type: "prompt", message: "/notify status" });
      await pi.waitForRecord("the answer", ({ id }) => id === String(asked));
      return pi.records
        .map(({ message }) => lastOutcome(String(message), "hook", 0))
        .find((last) => last?.startsWith("agent-"));
    });
    expect(outcome).toBe("agent-completed accepted");
  });
});

function lastOutcome(status: string, id: string, margin = 1): string | undefined {
  return new RegExp(`^ *${id}: .*[;,] last: (.*?) *$`, "m").exec(unwrapped(status, margin).join("\n"))?.[1];
}
