import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { runPiPrint } from "../../rig/pi-on-pipes.ts";
import { startPiOnTerminal } from "../../rig/plain-terminal.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { makeBuiltCheckout } from "./checkout-copy.ts";
import { makePiHome, type PiHome } from "./pi-home.ts";

const scratch = makeScratchFolder();
const checkout = join(scratch.path, "pi-notify");
const broken = join(scratch.path, "broken");

beforeAll(() => {
  makeBuiltCheckout(checkout);
  for (const file of globSync("dist/*.js", { cwd: checkout })) tellWhenLoaded(join(checkout, file));
  makeBuiltCheckout(broken);
  for (const file of globSync("dist/{lazy,chunk}-*.js", { cwd: broken })) {
    writeFileSync(join(broken, file), "throw new Error('broken installation');");
  }
  return () => scratch[Symbol.asyncDispose]();
});

describe("the bundled files that Pi loads", () => {
  it("in print mode without a config file: the entry alone", async () => {
    await using pi = await makePiHome({ config: "none" });
    const run = await runPiPrint("hi", { ...optionsFor(pi), extensions: [checkout] });
    expect(run).toMatchObject({ exit: { code: 0 }, stdout: "hello\n", stderr: "" });
    expect(loaded(pi)).toEqual(["extension.js"]);
  });

  it("in the terminal: the entry, from the first run on the machines too, and never the HTTP client", async () => {
    await using pi = await makePiHome({ config: "none" });
    await using shown = await startPiOnTerminal({ ...optionsFor(pi), extensions: [checkout] });
    shown.prompt("/rig-name idle");
    await shown.waitForEvent("session_info_changed");
    expect(loaded(pi)).toEqual(["extension.js"]);
    shown.prompt("hi");
    await shown.terminal.waitForBytes(/\x1b\]9;Pi finished the task[^\x1b]*\x1b\\/);
    shown.keys("C-d");
    await shown.exit();
    expect(loaded(pi).filter((name) => !name.startsWith("chunk-"))).toEqual([
      "extension.js",
      expect.stringMatching(/^lazy-/),
    ]);
    expect(loaded(pi).filter((name) => holds(name, "undici"))).toEqual([]);
  });

  it("in the terminal with a config file: what reads it, and the machines only from the first run on", async () => {
    await using pi = await makePiHome();
    await using shown = await startPiOnTerminal({ ...optionsFor(pi), extensions: [checkout] });
    shown.prompt("/rig-name idle");
    await shown.waitForEvent("session_info_changed");
    await waitUntil("the configuration's code", () => loaded(pi).some((name) => name.startsWith("lazy-")));
    expect(loaded(pi).filter((name) => holds(name, "xstate") || holds(name, "undici"))).toEqual([]);
    shown.prompt("hi");
    await pi.receiver.waitForRequests(1);
    expect(loaded(pi).filter((name) => holds(name, "xstate"))).not.toEqual([]);
  });

  it("with a webhook: everything, when it is told", async () => {
    await using pi = await makePiHome();
    const run = await runPiPrint("hi", { ...optionsFor(pi), extensions: [checkout] });
    expect(run).toMatchObject({ exit: { code: 0 }, stdout: "hello\n", stderr: "" });
    expect(pi.receiver.requests.length).toBe(1);
    expect(loaded(pi).filter((name) => holds(name, "undici"))).not.toEqual([]);
  });
});

it("leaves no file behind that Pi alone would not leave", async () => {
  await using pi = await makePiHome({ config: "none" });
  const hello = (...args: string[]) =>
    pi.run("pi", ["-p", "--no-session", ...args, "hi"], { env: { PI_OFFLINE: "1", RIG_LOADED: "/dev/null" } });
  expect(await hello()).toBe("hello\n");
  const before = filesOf(pi);
  expect(await hello("-e", checkout)).toBe("hello\n");
  expect(filesOf(pi)).toEqual(before);
});

describe("an installation whose late files are broken", () => {
  it("in print mode: Pi answers as ever and says nothing", async () => {
    await using pi = await makePiHome();
    const run = await runPiPrint("hi", { ...optionsFor(pi), extensions: [broken] });
    expect(run).toMatchObject({ exit: { code: 0 }, stdout: "hello\n", stderr: "" });
    expect(pi.receiver.requests).toEqual([]);
  });

  it("in the terminal: one line says so, and Pi goes on", async () => {
    await using pi = await makePiHome();
    await using shown = await startPiOnTerminal({ ...optionsFor(pi), extensions: [broken] });
    await shown.terminal.waitForBytes("pi-notify: could not be loaded");
    shown.prompt("hi");
    await shown.waitForEvent("agent_settled");
    shown.keys("C-d");
    expect(await shown.exit()).toEqual({ code: 0, signal: undefined });
  });
});

/** Makes a bundled file write its name when it is evaluated. */
function tellWhenLoaded(file: string): void {
  const tell = 'import{appendFileSync as __tell}from"node:fs";__tell(process.env.RIG_LOADED,';
  writeFileSync(file, `${tell}${JSON.stringify(`${basename(file)}\n`)});${readFileSync(file, "utf8")}`);
}

function optionsFor({ agentDir, model, scratch: folder }: PiHome) {
  return { agentDir, model, env: { RIG_LOADED: join(folder, "loaded") } };
}

/** The bundled files that were evaluated, in that order. */
function loaded({ scratch: folder }: PiHome): string[] {
  return readFileSync(join(folder, "loaded"), "utf8").split("\n").filter(Boolean);
}

function holds(name: string, library: "undici" | "xstate"): boolean {
  return readFileSync(join(checkout, "dist", name), "utf8").includes(library);
}

function filesOf({ scratch: folder }: PiHome): string[] {
  return globSync("**", { cwd: folder }).sort();
}
