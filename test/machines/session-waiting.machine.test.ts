import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/machines/session.types.ts";
import type { Question } from "../../src/notices/question.ts";
import { ended, opened, settled, startSession } from "./start-session.ts";

const asked = (question: Question): SessionEvent => ({ type: "question.asked", at: 0, question });
const ask = (title?: string, id = "a1") => asked({ kind: "ask", id, title });
const permission = asked({ kind: "permission", id: "p1" });
const answeredAsk: SessionEvent = { type: "question.answered", answer: { kind: "ask", id: "a1" } };
const closed: SessionEvent = { type: "span.closed" };

/** Beginnings and ends that the outside hears of, so that a multiplexer can show that the user is waited for (R39). */
describe("session: that a dialog waits for the user", () => {
  it.each<[string, SessionEvent[], string[]]>([
    ["with the dialog's title", [opened("Sure?"), closed], ["began: Sure?", "ended"]],
    ["without a title", [opened(), closed], ["began: (no title)", "ended"]],
    ["with the ask flow's, asked just before", [ask("Which?"), opened()], ["began: Which?"]],
    ["the dialog's own comes first", [ask("Which?"), opened("Sure?")], ["began: Sure?"]],
    ["a permission has no title to show", [permission, opened()], ["began: (no title)"]],
    ["the ask flow's, asked just after", [opened(), ask("Which?")], ["began: (no title)", "ended", "began: Which?"]],
    ["not of an ask flow without one", [opened(), ask()], ["began: (no title)"]],
    ["not anew for a permission", [opened(), permission], ["began: (no title)"]],
    ["the dialog's own stays", [opened("Sure?"), ask("Which?")], ["began: Sure?"]],
    [
      "the oldest ask flow's stays",
      [opened(), ask("Which?"), ask("And this?", "a2")],
      ["began: (no title)", "ended", "began: Which?"],
    ],
    [
      "a later one's, once the first is answered",
      [ask("Which?"), opened(), answeredAsk, ask("And this?", "a2")],
      ["began: Which?", "ended", "began: And this?"],
    ],
    [
      "a question without a title takes none away",
      [ask("Which?"), opened(), answeredAsk, permission],
      ["began: Which?"],
    ],
    [
      "a title goes with its dialog",
      [opened("Sure?"), closed, opened()],
      ["began: Sure?", "ended", "began: (no title)"],
    ],
    [
      "an end that was lost is made up for",
      [opened("One"), opened("Two"), closed],
      ["began: One", "ended", "began: Two", "ended"],
    ],
    ["an end alone is none", [closed], []],
  ])("%s", (_name, events, expected) => {
    const { send, waits } = startSession();
    send("run.started", ...events);
    expect(waits).toEqual(expected);
  });

  it("a dialog that the user opened does not wait when a run begins", () => {
    const { send, waits } = startSession();
    send(opened("Model"), "run.started", "span.closed");
    expect(waits).toEqual([]);
  });

  it("runs and retries that begin meanwhile begin no other waiting", () => {
    const { send, waits } = startSession();
    send("run.started", opened("Sure?"), "run.started", ended("ok"), settled(), "run.started");
    expect(waits).toEqual(["began: Sure?"]);
  });

  it("ends with the session", () => {
    const { send, waits } = startSession();
    send("run.started", opened("Sure?"), "session.ended");
    expect(waits).toEqual(["began: Sure?", "ended"]);
  });
});
