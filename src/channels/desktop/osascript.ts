import { LOCALE_VARIABLES } from "../../ports/environment.ts";
import type { ProgramCall } from "../../ports/program-runner.ts";
import type { DesktopText } from "./desktop-text.ts";

/** Never made of anything: texts come as arguments (R23). */
const SILENT = "display notification (item 3 of argv) with title (item 2 of argv)";
const WITH_SOUND = `${SILENT} sound name (item 4 of argv)`;

/** A first argument that is a plain word ends osascript's own options, so that no text is taken for one. */
const FIRST = "pi-notify";

/** The last of them is how macOS names the user's text encoding. */
const INHERITS = ["PATH", ...LOCALE_VARIABLES, "HOME", "USER", "LOGNAME", "TMPDIR", "__CF_USER_TEXT_ENCODING"];

export function osascriptCall({ title, body }: DesktopText, sound: string | undefined): ProgramCall {
  const statement = sound === undefined ? SILENT : WITH_SOUND;
  return {
    program: "/usr/bin/osascript",
    inherits: INHERITS,
    args: [
      ...["on run argv", statement, "end run"].flatMap((line) => ["-e", line]),
      ...[FIRST, title, body],
      ...(sound === undefined ? [] : [sound]),
    ],
  };
}
