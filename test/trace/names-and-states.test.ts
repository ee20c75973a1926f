import { expect, it } from "vitest";
import { ActorNames } from "../../src/trace/actor-names.ts";
import { statePaths } from "../../src/trace/state-paths.ts";

const SESSION = { name: "session", isRoot: true };

it("numbers a session's children by kind, though their slots are used again", () => {
  const names = new ActorNames();
  const children = ["run.0", "span.0", "run.0", "run.1", "notice.0", "span.0"];
  const given = children.map((id) => names.next(SESSION, id.slice(0, -2), id));
  expect(given).toEqual(["run#1", "span#1", "run#2", "run#3", "notice#1", "span#2"]);
});

it.each([
  [undefined, "session", "x:0", "session"],
  [SESSION, "watcher", "watcher", "watcher"],
  [SESSION, "background", "background", "background"],
  [SESSION, "channel-health", "channel-health.my.hook", "channel-health.my.hook"],
  [SESSION, "channel-health", "channel-health.1", "channel-health.1"],
  [{ name: "run#3", isRoot: false }, "notice", "settled", "run#3/settled"],
  [{ name: "run#3/settled", isRoot: false }, "delivery", "delivery.my.hook", "run#3/settled/my.hook"],
  // A channel may be called as it likes.
  [{ name: "run#3/settled", isRoot: false }, "delivery", "delivery.run.0", "run#3/settled/run.0"],
  [{ name: "run#3/settled", isRoot: false }, "delivery", "delivery.delivery.1", "run#3/settled/delivery.1"],
])("below %j, %s %s is %s", (parent, machine, id, name) => {
  expect(new ActorNames().next(parent, machine, id)).toBe(name);
});

it.each([
  ["over", ["over"]],
  [{ working: "free" }, ["working.free"]],
  [{ pending: { delay: "over", progress: "held" } }, ["pending.delay.over", "pending.progress.held"]],
  [{ active: { run: { settled: "held" }, dialog: "closed" } }, ["active.run.settled.held", "active.dialog.closed"]],
  [{ region: {} }, ["region"]],
  [{}, []],
])("the leaves of %j", (value, paths) => {
  expect(statePaths(value)).toEqual(paths);
});
