import { chownSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { makeScratchFolder } from "../scratch-folder.ts";
import type { Screen } from "./screen.ts";
import { startProgram } from "./started-program.ts";

/** sway refuses to run as root; as this other user it needs only a folder of its own. */
const NOBODY = 65_534;

/** A Wayland compositor that draws into memory. */
export async function startWaylandScreen(): Promise<Screen> {
  await using stack = new AsyncDisposableStack();
  const scratch = stack.use(makeScratchFolder());
  const runtimeFolder = join(scratch.path, "r");
  mkdirSync(runtimeFolder, { mode: 0o700 });
  const settings = join(scratch.path, "sway");
  writeFileSync(settings, "xwayland disable\n");
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [scratch.path, runtimeFolder]) chownSync(path, NOBODY, NOBODY);
  const [program = "", ...args] = [
    ...(isRoot ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : []),
    ...["sway", "-c", settings],
  ];
  const { PATH = "" } = process.env;
  stack.use(
    startProgram(program, args, {
      env: {
        PATH,
        HOME: scratch.path,
        XDG_RUNTIME_DIR: runtimeFolder,
        WLR_BACKENDS: "headless",
        WLR_LIBINPUT_NO_DEVICES: "1",
        WLR_RENDERER: "pixman",
      },
      stdio: "ignore",
    }),
  );
  const socket = () => readdirSync(runtimeFolder).find((name) => /^wayland-\d+$/.test(name));
  await waitUntil("sway to open its socket", () => socket() !== undefined);
  const owned = stack.move();
  return {
    env: { WAYLAND_DISPLAY: join(runtimeFolder, socket() ?? "") },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
