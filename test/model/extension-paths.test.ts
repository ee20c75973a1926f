import { describe, expect, it } from "vitest";
import { EXTENSION_SUITES, walkExtension } from "./path-suites.ts";
import { SEARCH_LIMIT_MS } from "./search-limit.ts";

describe("the same paths through the whole extension on a fake Pi", { timeout: SEARCH_LIMIT_MS }, () => {
  it.each(EXTENSION_SUITES.map((suite) => [suite.name, suite] as const))("%s", async (_name, suite) => {
    const { paths } = await walkExtension(suite);
    expect(paths).toBeGreaterThan(5);
  });
});
