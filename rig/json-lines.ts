import { readFileSync } from "node:fs";

/** The records of a file to which programs append one JSON line each. Whole lines only; a missing file is empty. */
export function readJsonLines<T>(path: string): T[] {
  let content: string;
  try {
    content = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  const whole = content.slice(0, content.lastIndexOf("\n") + 1);
  return whole
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}
