import { describe, expect, it } from "vitest";
import { startNtfyServer } from "../../rig/ntfy-server.ts";
import { attemptNtfy } from "./ntfy-attempt.ts";
import { basic } from "./ntfy-conformance.ts";

const USERS = [
  { username: "phil", password: "pä:ss", tokens: ["tk_phil"] },
  { username: "ben", password: "b", tokens: ["tk_ben"], topics: ["bens"] },
];
const ACCEPTED = { kind: "accepted" } as const;
const refused = (code: number) =>
  ({ kind: "failed", reason: `http ${Math.floor(code / 100)}, error ${code}` }) as const;

/** What only a server that a test has set up can show, and our channel in front of it. */
describe("the rig's ntfy server", () => {
  it.each<[string, object, object]>([
    ["a token", { token: "tk_phil" }, ACCEPTED],
    ["user and password", { username: "phil", password: "pä:ss" }, ACCEPTED],
    ["an empty token and a user", { token: "", username: "phil", password: "pä:ss" }, ACCEPTED],
    ["nothing", {}, refused(40301)],
    ["an empty token", { token: "" }, refused(40301)],
    ["a wrong token", { token: "tk_nobody" }, refused(40101)],
    ["a wrong password", { username: "phil", password: "x" }, refused(40101)],
    ["a token for other topics", { token: "tk_ben" }, refused(40301)],
  ])("with access control: our channel with %s", async (_name, part, result) => {
    await using server = await startNtfyServer({ users: USERS, denyAnonymous: true });
    expect(await attemptNtfy({ serverUrl: server.url, topic: "mine", ...part })).toEqual(result);
    expect(server.receiver.requests).toHaveLength(1);
    expect(server.messages).toHaveLength(result === ACCEPTED ? 1 : 0);
  });

  it.each([
    ["Bearer tk_phil", 200],
    ["bearer tk_phil", 401],
    ["Bearer  tk_phil ", 200],
    [basic("phil", "pä:ss"), 200],
    [basic("phil", "pä:ss").replace("Basic", "basic"), 200],
    ["tk_phil", 401],
  ])("takes %j for %i, in the header and in the query", async (credential, status) => {
    await using server = await startNtfyServer({ users: USERS, denyAnonymous: true });
    const byHeader = await fetch(`${server.url}/t`, { method: "POST", headers: { authorization: credential } });
    const auth = Buffer.from(credential).toString("base64url");
    const byQuery = await fetch(`${server.url}/t?auth=${auth}`, { method: "POST" });
    expect([byHeader.status, byQuery.status]).toEqual([status, status]);
  });

  it("refuses what comes too fast, without Retry-After, until its time has come", async () => {
    let now = 0;
    await using server = await startNtfyServer({ now: () => now });
    const send = () => attemptNtfy({ serverUrl: server.url, topic: "t" });
    for (let count = 0; count < 60; count += 1) expect(await send()).toEqual(ACCEPTED);
    expect(await send()).toEqual(refused(42901));
    const response = await fetch(`${server.url}/t`, { method: "POST" });
    expect(response.headers.has("retry-after")).toBe(false);
    now = 5000;
    expect([await send(), await send()]).toEqual([ACCEPTED, refused(42901)]);
  });

  it("refuses more than its messages of a day", async () => {
    await using server = await startNtfyServer({ dailyMessages: 1 });
    const send = () => attemptNtfy({ serverUrl: server.url, topic: "t" });
    expect([await send(), await send()]).toEqual([ACCEPTED, refused(42908)]);
  });

  it("refuses a file that is too large, and makes a file of a long message", async () => {
    await using server = await startNtfyServer({ attachmentLimit: 5000 });
    const send = async (size: number) => {
      const response = await fetch(`${server.url}/t`, { method: "PUT", body: "x".repeat(size) });
      return JSON.parse(await response.text());
    };
    expect(await send(5001)).toMatchObject({ code: 41301, http: 413 });
    expect(await send(5000)).toMatchObject({
      message: "You received a file: attachment.txt",
      attachment: { name: "attachment.txt", type: "text/plain", size: 5000 },
    });
  });

  it("keeps nothing that wants no cache or comes later", async () => {
    await using server = await startNtfyServer();
    await fetch(`${server.url}/t`, { method: "POST", headers: { cache: "no" } });
    await fetch(`${server.url}/t`, { method: "POST", headers: { delay: "1h" } });
    const both = { cache: "no", delay: "1h" };
    const refusal = await fetch(`${server.url}/t`, { method: "POST", headers: both });
    expect(JSON.parse(await refusal.text())).toMatchObject({ code: 40002 });
    expect(await (await fetch(`${server.url}/t/json?poll=1`)).text()).toBe("");
    expect(server.messages).toHaveLength(2);
  });

  it("gets from our channel nothing but what it needs", async () => {
    await using server = await startNtfyServer();
    await attemptNtfy({ serverUrl: server.url, topic: "t" });
    expect(server.receiver.requests[0]?.headers).toEqual({
      host: `127.0.0.1:${server.receiver.port}`,
      connection: "close",
      "content-length": "18",
      "content-type": "text/plain; charset=utf-8",
      "user-agent": "pi-notify",
      "accept-encoding": "identity",
      title: "Pi finished the task",
      priority: "3",
    });
  });

  it.each(["", "/"])("stands behind a path prefix, written with %j at its end", async (ending) => {
    await using server = await startNtfyServer({ prefix: "/push/ntfy" });
    expect(await attemptNtfy({ serverUrl: `${server.url}${ending}`, topic: "t" })).toEqual(ACCEPTED);
    expect(server.receiver.requests).toMatchObject([{ method: "POST", path: "/push/ntfy/t" }]);
    const elsewhere = { serverUrl: server.receiver.url, topic: "t" };
    expect(await attemptNtfy(elsewhere)).toEqual(refused(40401));
    expect(server.messages).toHaveLength(1);
  });
});
