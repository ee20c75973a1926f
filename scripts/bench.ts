/**
 * What the extension costs: whole-process CPU of `pi -p hi` on a scripted local model, with and without it.
 *
 * `npm run bench -- [--rounds N] [--max RATIO]`: JSON on standard output ({@link BenchReport}), a line for people on
 * standard error. With `--max` it exits 1 when the median of ours over none is above RATIO; 2 for wrong arguments.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { cleanEnvironment } from "../rig/clean-environment.ts";
import { startHttpReceiver } from "../rig/http-receiver.ts";
import { PI_PROGRAM } from "../rig/pi-setup.ts";
import { makeScratchFolder } from "../rig/scratch-folder.ts";
import { findProgram } from "../rig/system-parts.ts";
import { fillAgentDir } from "../src/testing/agent-folder.ts";
import { startScriptedModel } from "../src/testing/scripted-model.ts";
import { rotate, type Spread, spread } from "./spread.ts";

/** What is measured; the order is that of the first round. */
const VARIANTS = ["none", "empty", "ours", "oursWithWebhook"] as const;
type Variant = (typeof VARIANTS)[number];

/** Which variant over which; each round gives one ratio, so slow minutes of the machine cancel out. */
const RATIOS = [
  ["ours", "none"],
  ["ours", "empty"],
  ["empty", "none"],
  ["oursWithWebhook", "none"],
] as const satisfies readonly (readonly [Variant, Variant])[];

export interface BenchReport {
  readonly rounds: number;
  readonly pi: string;
  readonly node: string;
  /** User and system time of Pi and all its children in milliseconds, by {@link VARIANTS}. */
  readonly cpuMs: Readonly<Record<Variant, Spread>>;
  readonly wallMs: Readonly<Record<Variant, Spread>>;
  /** CPU over CPU, by names such as `ours/none`. */
  readonly ratios: Readonly<Record<string, Spread>>;
}

interface Sample {
  readonly cpuMs: number;
  readonly wallMs: number;
}

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));

/** Runs its arguments and then prints, as every POSIX shell does, the times of its children on descriptor 3. */
const TIMED = '"$@" </dev/null; code=$?; times >&3; exit $code';

const { rounds, max } = readArguments();
const report = await measure(rounds);
console.log(JSON.stringify(report, null, 2));
const ratio = report.ratios["ours/none"]?.median ?? Number.NaN;
console.error(
  `pi -p: ${report.cpuMs.none.median} ms CPU; with an empty extension × ${report.ratios["empty/none"]?.median}, ` +
    `with pi-notify × ${ratio}, with pi-notify telling a webhook × ${report.ratios["oursWithWebhook/none"]?.median} ` +
    `(medians of ${rounds})`,
);
if (max !== undefined && !(ratio <= max)) {
  console.error(`ours/none is ${ratio}, above ${max}`);
  process.exitCode = 1;
}

function readArguments(): { rounds: number; max: number | undefined } {
  try {
    const { values } = parseArgs({ options: { rounds: { type: "string", default: "15" }, max: { type: "string" } } });
    const parsed = { rounds: Number(values.rounds), max: values.max === undefined ? undefined : Number(values.max) };
    if (!Number.isInteger(parsed.rounds) || parsed.rounds < 1)
      throw new Error("--rounds must be a whole number from 1");
    if (parsed.max !== undefined && !(parsed.max > 0)) throw new Error("--max must be a number above 0");
    return parsed;
  } catch (error) {
    console.error(`bench: ${error instanceof Error ? error.message : error}`);
    process.exit(2);
  }
}

