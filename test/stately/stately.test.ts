import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AnyStateMachine, type AnyStateNode, createActor, StateMachine, setup } from "xstate";
import { BIN_FOLDER } from "../../rig/clean-environment.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { machineSource } from "../../scripts/stately/machine-source.ts";
import { PRODUCTION_MACHINES } from "../../src/machines/production-machines.ts";
import { machineGraph } from "./machine-graph.ts";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const NAMES = readdirSync(join(REPOSITORY, "src", "machines"))
  .filter((file) => file.endsWith(".machine.ts"))
  .map((file) => file.replace(/\.machine\.ts$/, ""));

const scratch = makeScratchFolder();
afterAll(() => scratch[Symbol.asyncDispose]());

let machines: ReadonlyMap<string, AnyStateMachine>;
beforeAll(async () => {
  machines = new Map(PRODUCTION_MACHINES.map(({ machine }) => [machine.id, machine]));
  // All that a written file needs beside itself.
  symlinkSync(join(REPOSITORY, "node_modules"), join(scratch.path, "node_modules"));
  writeFileSync(join(scratch.path, "package.json"), '{ "type": "module" }');
  const written = spawnSync("npm", ["run", "--silent", "stately", "--", join(scratch.path, "written")], {
    cwd: REPOSITORY,
    env: { ...process.env, PATH: `${BIN_FOLDER}:${process.env.PATH}` },
    encoding: "utf8",
  });
  expect(written).toMatchObject({ status: 0, stderr: "" });
});

function production(name: string): AnyStateMachine {
  const machine = machines.get(name);
  if (machine === undefined) throw new Error(`no machine ${name}`);
  return machine;
}

async function importMachine(file: string): Promise<AnyStateMachine> {
  const exported: object = await import(pathToFileURL(file).href);
  const [machine] = Object.values(exported);
  if (!(machine instanceof StateMachine)) throw new Error(`${file} exports no machine`);
  return machine;
}

const written = (name: string) => join(scratch.path, "written", `${name}.machine.js`);

describe.each(NAMES)("npm run stately: %s", (name) => {
  it("is imported as a module, and its graph is the production machine's", async () => {
    const machine = await importMachine(written(name));
    expect(machineGraph(machine)).toEqual(machineGraph(production(name)));
  });

  it("needs nothing but xstate, and is one machine, which starts", async () => {
    const source = readFileSync(written(name), "utf8");
    expect([...source.matchAll(/from "([^"]*)"|import\("([^"]*)"\)/g)].map(([, from]) => from)).toEqual(["xstate"]);
    expect(source.match(/createMachine\(/g)).toHaveLength(1);
    const actor = createActor(await importMachine(written(name)), { input: {} }).start();
    expect(actor.getSnapshot().status).toBe("active");
    actor.stop();
  });
});

describe.each(PRODUCTION_MACHINES.map(({ machine, parts }) => [machine.id, machine, parts] as const))(
  "the written file of %s",
  (name, machine, parts) => {
    const source = () => readFileSync(written(name), "utf8");

    it("has a description of every state", () => {
      const nodes = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodes)];
      for (const { id, description } of nodes(machine.root)) {
        expect(description, id).toMatch(/\w/);
        expect(source(), id).toContain(`description: ${JSON.stringify(description)}`);
      }
    });

    it("has a comment above every guard, action and delay", () => {
      const described = Object.values(parts).flatMap((one) => Object.entries(one));
      const lines = source()
        .split("\n")
        .map((line) => line.trim());
      for (const [part, description] of described) {
        const place = lines.findIndex(
          (line, index) => line.startsWith(`${part}:`) && lines[index - 1]?.startsWith("//"),
        );
        expect(lines[place - 1], part).toBe(`// ${description}`);
      }
      expect(described.length).toBeGreaterThan(0);
    });
  },
);

it("writes every machine there is, and none besides", () => {
  expect(readdirSync(join(scratch.path, "written")).sort()).toEqual(NAMES.map((name) => `${name}.machine.js`).sort());
  expect(NAMES).toContain("delivery");
});

describe("the graph tells apart", () => {
  let count = 0;
  it.each<[string, string, string, string]>([
    ["another target", "delivery", '"delivery.held": "held"', '"delivery.held": "waiting"'],
    ["a guard less", "delivery", 'guard: "startsHeld",', ""],
    ["another guard", "delivery", 'guard: "startsHeld"', 'guard: "hasLeader"'],
    ["a guard turned round", "delivery", 'guard: not("hasLeader")', 'guard: "hasLeader"'],
    ["a named guard's parts", "session", "not(stateIn({", "(stateIn({"],
    ["a limit", "delivery", "prepareLimit: 1000", "prepareLimit: 1001"],
    ["another delay", "delivery", 'leaderLimit: "#delivery', 'closeLimit: "#delivery'],
    ["an invoked actor", "delivery", 'src: "attemptDelivery"', 'src: "prepareDelivery"'],
    ["an actor's failure", "delivery", 'onError: "failed"', 'onError: "accepted"'],
    ["a reason", "delivery", 'reason: "no-answer"', 'reason: "answered"'],
    ["an action less", "delivery", 'actions: "beginNextRound"', ""],
    ["an entry action", "session", 'entry: "beginWaiting",', ""],
    ["an exit action", "session", 'exit: "endWaiting"', 'exit: "beginWaiting"'],
    ["an initial state", "delivery", 'initial: "running"', 'initial: "over"'],
    ["no regions any more", "delivery", 'type: "parallel"', 'initial: "delay"'],
    ["an end that is none", "delivery", 'type: "final"', ""],
    ["a state more", "delivery", "over: {", "under: {}, over: {"],
    ["a transition more", "delivery", "over: {", 'over: { on: { x: "running" },'],
    ["one that needs no event", "delivery", "over: {", 'over: { always: { guard: "hasLeader", target: "running" },'],
    ["reentering", "session", "reenter: true", "reenter: false"],
    ["an order of candidates", "session", 'guard: "isSettledNoticeOwed",', ""],
    ["a history", "delivery", "over: {", 'past: { type: "history" }, over: {'],
    ["another description", "delivery", "The delay has passed.", "The delay is over."],
    ["a name in setup", "run", "recordLoop:", "recordLoops:"],
  ])("%s", async (_what, name, from, to) => {
    const source = readFileSync(written(name), "utf8");
    expect(source).toContain(from);
    count += 1;
    const file = join(scratch.path, `changed-${count}.js`);
    writeFileSync(file, source.replace(from, to));
    expect(machineGraph(await importMachine(file))).not.toEqual(machineGraph(production(name)));
  });
});

it.each([
  ["an action", { entry: () => {} }, "x.entry"],
  ["a guard", { on: { e: { guard: () => true } } }, "x.on.e.guard"],
])("does not lose %s without a name: it says where it is", (_what, config, place) => {
  expect(() => machineSource(setup({}).createMachine({ id: "x", ...config }))).toThrow(
    `${place} is a function: give it a name in setup()`,
  );
});
