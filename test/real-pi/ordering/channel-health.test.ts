import { expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { hookChannel, startToldPi } from "../../../rig/told-pi.ts";
import { unwrapped } from "../../../rig/unwrapped.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";

const DOWN = "failed (http 500). pi-notify keeps trying. It will not warn again until the channel has recovered.";
const UP = "works again.";

/** What the screen says of the hook's health, top to bottom. */
function said(screen: string): string[] {
  return [...screen.matchAll(/pi-notify: hook \(webhook to 127\.0\.0\.1:\d+\):? (.*?) *$/gm)].map(
    ([, text]) => text ?? "",
  );
}

describeWith("tmux", "a channel's health", () => {
  it("is shown once an outage and once a recovery, twice for two outages alike", async () => {
    await using told = await startToldPi({ cols: 160, rows: 60, channels: (url) => [hookChannel("hook", url)] });
    const { pi, hook } = told;
    const stages: readonly [status: number, expected: readonly string[]][] = [
      [500, [DOWN]],
      [500, [DOWN]],
      [204, [DOWN, UP]],
      [500, [DOWN, UP, DOWN]],
    ];
    for (const [index, [status, expected]] of stages.entries()) {
      hook.answerWith({ kind: "reply", status });
      await pi.prompt(`prompt ${index}`);
      await hook.waitForRequests(index + 1);
      await waitUntil(
        async () => `${JSON.stringify(expected)} on the screen:\n${await pi.screen()}`,
        async () => JSON.stringify(said(await pi.screen())) === JSON.stringify(expected),
      );
    }
    await pi.prompt("/notify status");
    const status = await pi.waitForScreen(/hook: webhook to.*last: /);
    expect(unwrapped(status, 1)).toContainEqual(
      expect.stringMatching(/^hook: .*; outage, last: agent-completed failed \(http 500\)$/),
    );
    expect(said(status)).toEqual([DOWN, UP, DOWN]);
    expect((await pi.quit()).code).toBe(0);
    expect(hook.requests).toHaveLength(stages.length);
  });
});
