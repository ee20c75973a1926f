import { spawn } from "node:child_process";
import { type LookupAddress, type LookupOptions, lookup as lookupBySystem } from "node:dns";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { describeWithOwnNameServer } from "../../../rig/describe-with.ts";
import { type DnsAnswer, type DnsServer, startDnsServer } from "../../../rig/dns-server.ts";
import { openHandles, waitForHandles } from "../../../rig/open-handles.ts";
import { startOwnNameServer } from "../../../rig/own-name-server.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { createHostLookup, type HostLookup } from "../../../src/adapters/http/host-lookup.ts";
import { namesHost } from "../../../src/adapters/http/hosts-file.ts";
import { createSystemLookup, type SystemLookup } from "../../../src/adapters/http/system-lookup.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";

const SYSTEM: LookupAddress[] = [{ address: "192.0.2.99", family: 4 }];
const ENV = { PATH: process.env.PATH };
const V4 = { address: "192.0.2.1", family: 4 };
const V6 = { address: "2001:db8::1", family: 6 };
const BOTH = { A: [V4.address], AAAA: [V6.address] };

/** Stands for the system's look-up, and notes for which names it was asked. */
function system(): SystemLookup & { readonly asked: string[] } {
  const asked: string[] = [];
  const look: SystemLookup = async (hostname) => {
    asked.push(hostname);
    return SYSTEM.map(({ address }) => address);
  };
  return Object.assign(look, { asked });
}

function lookUp(names: HostLookup, hostname: string, options: LookupOptions = { all: true }): Promise<unknown> {
  return new Promise((resolve, reject) => {
    names.lookup(hostname, options, (error, address, family) => {
      if (error) reject(error);
      else resolve(typeof address === "string" ? { address, family } : address);
    });
  });
}

describe("a name that its name server knows", () => {
  it.each<[string, Parameters<typeof startDnsServer>[0]]>([
    ["with addresses of both families", BOTH],
    ["with an IPv4 address only", { A: [V4.address] }],
    ["with an IPv6 address only", { AAAA: [V6.address] }],
    ["or says that it does not exist", "nxdomain"],
    ["or refuses to say", "servfail"],
  ])("%s: the system has the last word", async (_name, answer) => {
    await using server = await startDnsServer(answer);
    const bySystem = system();
    const names = createHostLookup(ENV, { servers: [server.address], system: bySystem });
    expect(await lookUp(names, "hook.example")).toEqual(SYSTEM);
    expect(bySystem.asked).toEqual(["hook.example"]);
    expect(server.questions).toEqual(expect.arrayContaining(["A hook.example", "AAAA hook.example"]));
  });

  it("is asked for one family where only one is wanted", async () => {
    await using server = await startDnsServer(BOTH);
    const names = createHostLookup(ENV, { servers: [server.address], system: system() });
    await lookUp(names, "hook.example", { all: true, family: 6 });
    await lookUp(names, "hook.example", { all: true, family: "IPv4" });
    expect(server.questions).toEqual(["AAAA hook.example", "A hook.example"]);
  });

  it("nobody listens where the name server should be: the system is asked", async () => {
    const bySystem = system();
    const names = createHostLookup(ENV, { servers: ["127.0.0.1:1"], system: bySystem });
    expect(await lookUp(names, "hook.example")).toEqual(SYSTEM);
  });
});

