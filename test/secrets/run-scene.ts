import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { hurriedTurns } from "../../rig/hurried-turns.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { connect } from "../../src/extension.ts";
import type { DeliveryFinishedEvent } from "../../src/machines/notice.machine.ts";
import { type SessionRuntime, startSessionRuntime } from "../../src/runtime/session-runtime.ts";
import { FakePi } from "../../src/testing/fake-pi.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { ask, type EventStream, openStream } from "../live/live-browser.ts";
import { STAND_IN_PAGE } from "../live/stand-in-page.ts";
import { liveAddress, pagePaths } from "../live/visualized.ts";
import type { Markers } from "./markers.ts";
import { COMMANDS, readFolderIfThere, readIfThere, type Scene, watchStreams } from "./outputs.ts";

export interface SceneOptions {
  readonly markers: Markers;
  /** The global file, or several, each read by a new session in turn. */
  readonly configs: readonly (object | string)[];
  /** The project's file. */
  readonly project?: object | string;
  readonly env?: Readonly<Record<string, string>>;
  /** Spoils something around the session before it starts. */
  readonly spoil?: (place: ScenePlace) => void;
  readonly notifyThrows?: boolean;
  /** `run`: only the failed run is told; `none`: only the commands are run. */
  readonly notices?: "all" | "run" | "none";
  /** All of them, unless there are so many sessions that those must do which read a configuration. */
  readonly commands?: readonly string[];
}

export interface ScenePlace {
  readonly terminal: PassThrough;
  /** The folder that Pi works in, and Pi's agent directory. */
  readonly cwd: string;
  readonly agentDir: string;
  /** For a program of the test's own. */
  readonly scratch: string;
}

/**
 * The whole extension with its real machines, channels and HTTP client on a fake Pi: a failed run, a dialog and a
 * compaction, which every channel tells or tries to, somebody's bad publication, and each of the commands.
 */
export async function runScene(options: SceneOptions): Promise<Scene> {
  const { markers, configs, env = {}, notices = "all", commands = COMMANDS } = options;
  await using scratch = makeScratchFolder();
  const folder = join(scratch.path, markers.at("the full path"));
  const place: ScenePlace = {
    terminal: new PassThrough(),
    cwd: join(folder, "project"),
    agentDir: join(scratch.path, "agent"),
    scratch: scratch.path,
  };
  markers.add("the session's id", "session-0-0");
  const { cwd, agentDir, terminal } = place;
  const config = join(agentDir, "extensions", "pi-notify", "config.json");
  // The doctor looks for other extensions that notify, and an address may hold a password.
  const source = `git:https://me:${markers.at("a password in Pi's settings")}@127.0.0.1:1/a/pi-notify.git`;
  write(join(agentDir, "settings.json"), { packages: [source] });
  if (options.project !== undefined) write(join(cwd, ".pi", "pi-notify.json"), options.project);

  const bytes: string[] = [];
  terminal.on("data", (chunk) => bytes.push(String(chunk)));
  options.spoil?.(place);
  const outcomes: DeliveryFinishedEvent[] = [];
  let runtime: SessionRuntime | undefined;
  const pi = new FakePi({ cwd, notifyThrows: options.notifyThrows ?? false });
  const bus: unknown[] = [];
  const emit = pi.bus.emit.bind(pi.bus);
  pi.bus.emit = (...event) => {
    bus.push(event);
    return emit(...event);
  };
  const viewerPage = join(scratch.path, "visualizer.html");
  write(viewerPage, STAND_IN_PAGE);
  await pi.load((api) =>
    connect(api, {
      viewerPage,
      env: { LANG: "en", ...env, PI_CODING_AGENT_DIR: agentDir },
      terminal,
      startRuntime: (given) => {
        runtime = startSessionRuntime({ ...given, turns: hurriedTurns() });
        runtime.onOutcome((report) => outcomes.push(report));
        return runtime;
      },
    }),
  );

  const followed: Followed[] = [];
  using streams = watchStreams();
  for (const [index, file] of configs.entries()) {
    write(config, file);
    if (index === 0) await pi.start();
    else await pi.newSession();
    await answer(pi, "config");
    followed.push(await follow(await answer(pi, "visualize live")));
    const told = async (notice: () => Promise<void>) => {
      const due = outcomes.length + (runtime?.plans.length ?? 0);
      await notice();
      await waitUntil(
        () => `${due} outcomes; there are ${outcomes.length}`,
        () => outcomes.length >= due,
      );
    };
    if (notices !== "none") await told(() => failedRun(pi, markers));
    if (notices === "all") {
      await told(() => pi.openDialog(`Really? ${markers.at("the dialog's title")}`));
      await pi.closeDialog();
      await told(() => pi.emit("session_compact", { compactionEntry: { summary: markers.at("the summary") } }));
    }
    // Not a publication, so that only a warning may come of it.
    emit("pi-notify:publish", { eventId: markers.at("a bad publication"), source: markers.at("its source") });
    for (const command of commands) await answer(pi, command);
  }
  await pi.shutdown();
  const ours = join(agentDir, "extensions", "pi-notify");
  const approvals = readIfThere(join(ours, "approved-projects.json"));
  const traces = readFolderIfThere(join(ours, "traces"));
  const pages = pagePaths(pi.said.join("\n")).map((path) => {
    const page = readIfThere(path);
    rmSync(dirname(path), { recursive: true, force: true });
    return page;
  });
  await waitUntil("the ends of all streams", () => followed.every(({ stream }) => stream.isOver));
  const live = followed.map(({ page, stream }) => page + JSON.stringify(stream)).join("\n");
  return {
    ...{ pi, outcomes, terminal: bytes.join(""), streams: streams.text(), bus },
    ...{ approvals, traces, pages, live, folder: cwd },
  };
}

interface Followed {
  readonly page: string;
  readonly stream: EventStream;
}

/** Opens what `/notify visualize live` serves, as a browser would. */
async function follow(answer: string): Promise<Followed> {
  const { port, token } = liveAddress(answer);
  const { headers, body } = await ask({ port, target: `/?token=${token}` });
  const stream = await openStream({ port, target: `/trace?token=${token}`, headers: { origin: "null" } });
  return { page: JSON.stringify(headers) + body, stream };
}

async function failedRun(pi: FakePi, markers: Markers): Promise<void> {
  await pi.emit("agent_start");
  const content = [{ type: "text", text: markers.at("the answer") }];
  const errorMessage = markers.at("the model's error");
  await pi.emit("agent_end", {
    messages: [
      { role: "user", content: markers.at("the prompt") },
      { role: "assistant", content, stopReason: "error", errorMessage },
    ],
  });
  await pi.emit("agent_settled", { aborted: false });
}

/** Agrees to whatever a command asks, page by page. */
function agree(pi: FakePi): void {
  for (const dialog of pi.dialogs) {
    if (dialog.kind === "select") dialog.answer(dialog.choices.find((choice) => /^(?:Yes|Show page)/.test(choice)));
  }
}

/** Waits for the lines of `/notify …`; word of a channel that works again is not among them. */
async function answer(pi: FakePi, args: string): Promise<string> {
  const before = pi.said.length;
  await pi.command("notify", args);
  return await waitUntil(
    () => `an answer to /notify ${args}; said: ${pi.said.slice(before).join("\n")}`,
    () => {
      agree(pi);
      return pi.said.slice(before).find((text) => text.startsWith("info: ") && !text.startsWith("info: pi-notify: "));
    },
  );
}

function write(path: string, content: object | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
}
