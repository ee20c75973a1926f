import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { findProgram } from "../../../rig/system-parts.ts";
import { type TerminalSignal, waitForSignals } from "../../../rig/terminal-signals.ts";
import {
  BELL,
  EXTENSION,
  hookChannel,
  hookNotice,
  startToldPi,
  type ToldPi,
  type ToldPiOptions,
} from "../../../rig/told-pi.ts";
import { HOSTILE_TEXTS } from "./hostile-texts.ts";

const TITLE = "Pi finished the task";
const NAMES_EXTENSION = fileURLToPath(new URL("./hostile-names.ts", import.meta.url));
const HOST_PRELOAD = new URL("./hostile-host.ts", import.meta.url).href;

/** One Pi that tells each notice in all three protocols, rings and calls the webhook. */
function startPi(options: ToldPiOptions): Promise<ToldPi> {
  const protocols = ["osc9", "osc99", "osc777"].map((id) => ({ id, type: "osc", osc: { protocol: id } }));
  return startToldPi({ channels: (url) => [...protocols, BELL, hookChannel("hook", url)], ...options });
}

/** What arrived for one run, everywhere; Pi must be idle. */
async function tell({ pi, hook }: ToldPi): Promise<Arrival> {
  const before = hook.requests.length;
  const from = pi.outer.mark();
  await pi.prompt("hi");
  const requests = await hook.waitForRequests(before + 1);
  // Pi writes names into its window's title as they are: a BEL in one rings, long before anything of ours does.
  const ours = (seen: readonly TerminalSignal[]) => seen.slice(seen.findIndex(({ kind }) => kind === "notification"));
  const isWhole = (seen: readonly TerminalSignal[]) => ours(seen).length >= 4 && seen.at(-1)?.kind === "bell";
  const signals = ours(await waitForSignals(pi.outer, isWhole, { from }));
  return { signals, requests: requests.slice(before).map(hookNotice) };
}

interface Arrival {
  readonly signals: readonly TerminalSignal[];
  readonly requests: readonly { readonly title: string; readonly body: string }[];
}