describe("a name server that does not answer", () => {
  const soon = { headStartMs: 20 };

  it("is left for the next one, and the system, which would wait for it, is not asked", async () => {
    await using silent = await startDnsServer("silent");
    await using awake = await startDnsServer(BOTH);
    const bySystem = system();
    const names = createHostLookup(ENV, { ...soon, servers: [silent.address, awake.address], system: bySystem });
    expect(await lookUp(names, "hook.example")).toContainEqual(V4);
    expect(bySystem.asked).toEqual([]);
    expect(silent.questions.length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ["AAAA", V4],
    ["A", V6],
  ])("to %s questions: what it says to the others counts", async (type, address) => {
    await using server = await startDnsServer({ ...BOTH, silentFor: [type] });
    const bySystem = system();
    const names = createHostLookup(ENV, { ...soon, servers: [server.address], system: bySystem });
    expect(await lookUp(names, "hook.example")).toEqual([address]);
    expect(await lookUp(names, "hook.example", {})).toEqual(address);
    expect(bySystem.asked).toEqual([]);
  });

  it("may still answer late, that there is no such name: then the system is asked", async () => {
    await using silent = await startDnsServer("silent");
    await using other = await startDnsServer("nxdomain");
    const bySystem = system();
    const names = createHostLookup(ENV, { ...soon, servers: [silent.address, other.address], system: bySystem });
    const answer = lookUp(names, "hook.example");
    await silent.waitForQuestions(2);
    await other.waitForQuestions(2);
    silent.answerWith("nxdomain");
    expect(await answer).toEqual(SYSTEM);
  });

  it("may still answer late, that it cannot say: then the look-up fails, since the system would wait as long again", async () => {
    await using silent = await startDnsServer("silent");
    await using other = await startDnsServer("servfail");
    const bySystem = system();
    const names = createHostLookup(ENV, { ...soon, servers: [silent.address, other.address], system: bySystem });
    const answer = lookUp(names, "hook.example");
    await silent.waitForQuestions(2);
    await other.waitForQuestions(2);
    silent.answerWith("servfail");
    await expect(answer).rejects.toMatchObject({ code: "EAI_AGAIN" });
    expect(bySystem.asked).toEqual([]);
  });

  it("may fall silent when it has answered: what it said counts, and the system is stopped", async () => {
    await using server = await startDnsServer(BOTH);
    let isStopped = false;
    const silent: SystemLookup = (_hostname, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          isStopped = true;
          resolve([]);
        });
      });
    const names = createHostLookup(ENV, { ...soon, servers: [server.address], system: silent });
    expect(await lookUp(names, "hook.example")).toEqual(expect.arrayContaining([V4, V6]));
    expect(isStopped).toBe(true);
  });

  it.each<[string, DnsAnswer, string]>([
    ["that there is no such name", "nxdomain", "ENOTFOUND"],
    ["that it cannot say", "servfail", "EAI_AGAIN"],
  ])("said %s, and the system knows no more", async (_name, answer, code) => {
    await using server = await startDnsServer(answer);
    const names = createHostLookup(ENV, { servers: [server.address], system: async () => [] });
    await expect(lookUp(names, "hook.example")).rejects.toMatchObject({ code });
  });

  it("leaves nothing behind when the look-up is cancelled", async () => {
    const baseline = openHandles();
    await using silent = await startDnsServer("silent");
    const bySystem = system();
    const names = createHostLookup(ENV, { servers: [silent.address], system: bySystem });
    const answer = lookUp(names, "hook.example");
    await silent.waitForQuestions(2);
    names.cancel();
    await expect(answer).rejects.toMatchObject({ code: "ECANCELLED" });
    await waitForHandles(baseline);
    await expect(lookUp(names, "hook.example")).rejects.toMatchObject({ code: "ECANCELLED" });
    expect({ asked: bySystem.asked, answered: silent.answered }).toEqual({ asked: [], answered: 0 });
  });

  it("does not keep a process from its end once the look-up is cancelled", async () => {
    await using silent = await startDnsServer("silent");
    const script = `
      import { pathToFileURL } from "node:url";
      const { createHostLookup } = await import(pathToFileURL(process.argv[1]));
      const names = createHostLookup(process.env, { servers: [process.argv[2]] });
      names.lookup("hook.example", { all: true }, (error) => console.log(error.code));
      process.stdin.once("data", () => { process.stdin.destroy(); names.cancel(); });`;
    const module = fileURLToPath(new URL("../../../src/adapters/http/host-lookup.ts", import.meta.url));
    const child = spawn(process.execPath, ["--input-type=module", "-e", script, module, silent.address]);
    try {
      let said = "";
      child.stdout.on("data", (bytes) => {
        said += bytes;
      });
      await silent.waitForQuestions(2);
      child.stdin.write("end\n");
      // A question that is not cancelled is asked again and again for half a minute, longer than this waits.
      await waitUntil("the process to end", () => child.exitCode !== null);
      expect({ said, answered: silent.answered }).toEqual({ said: "ECANCELLED\n", answered: 0 });
    } finally {
      child.kill("SIGKILL");
    }
  });
});

