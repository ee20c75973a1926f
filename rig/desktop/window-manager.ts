import { execFileSync } from "node:child_process";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { makeScratchFolder } from "../scratch-folder.ts";
import type { Desktop } from "./desktop.ts";
import { startProgram } from "./started-program.ts";

/** Keeps the windows of an X11 desktop. The one that opens last has the keyboard. */
export interface WindowManager extends AsyncDisposable {
  /** Opens another window, which gets the keyboard, until it is disposed of. */
  cover(): Promise<AsyncDisposable>;
  /** Whether one of the windows asks for attention. */
  isCalled(): boolean;
}

export async function startWindowManager(desktop: Desktop): Promise<WindowManager> {
  await using stack = new AsyncDisposableStack();
  const { PATH = "" } = process.env;
  const scratch = stack.use(makeScratchFolder());
  const env = { PATH, HOME: scratch.path, ...desktop.env };
  const property = (...args: readonly string[]) =>
    execFileSync("xprop", args, { env, encoding: "utf8", timeout: 5_000 });
  const windowsIn = (name: string): readonly string[] => property("-root", name).match(/0x[0-9a-f]{2,}/g) ?? [];
  stack.use(startProgram("openbox", [], { env, stdio: "ignore" }));
  await waitUntil("openbox to manage the screen", () => windowsIn("_NET_SUPPORTING_WM_CHECK").length > 0);
  const owned = stack.move();
  return {
    async cover() {
      const [before] = windowsIn("_NET_ACTIVE_WINDOW");
      const window = startProgram("xev", [], { env, stdio: "ignore" });
      const isActive = () => ![undefined, before].includes(windowsIn("_NET_ACTIVE_WINDOW")[0]);
      await waitUntil("the other window to have the keyboard", isActive);
      return window;
    },
    isCalled: () =>
      windowsIn("_NET_CLIENT_LIST").some((id) => property("-id", id, "_NET_WM_STATE").includes("DEMANDS_ATTENTION")),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
