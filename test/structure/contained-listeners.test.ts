import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "../../scripts/structure/read-imports.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The place that contains listeners, and what never runs inside Pi. */
const EXEMPT = /^src\/(?:runtime\/listen-to-actor\.ts$|model\/|testing\/)/;

/** Each way in which XState would call code of ours outside a machine. */
const WAYS: readonly RegExp[] = [
  /\b(?:actor|\w+(?:Actor|Ref)|session)\.on\(/,
  /\.subscribe\(/,
  /import \{[^}]*\b(?:toPromise|waitFor|toObserver)\b[^}]*\} from "xstate"/,
  /\binspect: (?!containedInspection\()\w[\w.]*[,( ]/,
];

function rawListeners(text: string): string[] {
  if (!/from "xstate"|ActorListening/.test(text)) return [];
  // A type of a function that watches is no use of it.
  const code = text.replace(/^\s*(?:readonly )?inspect\??: .*;$/gm, "");
  return WAYS.flatMap((way) => way.exec(code)?.[0] ?? []);
}

/** A session that was handed in as `ActorListening` is contained already. */
const isContained = (text: string, found: string) => found === "session.on(" && /session: ActorListening</.test(text);

describe("what XState calls outside the machines", () => {
  test("is contained in one place", () => {
    const raw = sourceFiles(ROOT)
      .filter((file) => file.startsWith("src/") && !EXEMPT.test(file))
      .flatMap((file) => {
        const text = readFileSync(`${ROOT}/${file}`, "utf8");
        return rawListeners(text)
          .filter((found) => !isContained(text, found))
          .map((found) => `${file}: ${found}`);
      });
    expect(raw).toEqual([]);
  });

  test.each([
    ["actor.on('done', hear)", "actor.on("],
    ["sessionActor.on('done', hear)", "sessionActor.on("],
    ["createActor(logic).subscribe(hear)", ".subscribe("],
    ["createActor(logic, { inspect: inspection.inspect, input })", "inspect: inspection.inspect,"],
    ["createActor(logic, { inspect: hear })", "inspect: hear "],
  ])("%s is found", (code, found) => {
    expect(rawListeners(`import { createActor } from "xstate";\n${code}`)).toEqual([found]);
  });

  test.each(["createActor(logic, { inspect: containedInspection(hear, fault) })", "listening.on('done', hear)"])(
    "%s is allowed",
    (code) => {
      expect(rawListeners(`import { createActor } from "xstate";\n${code}`)).toEqual([]);
    },
  );
});
