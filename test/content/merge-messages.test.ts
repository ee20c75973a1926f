import { expect, it } from "vitest";
import { mergeMessages } from "../../src/content/merge-messages.ts";
import type { Message } from "../../src/content/message.ts";

function message(title: string, ...lines: string[]): Message {
  return { title, lines, fields: { label: "", project: title, session: "", host: "", location: "", duration: "" } };
}

const DONE = message("Done", "Project: a", "Host: h");

it.each<[string, Message[], string[]]>([
  ["nothing else", [], ["Project: a", "Host: h"]],
  ["another event", [message("Compacted", "Project: a", "Host: h")], ["Compacted", "Project: a", "Host: h"]],
  ["the same event of somebody else", [message("Done", "Scout", "Project: a")], ["Project: a", "Host: h", "Scout"]],
  ["the same twice", [DONE], ["Project: a", "Host: h"]],
  [
    "several",
    [message("Failed", "Scout", "Host: h"), message("Failed", "Ranger"), message("Asks", "Host: i")],
    ["Failed", "Asks", "Project: a", "Host: h", "Scout", "Ranger", "Host: i"],
  ],
])("one message with %s", (_name, others, lines) => {
  expect(mergeMessages(DONE, others)).toEqual({ ...DONE, lines });
});