/** One sequence a protocol, unwrapped and nothing left over, then the bell; one request; everywhere the same text. */
function expectLines({ signals, requests }: Arrival, lines: readonly string[]): void {
  const shown = signals.map((signal) => {
    if (signal.kind === "bell") return "BEL";
    const { protocol, title, body, depth } = signal.notification;
    return { protocol, title, body, depth };
  });
  const line = lines.join(" · ");
  expect(shown.at(-1)).toBe("BEL");
  expect(shown.slice(0, -1).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual([
    { protocol: "osc777", title: TITLE, body: line.replaceAll(";", ","), depth: 0 },
    { protocol: "osc9", title: `${TITLE} · ${line.replaceAll(";", ":")}`, body: "", depth: 0 },
    { protocol: "osc99", title: TITLE, body: lines.join("\n"), depth: 0 },
  ]);
  expect(requests).toMatchObject([{ title: TITLE, body: lines.join("\n") }]);
}

/** That what was told so far is all: complete recordings, `count` notices. */
async function expectNothingMore(told: ToldPi, count: number): Promise<void> {
  const { terminal, hook } = await told.finish();
  expect(terminal.filter((one) => one !== "BEL")).toHaveLength(3 * count);
  expect(hook).toHaveLength(count);
}

describeWith("tmux", "hostile names of session and host", () => {
  const scratch = makeScratchFolder();
  const hostFile = join(scratch.path, "host");
  let told: ToldPi;
  let notices = 0;

  beforeAll(async () => {
    writeFileSync(hostFile, '"host"');
    told = await startPi({
      extensions: [EXTENSION, NAMES_EXTENSION],
      env: { NODE_OPTIONS: `--import=${HOST_PRELOAD}`, RIG_HOST: hostFile },
    });
  });
  afterAll(async () => {
    await told?.[Symbol.asyncDispose]();
    await scratch[Symbol.asyncDispose]();
  });

  it.each(HOSTILE_TEXTS.map((hostile, index) => ({ ...hostile, index })))("$kind", async ({ text, shown, index }) => {
    const namings = told.pi.eventNames("session_info_changed").length;
    await told.pi.prompt(`/hostile-name ${index}`);
    await told.pi.waitForEvent("session_info_changed", namings + 1);
    writeFileSync(hostFile, JSON.stringify(text));
    const arrival = await tell(told);
    notices += 1;
    const named = shown === "" ? [] : [`Session: ${shown}`, `Host: ${shown}`];
    expectLines(arrival, ["Project: project", ...named, "Location: work / window 0 / pane 0"]);
  });

  it("and nothing more came", () => expectNothingMore(told, notices));
});

describeWith("tmux", "hostile names of folder, kernel and tmux session", () => {
  /** BEL, title, colour, C1, link, bidi, half a surrogate pair in UTF-8, a family, `;`: as printf of a shell has it. */
  const FOLDER =
    "a\\007b\\033]0;X\\007c \\033[31md\\302\\2350;evil\\302\\234e \\033]8;;x:y\\033\\\\label\\033]8;;\\033\\\\ " +
    "\\342\\200\\256bidi \\355\\240\\200 \\360\\237\\221\\250\\342\\200\\215\\360\\237\\221\\251 1;2";
  const PROJECT = "Project: a bc de label bidi \ufffd\ufffd\ufffd 👨‍👩 1;2";
  const KERNEL = "h\\007\\033]0;X\\007\\302\\235 \\033[1mo\\342\\200\\256st";
  const newHostname = mayNameHost();
  const HOST = newHostname === undefined ? hostname() : "h ost";
  let told: ToldPi;
  let notices = 0;

  beforeAll(async () => {
    const enter = `folder=$(printf '${FOLDER}x'); folder=\${folder%x}; mkdir "$folder"; cd "$folder"`;
    const name = newHostname === undefined ? ":" : `printf '${KERNEL}' >/proc/sys/kernel/hostname`;
    const shell = ["/bin/sh", "-c", `${enter} && ${name} && exec "$@"`, "sh"];
    told = await startPi({ commandPrefix: [...(newHostname ?? []), ...shell] });
  });
  afterAll(() => told?.[Symbol.asyncDispose]());

  // tmux itself writes controls as visible escapes, and how differs from version to version.
  it.each([
    { kind: "BEL and an OSC", name: "a\x07b\x1b]0;X\x07c", shown: /^a\b.*b.*c$/ },
    { kind: "C1 controls", name: "x\u009d0;evil\u009cy\u0085z", shown: /^x.*y.*z$/ },
    { kind: "an OSC 8 link", name: "\x1b]8;;x/y\x1b\\label\x1b]8;;\x1b\\ end", shown: /label.* end$/ },
    { kind: "bidirectional controls", name: "a\u202eb\u2066c\u2069\u200f d\u061c", shown: /^abc d$/ },
    { kind: "an emoji family", name: "👨‍👩‍👧‍👦; home", shown: /^👨‍👩‍👧‍👦; home$/ },
    { kind: "10 kB of emoji families", name: "👨‍👩‍👧‍👦".repeat(410), shown: /^(?:👨‍👩‍👧‍👦){14}…$/ },
    { kind: "10 kB of one letter", name: "x".repeat(10_240), shown: /^x{99}…$/ },
    { kind: "nothing visible", name: "\u200b\u2060", shown: /^unknown session$/ },
  ])("$kind as tmux session name", async ({ name, shown }) => {
    await told.pi.server.run("rename-session", "-t", told.pi.sessionId, "--", name);
    const arrival = await tell(told);
    notices += 1;
    const location = arrival.requests[0]?.body.split("\n").at(-1) ?? "";
    expectLines(arrival, [PROJECT, `Host: ${HOST}`, location]);
    const session = /^Location: (.*) \/ window 0 \/ pane 0$/.exec(location)?.[1];
    expect(session).toMatch(shown);
    expect(session).not.toMatch(/[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069]/u);
  });

  it("and nothing more came", () => expectNothingMore(told, notices));

  /** What runs a program that may name its host as it likes: only root may. */
  function mayNameHost(): string[] | undefined {
    try {
      const rename = ["--uts", "/bin/sh", "-c", "echo x >/proc/sys/kernel/hostname"];
      execFileSync("unshare", rename, { stdio: "ignore" });
      return ["unshare", "--uts"];
    } catch {
      return undefined;
    }
  }
});

describeWith("tmux", "a tmux that shows names as they are", () => {
  it("cannot smuggle a control, a line or a client in through its session's name", async () => {
    await using scratch = makeScratchFolder();
    const folder = join(scratch.path, "bin");
    mkdirSync(folder);
    const program = join(folder, "tmux");
    const nameFile = join(scratch.path, "name");
    const name = "a\x07b\x1b]0;X\x07c\u009d0;evil\u009cd |%9\ntmux-256color|tmux 3.3a ";
    writeFileSync(nameFile, Buffer.concat([Buffer.from(name), Buffer.from([0xed, 0xa0, 0x80])]));
    writeFileSync(
      program,
      `#!/bin/sh
'${findProgram("tmux")}' "$@" | node -e '
  const { readFileSync } = require("fs");
  const shown = readFileSync(0, "latin1").replaceAll("NAME", () => readFileSync("${nameFile}", "latin1"));
  process.stdout.write(Buffer.from(shown, "latin1"))'
`,
    );
    chmodSync(program, 0o755);
    await using told = await startPi({ sessionName: "NAME", pathPrepend: [folder] });
    const arrival = await tell(told);
    const session = "a bcd |%9 tmux-256color|tmux 3.3a \ufffd\ufffd\ufffd";
    expectLines(arrival, ["Project: project", `Host: ${hostname()}`, `Location: ${session} / window 0 / pane 0`]);
    await expectNothingMore(told, 1);
  });
});
