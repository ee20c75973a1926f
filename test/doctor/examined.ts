import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import type { Finding, FindingId } from "../../src/commands/doctor/finding.ts";
import type { DoctorSurroundings } from "../../src/commands/doctor/gather-facts.ts";
import { examine, reportLines } from "../../src/commands/doctor/run-doctor.ts";
import { DEADLINE_MS } from "../../src/testing/wait-until.ts";
import { pathWithOwnPs } from "./ancestry-from-here.ts";

export interface Examined {
  readonly findings: readonly Finding[];
  /** `problem unreachable`, in the order of the checks. */
  readonly told: readonly string[];
  /** What was found well. */
  readonly fine: readonly string[];
  /** The report. */
  readonly text: string;
}

export interface Situation extends Partial<Omit<DoctorSurroundings, "signal" | "homeDir">> {
  /** The global file. */
  readonly config?: object | string;
  /** A home that stays; without it each look has one of its own. */
  readonly home?: string;
  /** Files by their path in the folder that Pi works in, or under `agent/` in Pi's agent directory. */
  readonly files?: Readonly<Record<string, string | object>>;
}

/** No answer of these tests ends by the clock. */
export const PATIENT = { tmux: DEADLINE_MS, local: DEADLINE_MS, network: DEADLINE_MS };

/** No process, so that nothing is known of what is above it. */
const NOBODY = -1;

/** Channels of which nothing is to be found, for situations that concern others. */
export const QUIET = { channels: [{ id: "hook", type: "webhook", enabled: false, webhook: { url: "http://a" } }] };

/** Has the doctor look at a situation, in a home of its own. */
export async function examined(situation: Situation): Promise<Examined> {
  const { config, files = {}, env = {}, cwd, home, ...place } = situation;
  await using scratch = makeScratchFolder();
  const homeDir = home ?? scratch.path;
  const agentDir = join(homeDir, ".pi", "agent");
  const project = cwd ?? join(homeDir, "project");
  mkdirSync(project, { recursive: true });
  if (config !== undefined) write(join(agentDir, "extensions", "pi-notify", "config.json"), config);
  for (const [path, content] of Object.entries(files)) {
    write(path.startsWith("agent/") ? join(agentDir, path.slice("agent/".length)) : join(project, path), content);
  }
  const report = await examine({
    ...{ platform: "linux", runtimeDir: "/no/such", isProjectTrusted: true, pid: NOBODY, limits: PATIENT },
    ...place,
    env: { PATH: pathWithOwnPs(scratch.path), TERM: "xterm-256color", ...env },
    homeDir,
    cwd: project,
    signal: new AbortController().signal,
  });
  const { findings } = report;
  return {
    findings,
    told: findings.flatMap((one) => (one.verdict === "fine" ? [] : [`${one.verdict} ${one.id}`])),
    fine: findings.flatMap((one) => (one.verdict === "fine" ? [one.found] : [])),
    text: reportLines(report).join("\n"),
  };
}

/** The finding of this kind. @throws Error when there is none, with what there is */
export function findingOf({ findings, told }: Examined, id: FindingId) {
  for (const finding of findings) if (finding.verdict !== "fine" && finding.id === id) return finding;
  throw new Error(`no ${id} among: ${told.join(", ")}`);
}

function write(path: string, content: string | object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
}