describe("a name that needs no name server", () => {
  async function withoutServer(hostname: string, hosts: string): Promise<{ asked: string[]; server: DnsServer }> {
    await using folder = makeScratchFolder();
    await using server = await startDnsServer("silent");
    const hostsFile = join(folder.path, "hosts");
    writeFileSync(hostsFile, hosts);
    const bySystem = system();
    const names = createHostLookup(ENV, { servers: [server.address], hostsFile, system: bySystem });
    expect(await lookUp(names, hostname)).toEqual(SYSTEM);
    return { asked: bySystem.asked, server };
  }

  it.each([
    ["localhost", ""],
    ["app.localhost", ""],
    ["nas.local", ""],
    ["NAS.Local.", ""],
    ["gotify", "10.0.0.7 gotify"],
    ["hook.example", "# ours\n10.0.0.7\tfirst Hook.Example # comment\n"],
  ])("%s goes to the system at once", async (hostname, hosts) => {
    const { asked, server } = await withoutServer(hostname, hosts);
    expect(asked).toEqual([hostname]);
    expect(server.questions).toEqual([]);
  });

  it("a name server is asked for a name that only ends alike, or stands in a comment", async () => {
    await using folder = makeScratchFolder();
    await using server = await startDnsServer(BOTH);
    const hostsFile = join(folder.path, "hosts");
    writeFileSync(hostsFile, "#10.0.0.7 hook.example\n10.0.0.8 a.hook.example b # hook.example\n");
    const names = createHostLookup(ENV, { servers: [server.address], hostsFile, system: system() });
    for (const hostname of ["hook.example", "notlocal", "local.example"]) await lookUp(names, hostname);
    expect(new Set(server.questions.map((question) => question.split(" ")[1]))).toEqual(
      new Set(["hook.example", "notlocal", "local.example"]),
    );
  });

  it.each([
    ["127.0.0.1 localhost\r\n10.0.0.7 hook\r\n", "hook", true],
    ["10.0.0.7 hook.", "hook", true],
    ["10.0.0.7 hook", "HOOK.", true],
    ["hook", "hook", false],
    ["10.0.0.7 hook-two", "hook", false],
    ["", "hook", false],
  ])("hosts file %j names %s: %s", (text, hostname, expected) => {
    expect(namesHost(text, hostname)).toBe(expected);
  });

  it("this system's own name servers and hosts file serve when nothing is given", async () => {
    expect(await lookUp(createHostLookup(ENV), "localhost")).toEqual(
      await new Promise((resolve) => lookupBySystem("localhost", { all: true }, (_error, found) => resolve(found))),
    );
  });
});

/** The ways in which the system is asked, as options of `createSystemLookup`. */
const WAYS = {
  getent: {},
  "Node, where there is no getent": { getent: "/nowhere/getent" },
};

describe("the system's own look-up", () => {
  const NO_PROGRAM = { env: ENV, getent: "/nowhere/getent", isNode: false };
  const signal = new AbortController().signal;

  it.each([...Object.entries(WAYS), ["this process, where no program can ask", NO_PROGRAM] as const])(
    "by %s finds this machine, and nothing for a name that does not exist",
    async (_name, options) => {
      const look = createSystemLookup({ env: ENV, ...options });
      const found = await look("localhost", signal);
      expect(["127.0.0.1", "::1"]).toEqual(expect.arrayContaining([...found]));
      expect(found).not.toEqual([]);
      expect(await look("no such host", signal)).toEqual([]);
      expect(await look("--help", signal)).toEqual([]);
    },
  );

  it("in this process gives one look-up a turn at a time, and a cancelled one none", async () => {
    const look = createSystemLookup(NO_PROGRAM);
    const ending = new AbortController();
    const [first, second] = [look("localhost", signal), look("localhost", ending.signal)];
    ending.abort();
    expect(await second).toEqual([]);
    expect(await first).not.toEqual([]);
    expect(await look("localhost", signal)).not.toEqual([]);
  });

  describeWithOwnNameServer("behind a name server of its own", () => {
    it.each(Object.entries(WAYS))(
      "by %s hangs on a silent name server, keeps nobody's look-up waiting, and ends with its process",
      async (_name, options) => {
        await using server = await startOwnNameServer("silent");
        const module = fileURLToPath(new URL("../../../src/adapters/http/system-lookup.ts", import.meta.url));
        const script = `
          import { lookup } from "node:dns";
          import { pathToFileURL } from "node:url";
          const { createSystemLookup } = await import(pathToFileURL(process.argv[1]));
          const look = createSystemLookup({ env: process.env, ...JSON.parse(process.argv[2]) });
          const ending = new AbortController();
          const six = [1, 2, 3, 4, 5, 6].map((number) => look("nas" + number + ".local", ending.signal));
          process.stdin.once("data", () => {
            lookup("localhost", async (error) => {
              console.log(error ?? "another look-up is answered");
              process.stdin.destroy();
              ending.abort();
              console.log(JSON.stringify(await Promise.all(six)));
            });
          });`;
        const node = [process.execPath, "--input-type=module", "-e", script, module, JSON.stringify(options)];
        const [file = "", ...args] = [...server.commandPrefix, ...node];
        const child = spawn(file, args);
        try {
          let said = "";
          for (const stream of [child.stdout, child.stderr]) {
            stream.on("data", (bytes) => {
              said += bytes;
            });
          }
          const hosts = () => new Set(server.questions.map((question) => question.split(" ")[1]));
          await waitUntil(
            () => `six look-ups; came: ${[...hosts()]} ${said}`,
            () => hosts().size === 6,
          );
          child.stdin.write("end\n");
          await waitUntil(
            () => `the process to end; it said: ${said}`,
            () => child.exitCode !== null,
          );
          expect(said).toBe("another look-up is answered\n[[],[],[],[],[],[]]\n");
          expect(server.answered).toBe(0);
        } finally {
          child.kill("SIGKILL");
        }
      },
    );
  });
});
