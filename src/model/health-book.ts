import type { ChannelHealthReport } from "../machines/channel-health.machine.ts";
import type { Outcome } from "../notices/outcome.ts";

/**
 * The rule of channel health, kept beside the machines: the last attempt decides whether a channel works, each change is
 * reported once, and the end of the session says nothing about a channel.
 */
export class HealthBook {
  readonly #failing = new Set<string>();
  #expected: string[] = [];
  #reported: string[] = [];
  #isOver = false;

  finished(channelId: string, outcome: Outcome): void {
    if (this.#isOver) return;
    const isFailing = this.#failing.has(channelId);
    if (!isFailing && (outcome.kind === "failed" || outcome.kind === "timed-out")) {
      this.#failing.add(channelId);
      this.#expected.push(`${channelId} failed: ${outcome.reason}`);
    }
    if (isFailing && (outcome.kind === "written" || outcome.kind === "accepted")) {
      this.#failing.delete(channelId);
      this.#expected.push(`${channelId} recovered`);
    }
  }

  reported(report: ChannelHealthReport): void {
    const { channelId } = report;
    this.#reported.push(
      report.type === "channel.failed" ? `${channelId} failed: ${report.failure.reason}` : `${channelId} recovered`,
    );
  }

  sessionEnded(): void {
    this.#isOver = true;
  }

  /** What the machines reported since the last call and the rule did not want, or the other way round. */
  faults(): string[] {
    const [expected, reported] = [this.#expected.join("; "), this.#reported.join("; ")];
    this.#expected = [];
    this.#reported = [];
    return expected === reported ? [] : [`health: reported "${reported}", should be "${expected}"`];
  }
}
