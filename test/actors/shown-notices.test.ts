import { describe, expect, it } from "vitest";
import { openHandles, waitForHandles } from "../../rig/open-handles.ts";
import { ShownNotices, type TakeBack } from "../../src/actors/shown-notices.ts";
import type { AttemptResult } from "../../src/notices/outcome.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";

/** Attempts that end when told, each taken back by its own word. */
function start() {
  const shown = new ShownNotices();
  const takenBack: string[] = [];
  const attempt = (noticeId: string, name = noticeId, takeBack?: TakeBack) => {
    let end = (_result: AttemptResult) => {};
    let fail = (_error: Error) => {};
    const result = new Promise<AttemptResult>((resolve, reject) => {
      end = resolve;
      fail = reject;
    });
    const done = shown.during(noticeId, () => result, takeBack ?? (async () => void takenBack.push(name)));
    return {
      done,
      fail,
      end: async (how: AttemptResult = { kind: "written" }) => {
        end(how);
        return await done;
      },
    };
  };
  return { shown, takenBack, attempt };
}

describe("what was shown is taken back", () => {
  it("by its own name, once, however often it is dismissed", async () => {
    const { shown, takenBack, attempt } = start();
    for (const id of ["a", "b", "c"]) expect(await attempt(id).end()).toEqual({ kind: "written" });
    shown.dismiss("b");
    shown.dismiss("b");
    shown.dismiss("z");
    expect(takenBack).toEqual(["b"]);
  });

  it("of one notice on every channel", async () => {
    const { shown, takenBack, attempt } = start();
    await attempt("a", "a on one").end();
    await attempt("a", "a on another").end({ kind: "accepted" });
    shown.dismiss("a");
    expect(takenBack).toEqual(["a on one", "a on another"]);
  });

  it("as soon as it gets through, where it was dismissed before", async () => {
    const { shown, takenBack, attempt } = start();
    const late = attempt("a");
    shown.dismiss("a");
    shown.dismiss("a");
    expect(takenBack).toEqual([]);
    await late.end();
    expect(takenBack).toEqual(["a"]);
  });

  it("only where it got through", async () => {
    const { shown, takenBack, attempt } = start();
    const failure = { kind: "failed", reason: "terminal closed" } as const;
    expect(await attempt("a").end(failure)).toEqual(failure);
    const late = attempt("b");
    const broken = attempt("c");
    for (const id of ["a", "b", "c"]) shown.dismiss(id);
    await late.end(failure);
    broken.fail(new Error("the channel's"));
    await expect(broken.done).rejects.toThrow("the channel's");
    shown.dismiss("c");
    expect(takenBack).toEqual([]);
  });

  it("never after the end of the session", async () => {
    const { shown, takenBack, attempt } = start();
    await attempt("a").end();
    const underWay = attempt("b");
    shown.dismiss("b");
    shown.end();
    shown.dismiss("a");
    expect(await underWay.end()).toEqual({ kind: "written" });
    expect(takenBack).toEqual([]);
  });

  it("and is not remembered any longer than that", async () => {
    const { shown, attempt } = start();
    expect(shown.isWaiting).toBe(false);
    const first = attempt("a");
    expect(shown.isWaiting).toBe(true);
    await first.end();
    expect(shown.isWaiting).toBe(true);
    shown.dismiss("a");
    expect(shown.isWaiting).toBe(false);
    await attempt("b").end({ kind: "failed", reason: "terminal closed" });
    expect(shown.isWaiting).toBe(false);
  });
});

describe("taking back that goes wrong changes nothing", () => {
  it.each<[string, TakeBack]>([
    ["rejects", () => Promise.reject(new Error("no"))],
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
  ])("it %s", async (_name, takeBack) => {
    const { shown, takenBack, attempt } = start();
    await attempt("a", "a", takeBack).end();
    await attempt("a", "its other channel").end();
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", note);
    shown.dismiss("a");
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
    expect(takenBack).toEqual(["its other channel"]);
  });

  /** Hangs until it is told to stop. */
  const untilStopped: TakeBack = (signal) =>
    new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));

  it.each([true, false])("it hangs: told to stop, and nothing of it is left (the session ends: %s)", async (ends) => {
    const handles = openHandles();
    const { shown, takenBack, attempt } = start();
    const hanging: TakeBack = async (signal) => {
      await untilStopped(signal);
      takenBack.push("stopped");
    };
    await attempt("a", "a", hanging).end();
    shown.dismiss("a");
    if (ends) shown.end();
    await waitUntil("it to be told", () => takenBack.includes("stopped"));
    await waitForHandles(handles);
  });
});