/** One round to warm the caches, then `count` rounds in which all variants run one after another. */
async function measure(count: number): Promise<BenchReport> {
  if (!existsSync(join(REPOSITORY, "dist", "extension.js"))) throw new Error("dist/ is missing: run `npm run build`");
  await using scratch = makeScratchFolder();
  await using model = await startScriptedModel();
  await using receiver = await startHttpReceiver();
  const webhook = { version: 1, channels: [{ id: "hook", type: "webhook", webhook: { url: receiver.url } }] };
  const extensions: Record<Variant, string | undefined> = {
    none: undefined,
    empty: writeEmptyExtension(join(scratch.path, "empty-extension")),
    ours: REPOSITORY,
    oursWithWebhook: REPOSITORY,
  };
  const runs = new Map(
    VARIANTS.map((variant) => {
      const folder = join(scratch.path, variant);
      const config = variant === "oursWithWebhook" ? webhook : undefined;
      fillAgentDir(join(folder, "agent"), { modelUrl: model.baseUrl, config });
      return [variant, () => runPi(folder, extensions[variant])];
    }),
  );

  const samples: Record<Variant, Sample[]> = { none: [], empty: [], ours: [], oursWithWebhook: [] };
  for (let round = 0; round <= count; round += 1) {
    for (const variant of rotate(VARIANTS, round)) {
      const sample = await runs.get(variant)?.();
      if (round > 0 && sample !== undefined) samples[variant].push(sample);
    }
  }
  if (receiver.requests.length !== count + 1) {
    throw new Error(`the webhook was told ${receiver.requests.length} times in ${count + 1} runs`);
  }
  return summarize(samples);
}

/** An extension that does nothing, packed as ours is. @returns its folder */
function writeEmptyExtension(folder: string): string {
  mkdirSync(folder);
  const manifest = { name: "empty", version: "0.0.0", type: "module", pi: { extensions: ["./extension.js"] } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "extension.js"), "export default function empty() {}\n");
  return folder;
}

/** Runs `pi -p hi` once in a home below `folder`. @throws Error when it did not answer as it should. */
async function runPi(folder: string, extension: string | undefined): Promise<Sample> {
  const cwd = join(folder, "project");
  mkdirSync(cwd, { recursive: true });
  const env = cleanEnvironment({
    home: folder,
    extra: { PI_OFFLINE: "1", PI_CODING_AGENT_DIR: join(folder, "agent") },
  });
  const args = ["-p", "--no-session", ...(extension === undefined ? [] : ["-e", extension]), "hi"];
  // bash prints milliseconds, dash hundredths
  const shell = findProgram("bash") ?? "/bin/sh";
  const startedAt = performance.now();
  const child = spawn(shell, ["-c", TIMED, "sh", PI_PROGRAM, ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const [out = "", err = "", times = ""] = await Promise.all(
    child.stdio.slice(1).map(async (stream) => {
      let text = "";
      if (stream && "setEncoding" in stream) for await (const part of stream.setEncoding("utf8")) text += part;
      return text;
    }),
  );
  const wallMs = performance.now() - startedAt;
  if (out !== "hello\n" || err !== "") throw new Error(`pi ${args.join(" ")} said: ${out}${err}`);
  return { cpuMs: childrenCpuMs(times), wallMs };
}

/** From the second line that `times` prints: user and system time of the shell's children, such as `0m1.234s`. */
function childrenCpuMs(printed: string): number {
  const [, line = ""] = printed.split("\n");
  const parts = [...line.matchAll(/(\d+)m(\d+(?:\.\d+)?)s/g)];
  if (parts.length !== 2) throw new Error(`cannot read the shell's times: ${printed}`);
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1_000, 0);
}

function summarize(samples: Readonly<Record<Variant, readonly Sample[]>>): BenchReport {
  const manifest = readFileSync(
    join(REPOSITORY, "node_modules", "@earendil-works", "pi-coding-agent", "package.json"),
    "utf8",
  );
  const spreadOf = (pick: (sample: Sample) => number) =>
    Object.fromEntries(VARIANTS.map((variant) => [variant, spread(samples[variant].map(pick), 1)]));
  const ratioOf = ([over, under]: readonly [Variant, Variant]) => {
    const pairs = samples[over].map((sample, round) => sample.cpuMs / (samples[under][round]?.cpuMs ?? Number.NaN));
    return [`${over}/${under}`, spread(pairs, 1_000)];
  };
  return {
    rounds: samples.none.length,
    pi: JSON.parse(manifest).version,
    node: process.version,
    cpuMs: spreadOf((sample) => sample.cpuMs) as Record<Variant, Spread>,
    wallMs: spreadOf((sample) => sample.wallMs) as Record<Variant, Spread>,
    ratios: Object.fromEntries(RATIOS.map(ratioOf)),
  };
}
