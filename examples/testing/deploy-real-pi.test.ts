import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { json } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fillAgentDir, startScriptedModel, toolCalls, waitUntil } from "pi-notify-xstate/testing";

const EXTENSIONS = [
  dirname(fileURLToPath(import.meta.resolve("pi-notify-xstate/package.json"))),
  fileURLToPath(import.meta.resolve("./deploy.ts")),
];

test("on the real Pi, too, the dialog is announced once", async (t) => {
  const told: unknown[] = [];
  const hook = createServer(async (request, response) => {
    told.push(((await json(request)) as { event: string }).event);
    response.end();
  });
  await once(hook.listen(0, "127.0.0.1"), "listening");
  t.after(() => hook.close());

  const model = await startScriptedModel();
  t.after(() => model.close());
  model.answer(toolCalls({ name: "deploy", args: {} }));

  const agentDir = await mkdtemp(join(tmpdir(), "deploy-"));
  t.after(() => rm(agentDir, { recursive: true, force: true }));
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}`;
  fillAgentDir(agentDir, {
    modelUrl: model.baseUrl,
    config: { version: 1, channels: [{ id: "hook", type: "webhook", webhook: { url } }] },
  });

  const args = ["--mode", "rpc", "--no-session", ...EXTENSIONS.flatMap((path) => ["-e", path])];
  const env = { ...process.env, PI_CODING_AGENT_DIR: agentDir, PI_OFFLINE: "1" };
  const pi = spawn("pi", args, { env, cwd: agentDir, stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => pi.kill());
  const send = (record: object) => pi.stdin.write(`${JSON.stringify(record)}\n`);
  const records: { type: string; id?: string; method?: string }[] = [];
  createInterface(pi.stdout).on("line", (line) => records.push(JSON.parse(line)));

  send({ type: "prompt", message: "ship it" });
  const dialog = await waitUntil("the dialog", () => records.find(({ method }) => method === "confirm"));
  await waitUntil("the announcement", () => told.length > 0);
  send({ type: "extension_ui_response", id: dialog.id, confirmed: true });
  await waitUntil("the end to be told", () => told.includes("agent-completed"));
  pi.stdin.end();
  await once(pi, "exit");
  assert.deepEqual(told, ["input-required", "agent-completed"]);
});
