import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { afterEach, describe, expect, it } from "vitest";
import { LimitedPi } from "../../rig/limited-pi.ts";
import { PI_NOTIFY_PUBLISH_EVENT } from "../../src/api/api.ts";
import { BUS_CHANNELS } from "../../src/integrations/bus-channels.ts";
import { readPublication } from "../../src/integrations/read-publication.ts";
import { startPiNotify } from "../../src/testing/start-pi-notify.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** @param first another extension, loaded before pi-notify */
async function start(first?: (api: ExtensionAPI) => void) {
  const pi = new LimitedPi();
  if (first !== undefined) await pi.load(first);
  const notify = await startPiNotify(pi, { config: { content: { project: false } } });
  await pi.start();
  cleanups.push(() => pi.shutdown());
  return { pi, ...notify };
}

const publication = (label: string) => ({ eventId: "task-completed", source: "deploy", label });

describe("notifications published before pi-notify has heard of the session", () => {
  it("are kept up to the first twenty, whatever another extension publishes", async () => {
    const numbers = Array.from({ length: 25 }, (_, index) => `${index + 1}`);
    const { notices, untilQuiet } = await start((api) => {
      api.on("session_start", () => {
        for (const number of numbers) api.events.emit(PI_NOTIFY_PUBLISH_EVENT, publication(number));
      });
    });
    await untilQuiet();
    expect(notices.map(({ lines }) => lines[0])).toEqual(numbers.slice(0, 20));
  });
});

describe("a flood of publications", () => {
  it("is taken up to a hundred at a time and told once; Pi goes on and ends as usual", async () => {
    const pi = new LimitedPi();
    const { notices, outcomes, untilQuiet, advance } = await startPiNotify(pi, {
      config: { content: { project: false }, channels: [{ id: "phone", type: "memory", delayMs: 60_000 }] },
    });
    await pi.start();
    for (let number = 0; number < 10_000; number += 1) {
      pi.bus.emit(PI_NOTIFY_PUBLISH_EVENT, publication(String(number)));
      if (number % 50 === 0) await untilQuiet();
    }
    await untilQuiet();
    expect(pi.said).toEqual([
      "warning: pi-notify: an extension publishes more notifications than can be sent. " +
        "Those above 100 at a time are left out.",
    ]);
    await advance(60_000);
    expect(notices.map(({ lines }) => lines[0])).toEqual(Array.from({ length: 100 }, (_, number) => String(number)));
    pi.bus.emit(PI_NOTIFY_PUBLISH_EVENT, publication("after it"));
    await advance(60_000);
    expect(notices.at(-1)?.lines[0]).toBe("after it");
    await pi.run();
    await pi.shutdown();
    expect(outcomes.at(-1)).toMatchObject({ event: "agent-completed", outcome: { kind: "expired" } });
    expect(pi.errors).toEqual([]);
  });

  it("in one moment is bounded before the machines are there", async () => {
    const { pi, notices, untilQuiet } = await start();
    for (let number = 0; number < 10_000; number += 1) {
      pi.bus.emit(PI_NOTIFY_PUBLISH_EVENT, publication(String(number)));
    }
    await untilQuiet();
    expect(notices).toHaveLength(100);
    expect(pi.said).toHaveLength(1);
    expect(pi.errors).toEqual([]);
  });
});

describe("a payload that throws when it is read", () => {
  const trap = new Proxy(
    {},
    {
      get() {
        throw new Error("s3cret");
      },
    },
  );

  it.each([PI_NOTIFY_PUBLISH_EVENT, ...BUS_CHANNELS.map(({ channel }) => channel)])(
    "on %s is ignored with one warning that names the channel",
    async (channel) => {
      const { pi, untilQuiet } = await start();
      for (let times = 0; times < 2; times += 1) pi.bus.emit(channel, trap);
      await untilQuiet();
      expect(pi.said).toEqual([
        `warning: pi-notify: an extension sent an invalid payload on ${channel}; it is ignored.`,
      ]);
      expect(pi.errors).toEqual([]);
    },
  );
});

describe("a published label", () => {
  const read = (label: string) => readPublication(publication(label))?.label;

  it("is kept whole up to 4,096 UTF-16 units", () => {
    expect(read("x".repeat(4_096))).toBe("x".repeat(4_096));
  });

  it("of a megabyte is cut before anything works on it", () => {
    expect(read("x".repeat(1_000_000))?.length).toBe(4_096);
  });
});
