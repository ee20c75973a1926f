import { expect, it } from "vitest";
import { describeWith } from "../../../rig/describe-with.ts";
import { oscTokens, parseTerminal, unwrapTmux } from "../../../rig/osc-parser.ts";
import { startPiRemote } from "../../../rig/pi-remote.ts";
import type { RecordedPty } from "../../../rig/recorded-pty.ts";
import { EXTENSION, startToldPi, TERMINAL } from "../../../rig/told-pi.ts";
import { startScriptedModel } from "../../../src/testing/scripted-model.ts";
import { waitUntil } from "../../../src/testing/wait-until.ts";

/** `+1` where the first notification appears on the terminal, `-1` where it is closed. */
function comingsAndGoings({ bytes }: Pick<RecordedPty, "bytes">): string[] {
  const ids: string[] = [];
  return oscTokens(unwrapTmux(parseTerminal(bytes, { allowTruncated: true })), 99).flatMap(({ data }) => {
    const [, id = "", rest = ""] = /^99;i=([^:]+):([^;]*);/.exec(data) ?? [];
    if (!ids.includes(id)) ids.push(id);
    if (rest === "p=close") return [`-${ids.indexOf(id) + 1}`];
    return rest.startsWith("d=0:") ? [`+${ids.indexOf(id) + 1}`] : [];
  });
}

describeWith("tmux", "what is not true any more, on the real Pi in tmux on a kitty", () => {
  it("is closed by a key, by the dialog's answer and by a new run, each by its own id; what the end leaves stays", async () => {
    await using remote = await startPiRemote();
    await using model = await startScriptedModel();
    await using told = await startToldPi({
      extensions: [EXTENSION, remote.extension],
      env: remote.env,
      model,
      term: "xterm-kitty",
      termType: "kitty(0.41.1)",
      config: { prompts: { graceMs: 0 } },
      channels: () => [TERMINAL],
    });
    const { pi } = told;
    const log = () => comingsAndGoings(pi.outer);
    const logged = (...entries: readonly string[]) =>
      waitUntil(
        () => `${entries.join(" ")} on the terminal; came: ${log().join(" ")}`,
        () => log().join(" ") === entries.join(" "),
      );

    await pi.prompt("hi");
    await logged("+1");
    await pi.type("x");
    await logged("+1", "-1");

    const answer = model.hold();
    await pi.prompt("hi");
    await pi.waitForEvent("agent_start", 2);
    await remote.perform({ do: "open dialog" });
    await logged("+1", "-1", "+2");
    await pi.keys("Enter");
    await logged("+1", "-1", "+2", "-2");
    answer.release();
    await logged("+1", "-1", "+2", "-2", "+3");

    await remote.perform({ do: "send prompt" });
    await logged("+1", "-1", "+2", "-2", "+3", "-3", "+4");
    pi.signal("SIGTERM");
    await pi.exit();
    await pi.finish();
    expect(log()).toEqual(["+1", "-1", "+2", "-2", "+3", "-3", "+4"]);
  });
});
