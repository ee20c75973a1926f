import { PassThrough } from "node:stream";
import { afterEach, expect, it } from "vitest";
import { LimitedPi } from "../../rig/limited-pi.ts";
import { CHANNELS } from "../../src/channels/registry.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { connect } from "../../src/extension.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const FINISHED = "agent-completed";
const DIALOG = "input-required";

/** The extension on a terminal that speaks OSC 99, which keeps its wordless log: what appears and what is closed. */
async function start({ osc = {}, channel = {} }: { osc?: object; channel?: object } = {}) {
  const text = JSON.stringify({
    prompts: { graceMs: 0 },
    channels: [{ id: "terminal", type: "osc", osc: { protocol: "osc99", ...osc }, ...channel }],
  });
  const { config, warnings } = parseConfig(text, { file: "config.json", env: {}, channels: CHANNELS });
  expect(warnings).toEqual([]);
  const terminal = new PassThrough();
  let bytes = "";
  terminal.on("data", (chunk) => {
    bytes += String(chunk);
  });
  const pi = new LimitedPi();
  let caughtUp = async () => {};
  await pi.load((api) => {
    ({ caughtUp } = connect(api, { env: {}, terminal, config }));
  });
  await pi.start();
  cleanups.push(() => pi.shutdown());
  /** `+EVENT N` and `-N`, ids by the order in which they first come. */
  const log = () => {
    const ids: string[] = [];
    return [...bytes.matchAll(/\x1b\]99;i=([^:]+):(?:d=.:e=1:a=.*?:t=(\w+=*)|p=(close));/g)].map(
      ([, id = "", type, close]) => {
        if (!ids.includes(id)) ids.push(id);
        const number = ids.indexOf(id) + 1;
        return close ? `-${number}` : `+${Buffer.from(type ?? "", "base64")} ${number}`;
      },
    );
  };
  const logged = (count: number) =>
    waitUntil(
      () => `${count} of ${JSON.stringify(log())}`,
      () => log().length >= count,
    );
  return {
    pi,
    log,
    logged,
    bytes: () => bytes,
    caughtUp: () => caughtUp(),
    async run() {
      await pi.emit("agent_start");
      await pi.agentEnd("stop");
      await pi.emit("agent_settled", { aborted: false });
    },
    openDialog: () => pi.emit("ui_prompt_start", { reason: "ui_prompt", kind: "confirm", title: "?" }),
    closeDialog: () => pi.emit("ui_prompt_end", { reason: "ui_prompt", kind: "confirm", title: "?" }),
  };
}

it("typing closes what said that Pi has settled, once", async () => {
  const { pi, run, log, logged, caughtUp } = await start();
  await run();
  await logged(1);
  for (const key of ["a", "b", "\r"]) pi.type(key);
  await logged(2);
  await caughtUp();
  expect(log()).toEqual([`+${FINISHED} 1`, "-1"]);
});

it("what only the terminal reports closes nothing", async () => {
  const { pi, run, log, logged, caughtUp } = await start();
  await run();
  await logged(1);
  pi.type("\x1b[I\x1b[O");
  await caughtUp();
  expect(log()).toEqual([`+${FINISHED} 1`]);
});

it("the answer closes its dialog and nothing else, and a new run what the last one said", async () => {
  const { pi, run, log, logged, openDialog, closeDialog } = await start();
  await pi.emit("agent_start");
  await openDialog();
  await logged(1);
  await closeDialog();
  await logged(2);
  await pi.agentEnd("stop");
  await pi.emit("agent_settled", { aborted: false });
  await logged(3);
  await pi.emit("agent_start");
  await logged(4);
  await openDialog();
  await logged(5);
  // The dialog is still open: that it waits is still true.
  pi.type("x");
  await closeDialog();
  await logged(6);
  expect(log()).toEqual([`+${DIALOG} 1`, "-1", `+${FINISHED} 2`, "-2", `+${DIALOG} 3`, "-3"]);
  await run();
});

it("what others publish stays", async () => {
  const { pi, log, logged, run, caughtUp } = await start();
  pi.bus.emit("pi-notify:publish", { eventId: "task-completed", source: "a test" });
  await logged(1);
  pi.type("x");
  await run();
  await caughtUp();
  await logged(2);
  pi.type("x");
  await logged(3);
  expect(log()).toEqual(["+task-completed 1", `+${FINISHED} 2`, "-2"]);
});

it("nothing is closed where it is switched off, nor at the end of a session", async () => {
  for (const channel of [{ withdraw: false }, {}]) {
    const { pi, run, log, logged, openDialog } = await start({ channel });
    await run();
    await logged(1);
    if ("withdraw" in channel) pi.type("x");
    else await pi.shutdown();
    await openDialog();
    expect(log()).toEqual([`+${FINISHED} 1`]);
  }
});

it.each([
  ["osc9", "\x1b]9;"],
  ["osc777", "\x1b]777;"],
])("%s names nothing, so nothing can be closed", async (protocol, introducer) => {
  const { pi, run, log, bytes, caughtUp } = await start({ osc: { protocol } });
  await run();
  await waitUntil("it to be written", () => bytes().includes(introducer));
  pi.type("x");
  await caughtUp();
  expect(log()).toEqual([]);
  expect(bytes().split("\x1b]")).toHaveLength(2);
});

it("no two sessions share an id, so that none replaces or closes what another one showed", async () => {
  const sessions = await Promise.all(Array.from({ length: 5 }, () => start()));
  for (const { run, logged } of sessions) {
    await run();
    await logged(1);
  }
  const ids = sessions.map(({ bytes }) => /\x1b\]99;i=([^:]*):/.exec(bytes())?.[1] ?? "");
  expect(new Set(ids).size).toBe(5);
  // All of chance but for the number of the run: other processes draw as well.
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}-run1$/);
});
