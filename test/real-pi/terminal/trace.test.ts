import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { BIN_FOLDER } from "../../../rig/clean-environment.ts";
import { describeWith } from "../../../rig/describe-with.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { EXTENSION, everywhere, startToldPi } from "../../../rig/told-pi.ts";
import { unwrapped } from "../../../rig/unwrapped.ts";
import { toolCalls } from "../../../src/testing/model-answers.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";
import { parseTrace } from "../../../src/trace/parse-trace.ts";
import { withoutTimes } from "../../trace/traced-session.ts";
import { waitForAnswer } from "./notify-status.ts";

/** The first lines of stories, without their times. */
function heads(lines: readonly string[]): string[] {
  return withoutTimes(lines.filter((line) => /^\d\d:\d\d:\d\d \w+#/.test(line)));
}

describeWith("tmux", "what happened in a real Pi", () => {
  it("/notify why tells it on the screen, /notify export writes it, and the program reads it back", async () => {
    await using scratch = makeScratchFolder();
    await using told = await startToldPi({ cols: 180, rows: 60 });
    const { pi, hook } = told;
    hook.answerWith({ kind: "reply", status: 500 });
    pi.model.answer(toolCalls({ name: "ask_user", args: { title: "Deploy x5ecretMARKER?" } }));
    await pi.prompt("ask me x5ecretMARKER");
    await told.waitForTold(everywhere("input-required"));
    await pi.keys("Enter");
    await told.waitForTold(everywhere("input-required", "agent-completed"));
    const hanging = pi.model.hold();
    await pi.prompt("work");
    await hanging.reached();
    await pi.keys("Escape");
    await pi.waitForEvent("agent_settled", 2);

    const expected = [
      "run#1: agent-completed; terminal written; bell written; hook failed (http 500)",
      "span#1: input-required; terminal written; bell written; hook failed (http 500)",
      "run#2: no notification: you stopped the run",
    ];
    const inAnyOrder = (head: string) => head.split("; ").sort().join("; ");
    const isExpected = (lines: readonly string[]) =>
      heads(lines).map(inAnyOrder).join("\n") === expected.map(inAnyOrder).join("\n");
    await pi.prompt("/notify why");
    const shown = await waitUntil(
      async () => `the stories on the screen:\n${heads(unwrapped(await pi.screen(), 1)).join("\n")}`,
      async () => {
        const lines = unwrapped(await pi.screen(), 1);
        return isExpected(lines) && lines.map((line) => line.trim()).filter((line) => /^\d\d:\d\d/.test(line));
      },
    );
    expect(withoutTimes(shown)).toContain("bell: waiting for the terminal's notification");

    const file = join(scratch.path, "pi trace.json");
    await pi.prompt(`/notify export ${file}`);
    await waitForAnswer(pi, (lines) => /^Wrote .*pi trace\.json, records: \d+\.$/.test(lines.join("")));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, "utf8");
    expect(parseTrace(text)).toMatchObject({ kind: "trace", trace: { mode: "tui", dropped: 0 } });
    expect(text.toLowerCase()).not.toContain("x5ecret");

    const program = join(EXTENSION, "dist", "cli.js");
    const read = spawnSync(join(BIN_FOLDER, "node"), [program, "trace", file], { encoding: "utf8" });
    expect(read).toMatchObject({ status: 0, stderr: "" });
    expect(heads(unwrapped(read.stdout)).map(inAnyOrder)).toEqual(expected.map(inAnyOrder));
    // The same lines, as far as the screen showed them.
    const lines = new Set(unwrapped(read.stdout).map((line) => line.trim()));
    expect(shown.filter((line) => !lines.has(line))).toEqual([]);

    await pi.prompt(`/notify export ${file}`);
    await waitForAnswer(pi, (answer) => answer.join("").includes("a file of that name exists"));
    expect(readFileSync(file, "utf8")).toBe(text);
    await pi.prompt("/notify export");
    const written = await waitForAnswer(pi, (answer) => answer.join("").includes("traces"));
    const [, path = ""] = /^Wrote (.*\.json), records: \d+\.$/.exec(written.join("")) ?? [];
    await waitUntil("the file", () => existsSync(path));
  });
});
