import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { waitAtMost } from "../../src/actors/wait-at-most.ts";
import { openHandles, waitForHandles } from "../rig/open-handles.ts";

/** Longer than any test may take: a timer that is left behind is still there at the end. */
const AN_HOUR = 60 * 60 * 1000;

let baseline: string[] = [];

describe("waiting at most so long", () => {
  beforeEach(() => {
    baseline = openHandles();
  });
  afterEach(async () => {
    await waitForHandles(baseline);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["done", () => Promise.resolve(1)],
    ["broken", () => Promise.reject(new Error("no"))],
  ])("ends with work that is %s, and leaves no timer", async (_how, work) => {
    expect(await waitAtMost(AN_HOUR, work(), new AbortController().signal)).toBeUndefined();
  });

  it("ends when it is aborted, and leaves no timer", async () => {
    const aborter = new AbortController();
    const waiting = waitAtMost(AN_HOUR, new Promise(() => {}), aborter.signal);
    aborter.abort();
    await waiting;
  });

  it.each([Promise.resolve(), new Promise(() => {})])("does not begin when it is aborted already", async (work) => {
    await waitAtMost(AN_HOUR, work, AbortSignal.abort());
  });

  it("hears work that breaks after it is aborted", async () => {
    await waitAtMost(AN_HOUR, Promise.reject(new Error("no")), AbortSignal.abort());
  });

  it("ends by itself", async () => {
    await waitAtMost(1, new Promise(() => {}), new AbortController().signal);
  });
});
