import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import {
  type HttpAnswer,
  type HttpReceiver,
  type ReceivedRequest,
  startHttpReceiver,
} from "../../rig/http-receiver.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { SELF_SIGNED } from "../../rig/self-signed.ts";
import { CHANNELS } from "../../src/channels/registry.ts";
import { at, channelPlaces, documentPlaces, type Keys, together } from "../config/hostile-values.ts";
import { Markers } from "./markers.ts";
import { OUTPUTS, type Scene } from "./outputs.ts";
import { runScene, type ScenePlace } from "./run-scene.ts";
import {
  atServer,
  fromEnvironment,
  secretPlaces,
  type TaintedChannel,
  taintedChannels,
  taintedDocument,
} from "./tainted-channels.ts";

/** Dialogs are told at once, whoever opened them. */
const DOCUMENT = { language: "en", prompts: { notify: "always", graceMs: 0 } };
/** Goes to the proxy with every request, whichever channel's. */
const PROXY_PASSWORD = "the proxy's password";
/** Of a server that never answers. */
const SHORT = 1000;

let stack = new AsyncDisposableStack();
afterEach(async () => {
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

interface Tainted {
  readonly markers: Markers;
  readonly channels: readonly TaintedChannel[];
  /** Complete once the file has been made. */
  readonly env: Record<string, string>;
  /** The global file, with the channels at this server. */
  readonly fileFor: (url: string, timeoutMs?: number) => object;
}

/** Each kind of channel twice: with its secrets in the file, and with its secrets in the environment. */
function tainted(): Tainted {
  const markers = new Markers();
  const env: Record<string, string> = { NEVER_NAMED: markers.at("a variable that nothing names") };
  const inFile = taintedChannels(markers, "file");
  const inEnvironment = taintedChannels(markers, "env");
  const channels = [...inFile, ...inEnvironment];
  const fileFor: Tainted["fileFor"] = (url, timeoutMs = 30_000) => ({
    ...together(taintedDocument(markers), DOCUMENT),
    channels: channels.map((channel) => {
      const { type, entry } = channel;
      const timed = type === "webhook" || type === "ntfy" ? at([type, "timeoutMs"], timeoutMs) : {};
      const whole = together(atServer(entry, url), timed);
      return inEnvironment.includes(channel) ? fromEnvironment(whole, markers, env) : whole;
    }),
  });
  return { markers, channels, env, fileFor };
}

function expectNothingTold(scene: Scene, markers: Markers): void {
  const told = Object.entries(OUTPUTS).map(([output, read]) => [output, markers.placesIn(read(scene))]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(Object.keys(OUTPUTS).map((output) => [output, []])));
}

/** A channel's request holds what that channel needs, and nothing of another or of the conversation. */
function expectOwnSecretsOnly(requests: readonly ReceivedRequest[], markers: Markers): void {
  for (const request of requests) {
    const places = markers.placesIn(JSON.stringify(request)).filter((place) => place !== PROXY_PASSWORD);
    const owners = new Set(places.map((place) => place.replace(/: .*/, "")));
    expect([...owners], places.join(", ")).toHaveLength(1);
  }
}

/** The request in the words of a server that refuses it, wherever a service might say something. */
function echo(
  request: ReceivedRequest,
  kind: "codes" | "words" | "text",
): { body: string; headers: Record<string, string> } {
  const words = `${request.method} ${request.path} ${JSON.stringify(request.headers)} ${request.body}`;
  const said = [
    "description",
    "errmsg",
    "msg",
    "message",
    "error",
    "errorDescription",
    "link",
    "topic",
    "id",
    "reason",
  ];
  const codes = {
    ok: false,
    error_code: 400,
    errcode: 93000,
    code: 19021,
    StatusCode: 19021,
    errorCode: 400,
    status: 0,
  };
  const body = {
    ...Object.fromEntries(said.map((key) => [key, words])),
    ...Object.fromEntries(Object.entries(codes).map(([key, code]) => [key, kind === "codes" ? code : words])),
    ...{ errors: [words], token: "invalid", user: "invalid" },
  };
  const name = encodeURIComponent(request.path);
  return { body: kind === "text" ? words : JSON.stringify(body), headers: { "x-error": name, "retry-after": name } };
}

const echoing = (status: number, kind: "codes" | "words" | "text"): HttpAnswer => ({
  kind: "compute",
  reply: (request) => ({ status, ...echo(request, kind) }),
});

test("every key that could hold a secret holds one in some channel, right as it is", () => {
  const { channels } = tainted();
  for (const { type } of CHANNELS) {
    const covered = new Set(channels.filter((channel) => channel.type === type).flatMap(({ places }) => places));
    expect([...covered].sort(), type).toEqual([...secretPlaces(type)].sort());
  }
});

describe("the search finds", () => {
  const markers = new Markers();
  const marker = markers.at("here");
  test.each([
    ["in the clear", `a${marker}b`],
    ["in capitals", marker.toUpperCase()],
    ["cut", `a${marker.slice(0, 12)}…`],
    ["as Basic credentials", `Basic ${Buffer.from(`user:${marker}`).toString("base64")}`],
    ["in base64 at another offset", Buffer.from(`12${marker}`).toString("base64url")],
    ["in an address", encodeURIComponent(`https://a/${marker}`)],
  ])("a marker %s", (_how, text) => {
    expect(markers.placesIn(text)).not.toEqual([]);
  });

  test("and nothing in what has none", () => {
    expect(markers.placesIn("Pi finished the task, aGVsbG8gd29ybGQ=")).toEqual([]);
  });

  test("what is told once its options are on", async () => {
    const { markers, channels, fileFor, env } = tainted();
    const server = stack.use(await startHttpReceiver());
    const content = { promptTitle: true, fullPath: true, details: true };
    const scene = await runScene({ markers, env, configs: [together(fileFor(server.url), { content })] });
    const sent = new Set(server.requests.flatMap((request) => markers.placesIn(JSON.stringify(request))));
    for (const place of ["the dialog's title", "the full path", "the session's id"]) expect(sent).toContain(place);
    // What signs requests is in none of them, and the desktop makes none.
    const hidden = (place: string) => place === "webhook.secret" || place.startsWith("desktop.");
    const wanted = channels.flatMap(({ id, places }) =>
      places.filter((one) => !hidden(one)).map((one) => `${id}: ${one}`),
    );
    expect(wanted.filter((place) => !sent.has(place) && !place.includes("eventOptions")).filter(isSent)).toEqual([]);
    expect(scene.pi.errors).toEqual([]);
    expect(scene.traces).toMatch(/"run#1\/settled/);
    expect(scene.pages.join()).toMatch(/"run#1\/settled/);
    expect(scene.live).toMatch(/"event":"record","data":{[^}]*"run#1\/settled/);
    expect(
      scene.pi.said.filter(
        (line) => line.startsWith("warning: ") && line.includes("invalid payload on pi-notify:publish"),
      ),
    ).toHaveLength(1);
  });
});

/** An event's own icon stands in for the common one, and Gotify and Bark say no icon. */
function isSent(place: string): boolean {
  return !place.endsWith("ntfy.icon");
}

interface Failure {
  readonly answer?: HttpAnswer;
  /** Where the channels send to, if not to the server as it is. */
  readonly url?: (server: HttpReceiver) => string | Promise<string>;
  readonly tls?: boolean;
  readonly timeoutMs?: number;
  readonly env?: (server: HttpReceiver, markers: Markers) => Record<string, string>;
  /** Channels of which this is a failure; most, unless said otherwise. */
  readonly atLeast?: number;
  /** Whether requests arrive. */
  readonly arrives: boolean;
}

const STATUSES = [400, 401, 403, 404, 413, 422, 429, 500, 503];

const FAILURES: Readonly<Record<string, Failure>> = {
  ...Object.fromEntries(
    STATUSES.map((status, index) => {
      const kind = (["codes", "words", "text"] as const)[index % 3] ?? "codes";
      return [`HTTP ${status} with the request in its ${kind}`, { answer: echoing(status, kind), arrives: true }];
    }),
  ),
  "refused in a 200, by code": { answer: echoing(200, "codes"), arrives: true },
  "refused in a 200, with words for codes": { answer: echoing(200, "words"), atLeast: 8, arrives: true },
  "refused in a 200, in plain text": { answer: echoing(200, "text"), atLeast: 4, arrives: true },
  "redirected to the request's own words": {
    answer: { kind: "compute", reply: (request) => ({ status: 307, headers: { location: request.path } }) },
    arrives: true,
  },
  reset: { answer: { kind: "reset" }, arrives: true },
  "closed without a word": { answer: { kind: "close" }, arrives: true },
  "no HTTP": { answer: { kind: "garbage" }, arrives: true },
  "cut off": { answer: { kind: "broken-body" }, arrives: true },
  "too long": { answer: { kind: "huge", bytes: 1 << 20 }, atLeast: 4, arrives: true },
  "no answer": { answer: { kind: "hang" }, timeoutMs: SHORT, arrives: true },
  "an answer without an end": { answer: { kind: "trickle" }, timeoutMs: SHORT, arrives: true },
  "connection refused": { url: (server) => server.refuse().then(() => server.url), arrives: false },
  "a certificate that nobody trusts": { tls: true, arrives: false },
  "no TLS": { url: ({ url }) => url.replace("http:", "https:"), arrives: false },
  "no such host": { url: () => "http://no-such-host.invalid", timeoutMs: SHORT, arrives: false },
  "a proxy that refuses": {
    url: () => "http://a.invalid",
    answer: echoing(407, "words"),
    env: (server, markers) => ({ http_proxy: server.url.replace("//", `//u:${markers.at(PROXY_PASSWORD)}@`) }),
    arrives: true,
  },
  "a proxy that is none": {
    env: (_server, markers) => ({ http_proxy: `gopher://${markers.at(PROXY_PASSWORD)}` }),
    arrives: false,
  },
};

describe("a server that fails: nothing of any secret is told", () => {
  test.each(Object.entries(FAILURES))("%s", async (_name, failure) => {
    const { markers, channels, env, fileFor } = tainted();
    const server = stack.use(await startHttpReceiver(failure.tls ? { tls: SELF_SIGNED } : {}));
    if (failure.answer !== undefined) server.answerWith(failure.answer);
    const url = (await failure.url?.(server)) ?? server.url;
    const configs = [fileFor(url, failure.timeoutMs)];
    const notices = "run";
    const scene = await runScene({ markers, configs, notices, env: { ...env, ...failure.env?.(server, markers) } });
    const sending = channels.filter(({ type }) => type === "webhook" || type === "ntfy");
    const failed = new Set(
      scene.outcomes
        .filter(({ outcome }) => outcome.kind === "failed" || outcome.kind === "timed-out")
        .map((one) => one.channelId),
    );
    expect(failed.size, "so that there was something to tell").toBeGreaterThanOrEqual(
      failure.atLeast ?? sending.length / 2,
    );
    if (failure.arrives) expect(server.requests.length).toBeGreaterThan(0);
    expectNothingTold(scene, markers);
    expectOwnSecretsOnly(server.requests, markers);
  });
});

/** Each key of the file, of every channel, with a text that is wrong there or breaks off. */
function spoiltFiles(markers: Markers): readonly object[] {
  const m = markers.at("a wrong value");
  const wrong = [m, [m], { k: m }, `${m}\u0007`, `http://${m}@a.example/`, `http://a.example/#${m}`];
  const broken = [`${m}\${TAINT_UNSET}`, `${m}\${TAINT_UNSET:-${m}}`, `${m}\${`, `$(${m})`];
  const documents = [...wrong, ...broken].map((value) =>
    documentPlaces()
      .filter((place) => !mayBeShown(place, value))
      .reduce<object>((file, place) => together(file, at(place, value)), {}),
  );
  const channels = CHANNELS.flatMap(({ type }) =>
    channelPlaces(type).flatMap((place) =>
      [...wrong, ...broken]
        .filter((value) => !mayBeShown(place, value))
        .map((value, index) => {
          const right = { webhook: { url: "http://127.0.0.1:1" }, ntfy: { topic: "t" } };
          const part = Object.entries(right).filter(([key]) => key === type);
          return together({ id: `c${index}`, type, ...Object.fromEntries(part) }, at(place, value));
        }),
    ),
  );
  const pieces: object[] = [];
  for (let start = 0; start < channels.length; start += 40)
    pieces.push({ channels: channels.slice(start, start + 40) });
  return [...documents, ...pieces];
}

/** A title, or an id, which may be any text: notices and answers show it. */
function mayBeShown(place: Keys, value: unknown): boolean {
  if (typeof value !== "string") return false;
  return place[0] === "titles" || place.join(".") === "id";
}

const BROKEN_TEXTS = (m: string) => [
  `{"a": ${m}}`,
  `{"a": "${m}`,
  m,
  `{"a" "${m}"}`,
  `{} ${m}`,
  `["${m}"]`,
  `{"channels":[{"id":"a","type":"${m}"}`,
];

describe("a file that is wrong: the warnings hold no value of it", () => {
  test("in every key, in every way", async () => {
    const markers = new Markers();
    const configs = spoiltFiles(markers).map((file) => together(DOCUMENT, file));
    const scene = await runScene({ markers, configs, notices: "none", commands: ["status", "config", "doctor"] });
    expect(scene.pi.said.filter((line) => line.startsWith("warning: ")).length).toBeGreaterThan(300);
    expectNothingTold(scene, markers);
  });

  test("as no JSON", async () => {
    const markers = new Markers();
    const configs = BROKEN_TEXTS(markers.at("a broken text"));
    const scene = await runScene({ markers, configs, notices: "run" });
    const warnings = scene.pi.said.filter((line) => line.startsWith("warning: "));
    expect(warnings.filter((line) => line.includes("nothing in the file counts"))).toHaveLength(configs.length);
    expectNothingTold(scene, markers);
  });

  test("in a variable that is not set, beside secrets that are", async () => {
    const { markers, channels, fileFor } = tainted();
    const scene = await runScene({ markers, configs: [fileFor("http://127.0.0.1:1")] });
    const unset = scene.pi.said.filter((line) => line.includes("that is not set") || line.includes("that are not set"));
    expect(unset.length).toBeGreaterThan(channels.length / 3);
    expectNothingTold(scene, markers);
  });
});

/** As much of a file as a person can check. */
function briefly(file: object & { channels?: readonly object[] }): object {
  return { ...file, channels: file.channels?.slice(0, 8) };
}

describe("a project's file", () => {
  const noConfig = [DOCUMENT];

  test("that waits, is shown, approved, taken back: hosts and names of variables at most", async () => {
    const { markers, env, fileFor } = tainted();
    const server = stack.use(await startHttpReceiver());
    const project = briefly(fileFor(server.url));
    const scene = await runScene({ markers, env, configs: [DOCUMENT, DOCUMENT], project });
    const said = scene.pi.said.join("\n");
    expect(said).toContain("not approved yet");
    expect(said).toContain("Approved. /reload applies .pi/pi-notify.json.");
    expect(server.requests).toEqual([]);
    expectNothingTold(scene, markers);
  });

  test("that nothing can be made of", async () => {
    const markers = new Markers();
    const m = markers.at("a broken text");
    for (const project of [...BROKEN_TEXTS(m), ...spoiltFiles(markers).slice(0, 12)]) {
      expectNothingTold(await runScene({ markers, configs: noConfig, project, notices: "none" }), markers);
    }
  });

  test.each<[string, (place: ScenePlace, marker: string) => void]>([
    [
      "that is a link out of the project",
      ({ cwd, scratch }, marker) => {
        writeFileSync(join(scratch, marker), marker);
        mkdirSync(join(cwd, ".pi"), { recursive: true });
        symlinkSync(join(scratch, marker), join(cwd, ".pi", "pi-notify.json"));
      },
    ],
    [
      "that is a folder",
      ({ cwd }, marker) => mkdirSync(join(cwd, ".pi", "pi-notify.json", marker), { recursive: true }),
    ],
  ])("%s", async (_what, spoil) => {
    const markers = new Markers();
    const marker = markers.at("what the file leads to");
    const scene = await runScene({
      markers,
      configs: noConfig,
      notices: "run",
      spoil: (place) => spoil(place, marker),
    });
    expect(scene.pi.said.join("\n")).toContain("pi-notify.json: the file is a");
    expectNothingTold(scene, markers);
  });

  test("whose approval cannot be recorded", async () => {
    const { markers, env, fileFor } = tainted();
    const spoil = ({ agentDir }: ScenePlace) =>
      mkdirSync(join(agentDir, "extensions", "pi-notify", "approved-projects.json", "x"), { recursive: true });
    const scene = await runScene({
      markers,
      env,
      configs: noConfig,
      project: briefly(fileFor("http://a.example")),
      notices: "run",
      spoil,
    });
    expect(scene.pi.said.join("\n")).toContain("The approval could not be recorded");
    expectNothingTold(scene, markers);
  });
});

/** A program called `tmux`, before the real one. */
function fakeTmux({ scratch }: ScenePlace, script: string): void {
  writeFileSync(join(scratch, "tmux"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(scratch, "tmux"), 0o755);
}

interface Trouble {
  readonly spoil?: (place: ScenePlace, marker: string) => void;
  readonly env?: (marker: string, scratch: string) => Record<string, string>;
  readonly notifyThrows?: boolean;
  /** What shows that the trouble was there. */
  readonly outcome: RegExp;
}

const insideTmux = (marker: string, scratch: string) => ({
  TMUX: `/nowhere/${marker},1,0`,
  TMUX_PANE: "%0",
  PATH: `${scratch}:/usr/bin:/bin`,
});

const TROUBLES: Readonly<Record<string, Trouble>> = {
  "a screen that throws": {
    spoil: ({ terminal }, marker) => {
      terminal.write = () => {
        throw Object.assign(new Error(marker), { code: "EIO", path: marker });
      };
    },
    outcome: /^failed/,
  },
  "a screen that breaks while it is written to": {
    spoil: ({ terminal }, marker) => {
      terminal._write = (_chunk, _encoding, done) => done(Object.assign(new Error(marker), { code: marker }));
      terminal.on("error", () => {});
    },
    outcome: /^failed/,
  },
  "Pi's UI that throws": { notifyThrows: true, outcome: /^accepted/ },
  "tmux that fails with words": {
    env: insideTmux,
    spoil: (place, marker) => fakeTmux(place, `echo ${marker}; echo ${marker} >&2; exit 1`),
    outcome: /^skipped/,
  },
  "tmux that answers something else": {
    env: insideTmux,
    spoil: (place, marker) => fakeTmux(place, `echo ${marker}; echo ${marker} >&2`),
    outcome: /^skipped/,
  },
  "tmux that does not answer": {
    env: insideTmux,
    spoil: (place) => fakeTmux(place, "exec sleep 30"),
    outcome: /^skipped/,
  },
  "a tmux that is not there": {
    env: (marker) => ({ ...insideTmux(marker, "/nowhere"), PATH: "/nowhere" }),
    outcome: /^skipped/,
  },
};

describe("trouble around it", () => {
  test.each(Object.entries(TROUBLES))("%s", async (_name, { spoil, env: more, notifyThrows = false, outcome }) => {
    const { markers, env, fileFor } = tainted();
    const marker = markers.at("what the trouble says");
    const server = stack.use(await startHttpReceiver());
    const scratch = stack.use(makeScratchFolder());
    const scene = await runScene({
      ...{ markers, notifyThrows, configs: [fileFor(server.url)] },
      env: { ...env, ...more?.(marker, scratch.path) },
      spoil: (place) => spoil?.({ ...place, scratch: scratch.path }, marker),
    });
    expect(scene.outcomes.map((one) => one.outcome.kind).some((kind) => outcome.test(kind))).toBe(true);
    expectNothingTold(scene, markers);
    expectOwnSecretsOnly(server.requests, markers);
  });
});
