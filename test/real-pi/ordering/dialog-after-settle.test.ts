import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { lineOf, noticesIn, receivedOn } from "../../../rig/received-notices.ts";
import { makeScratchFolder } from "../../../rig/scratch-folder.ts";
import { BELL, everywhere, hookChannel, hookNotice, startToldPi, TERMINAL, type ToldPi } from "../../../rig/told-pi.ts";
import { makeSlowTmux } from "../slow-tmux.ts";

const OLD_LOCATION = "work / window 0 / pane 0";
const NEW_LOCATION = "renamed / window 0 / pane 0";

/** Where each terminal notice said that Pi runs, in the order of {@link everywhere}. */
function locationsOnTerminal({ pi }: ToldPi): (string | undefined)[] {
  return noticesIn(receivedOn(pi.outer)).map((notice) => lineOf(notice, "Location"));
}

function locationsAtHook({ hook }: ToldPi): string[] {
  return hook.requests.map((request) => hookNotice(request).location);
}

async function renameSession({ pi }: ToldPi): Promise<void> {
  await pi.server.run("rename-session", "-t", pi.sessionId, "renamed");
}

describeWith("tmux", "a dialog that another extension opens when the run has settled", () => {
  it("holds every channel that is still preparing; each is told once, after it closes, from where Pi is then", async () => {
    await using scratch = makeScratchFolder();
    await using tmux = makeSlowTmux();
    const dialogWhen = join(scratch.path, "open-dialog");
    await using told = await startToldPi({ pathPrepend: [tmux.folder], env: { RIG_DIALOG_WHEN: dialogWhen } });
    const { pi } = told;
    await pi.prompt("hi");
    await tmux.waitForQuestions(1);
    writeFileSync(dialogWhen, "");
    await pi.waitForEvent("ui_prompt_start");
    expect(told.told()).toEqual(everywhere());
    // What the hold made pointless is ended, not left waiting for tmux.
    await tmux.waitForNoQuestion();
    expect(tmux.askers()).toHaveLength(1);

    tmux.letAnswer();
    await told.waitForTold(everywhere("input-required"));
    await renameSession(told);
    await pi.keys("Enter");
    await told.waitForTold(everywhere("input-required", "agent-completed"));
    expect(locationsOnTerminal(told)).toEqual([OLD_LOCATION, NEW_LOCATION]);
    expect(locationsAtHook(told)).toEqual([OLD_LOCATION, NEW_LOCATION]);
    expect(pi.eventNames().slice(-3)).toEqual(["agent_settled", "ui_prompt_start", "ui_prompt_end"]);
    await told.tellTest();
    expect(await told.finish()).toEqual(everywhere("input-required", "agent-completed", "test"));
  });

  it("holds only what was not attempted: a webhook already sent is not sent again", async () => {
    await using scratch = makeScratchFolder();
    // The webhook's question passes; the next one, of the two that wait out a delay first, does not.
    await using tmux = makeSlowTmux(2);
    const dialogWhen = join(scratch.path, "open-dialog");
    const delayMs = 700;
    await using told = await startToldPi({
      pathPrepend: [tmux.folder],
      env: { RIG_DIALOG_WHEN: dialogWhen },
      channels: (url) => [{ ...TERMINAL, delayMs }, { ...BELL, delayMs }, hookChannel("hook", url)],
    });
    const { pi } = told;
    await pi.prompt("hi");
    await tmux.waitForQuestions(2);
    await told.waitForTold({ terminal: [], hook: ["agent-completed"] });
    writeFileSync(dialogWhen, "");
    await pi.waitForEvent("ui_prompt_start");
    await tmux.waitForNoQuestion();

    tmux.letAnswer();
    const dialogTold = everywhere("input-required").terminal;
    await told.waitForTold({ terminal: dialogTold, hook: ["agent-completed", "input-required"] });
    await renameSession(told);
    await pi.keys("Enter");
    const terminal = [...dialogTold, ...everywhere("agent-completed").terminal];
    await told.waitForTold({ terminal, hook: ["agent-completed", "input-required"] });
    expect(locationsOnTerminal(told)).toEqual([OLD_LOCATION, NEW_LOCATION]);
    await told.tellTest();
    expect(await told.finish()).toEqual({
      terminal: [...terminal, ...everywhere("test").terminal],
      hook: ["agent-completed", "input-required", "test"],
    });
    expect(locationsAtHook(told)).toEqual([OLD_LOCATION, OLD_LOCATION, NEW_LOCATION]);
  });

  it("holds just as well when it opens in the handler of agent_settled itself", async () => {
    await using told = await startToldPi({ env: { RIG_DIALOG_ON_SETTLED: "0" } });
    const { pi } = told;
    await pi.prompt("hi");
    await told.waitForTold(everywhere("input-required"));
    await renameSession(told);
    await pi.keys("Enter");
    await told.waitForTold(everywhere("input-required", "agent-completed"));
    expect(locationsOnTerminal(told)).toEqual([OLD_LOCATION, NEW_LOCATION]);
    await told.tellTest();
    expect(await told.finish()).toEqual(everywhere("input-required", "agent-completed", "test"));
  });
});
