import { afterEach, describe, expect, it, vi } from "vitest";
import remind from "../../examples/publishing/remind.ts";
import * as api from "../../src/api/api.ts";
import { EVENT_TABLE } from "../../src/notices/event-table.ts";
import { FakePi } from "../../src/testing/fake-pi.ts";
import { deadLinksOf, filesIn, filesShownIn, linksOf, readRepositoryFile, shapeOf } from "../document-parts.ts";

const DOCUMENTS = ["docs/extension-authors.md", "docs/extension-authors.zh-CN.md"];

describe.each(DOCUMENTS)("%s", (document) => {
  const text = readRepositoryFile(document);

  it("shows the examples as they are", () => {
    expect(filesShownIn(text)).toEqual(filesIn("examples/publishing"));
  });

  it("names everything that the API exports, types included", () => {
    const types = readRepositoryFile("src/api/api.ts").matchAll(/^export (?:interface|type) (\w+)/gm);
    const names = [...Object.keys(api), ...[...types].map(([, name = ""]) => name)];
    // What the table of its keys describes needs no name.
    expect(names.filter((name) => !text.includes(name))).toEqual(["PublishNotificationOptions"]);
  });

  it("says of every event when to publish it, and which is off by default", () => {
    const rows = text.split("\n").filter((line) => /^\| `[a-z]+-[a-z]+`/.test(line));
    const named = rows.flatMap((row) => [...row.matchAll(/`([a-z]+-[a-z]+)`/g)].map(([, id]) => id));
    expect(named.sort()).toEqual([...api.NOTIFICATION_EVENT_IDS].sort());
    const off = rows.filter((row) => /off by default|默认关闭/.test(row)).join();
    for (const id of api.NOTIFICATION_EVENT_IDS) expect(off.includes(`\`${id}\``)).toBe(!EVENT_TABLE[id].onByDefault);
  });

  it("has links that lead somewhere", () => {
    expect(linksOf(text).length).toBeGreaterThan(1);
    expect(deadLinksOf(document)).toEqual([]);
  });
});

it("both have the same headings and tables", () => {
  const [english = "", chinese = ""] = DOCUMENTS;
  expect(shapeOf(chinese)).toEqual(shapeOf(english));
});

describe("the example that publishes later", () => {
  afterEach(() => void vi.useRealTimers());

  it.each([
    { ends: "is replaced", end: (pi: FakePi) => pi.newSession() },
    { ends: "ends", end: (pi: FakePi) => pi.shutdown() },
  ])("does not when its session $ends first", async ({ end }) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const pi = new FakePi();
    const published: unknown[] = [];
    await pi.load((api) => {
      api.events.on("pi-notify:publish", (payload) => void published.push(payload));
    });
    await pi.load(remind);
    await pi.start();
    await pi.command("remind", "1");
    vi.advanceTimersByTime(1_000);
    expect(published).toHaveLength(1);
    await pi.command("remind", "1");
    await end(pi);
    vi.advanceTimersByTime(60_000);
    expect(published).toHaveLength(1);
    expect(pi.staleUses).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
