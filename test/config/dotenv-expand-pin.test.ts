import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Later versions of the library run commands (R27). */
const PINNED = "13.0.0";

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")) as Record<string, unknown>;
}

test("the installed dotenv-expand is the pinned one", () => {
  expect(readJson("node_modules/dotenv-expand/package.json").version).toBe(PINNED);
});

test("package.json and its lock pin dotenv-expand exactly", () => {
  expect(readJson("package.json").dependencies).toHaveProperty("dotenv-expand", PINNED);
  const { packages } = readJson("package-lock.json") as { packages: Record<string, { version?: string }> };
  const locked = Object.entries(packages).filter(([path]) => path.endsWith("node_modules/dotenv-expand"));
  expect(locked.map(([, { version }]) => version)).toEqual([PINNED]);
});
