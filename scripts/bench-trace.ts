/**
 * What the trace costs: CPU of a session's runs on two channels that answer at once, with it and without it.
 *
 * `npm run bench:trace -- [--rounds N] [--runs N] [--max RATIO]`: JSON on standard output ({@link TraceBenchReport}), a
 * line for people on standard error. With `--max` it exits 1 when the median of on over off is above RATIO; 2 for wrong
 * arguments.
 */
import { PassThrough } from "node:stream";
import { parseArgs } from "node:util";
import { parseConfig } from "../src/config/parse-config.ts";
import { startSessionRuntime } from "../src/runtime/session-runtime.ts";
import { createMemoryChannel } from "../src/testing/memory-channel.ts";
import { rotate, type Spread, spread } from "./spread.ts";

/** `off` twice: what lies between the two is the noise of the measurement. */
const VARIANTS = { off: 0, offAgain: 0, on: 200 } as const;
type Variant = keyof typeof VARIANTS;
const NAMES = Object.keys(VARIANTS) as readonly Variant[];

export interface TraceBenchReport {
  readonly rounds: number;
  readonly runsPerRound: number;
  readonly node: string;
  /** Microseconds of CPU for a run, from its start to its notice's end on both channels. */
  readonly cpuUsPerRun: Readonly<Record<Variant, Spread>>;
  /** CPU over CPU of the same round. */
  readonly ratios: Readonly<Record<"on/off" | "offAgain/off", Spread>>;
}

const { rounds, runs, max } = readArguments();
const report = await measure();
console.log(JSON.stringify(report, null, 2));
const ratio = report.ratios["on/off"].median;
console.error(
  `a run: ${report.cpuUsPerRun.off.median} µs CPU; with the trace × ${ratio} ` +
    `(the same twice: × ${report.ratios["offAgain/off"].median}; medians of ${rounds})`,
);
if (max !== undefined && !(ratio <= max)) {
  console.error(`on/off is ${ratio}, above ${max}`);
  process.exitCode = 1;
}

function readArguments(): { rounds: number; runs: number; max: number | undefined } {
  try {
    const { values } = parseArgs({
      options: {
        rounds: { type: "string", default: "15" },
        runs: { type: "string", default: "300" },
        max: { type: "string" },
      },
    });
    const parsed = {
      rounds: Number(values.rounds),
      runs: Number(values.runs),
      max: values.max === undefined ? undefined : Number(values.max),
    };
    for (const name of ["rounds", "runs"] as const) {
      if (!Number.isInteger(parsed[name]) || parsed[name] < 1)
        throw new Error(`--${name} must be a whole number from 1`);
    }
    if (parsed.max !== undefined && !(parsed.max > 0)) throw new Error("--max must be a number above 0");
    return parsed;
  } catch (error) {
    console.error(`bench:trace: ${error instanceof Error ? error.message : error}`);
    process.exit(2);
  }
}

/** One round to warm the compiler, then those that count; in each, all variants one after another. */
async function measure(): Promise<TraceBenchReport> {
  const samples: Record<Variant, number[]> = { off: [], offAgain: [], on: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const variant of rotate(NAMES, round)) {
      const cpuUs = await cpuOfSession(VARIANTS[variant]);
      if (round > 0) samples[variant].push(cpuUs / runs);
    }
  }
  const ratio = (over: Variant) =>
    spread(
      samples[over].map((value, round) => value / (samples.off[round] ?? Number.NaN)),
      1_000,
    );
  return {
    rounds,
    runsPerRound: runs,
    node: process.version,
    cpuUsPerRun: {
      off: spread(samples.off, 1),
      offAgain: spread(samples.offAgain, 1),
      on: spread(samples.on, 1),
    },
    ratios: { "on/off": ratio("on"), "offAgain/off": ratio("offAgain") },
  };
}

/** Microseconds of one session with that many runs. @throws Error when not every run was told on both channels */
async function cpuOfSession(keep: number): Promise<number> {
  const memory = createMemoryChannel(() => {});
  const file = JSON.stringify({
    trace: { keep },
    channels: ["a", "b"].map((id) => ({ id, type: "memory" })),
  });
  const { config } = parseConfig(file, { file: "config", env: {}, channels: [memory] });
  const runtime = startSessionRuntime({
    sessionKey: "bench",
    mode: "tui",
    config,
    env: {},
    session: () => ({ cwd: "/bench", host: "host", sessionId: "session" }),
    terminal: new PassThrough(),
    onFault: () => {
      throw new Error("a fault of ours");
    },
    tell: () => {},
    channels: [memory],
  });
  if ((runtime.readTrace !== undefined) !== keep > 0) throw new Error(`keep ${keep} is not heeded`);
  let told = 0;
  let wake = () => {};
  runtime.onOutcome(() => {
    told += 1;
    if (told % 2 === 0) wake();
  });
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) {
    const isTold = new Promise<void>((resolve) => {
      wake = resolve;
    });
    runtime.send({ type: "run.started", at: run });
    runtime.send({ type: "loop.ended", outcome: "ok" });
    runtime.send({ type: "run.settled", at: run, aborted: false });
    await isTold;
  }
  const { user, system } = process.cpuUsage(before);
  if (told !== runs * 2) throw new Error(`${told} outcomes of ${runs} runs`);
  runtime.send({ type: "session.ended" });
  await runtime.closed;
  return user + system;
}
