/**
 * A Pi extension that gives Pi's session a name that no keyboard can type: `/hostile-name 3` takes the text at that
 * index of HOSTILE_TEXTS.
 */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { HOSTILE_TEXTS } from "./hostile-texts.ts";

export default function hostileNames(pi: ExtensionAPI): void {
  pi.registerCommand("hostile-name", {
    description: "Set the session's name to a hostile text",
    handler: async (index) => pi.setSessionName(HOSTILE_TEXTS[Number(index)]?.text ?? ""),
  });
}
