import { startPiInTmux } from "../rig/pi-in-tmux.ts";
import { TmuxServer } from "../rig/tmux-server.ts";
import { waitUntil } from "../src/testing/wait-until.ts";
import { notifyConfig, PROJECT, type Stage, type StageOptions, TERMINAL_TYPE } from "./stage.ts";

/** The session in which Pi's window is a background window. */
export const SECOND_SESSION = "notes";
const LINKED_WINDOW = `=${SECOND_SESSION}:9`;

/**
 * Pi in the visible window of the tmux session `work`.
 *
 * tmux passes notifications on from visible windows only, and flags bells on background windows only. So that one
 * run shows both, Pi's window is linked into a second session, where another window is the current one.
 */
export async function startTmuxStage({ extension, hook }: StageOptions): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(
    await TmuxServer.start({ options: { "allow-passthrough": "on", "monitor-bell": "on", "bell-action": "any" } }),
  );
  await server.newSession({ name: SECOND_SESSION, command: ["cat"] });
  const pi = stack.use(
    await startPiInTmux({
      server,
      sessionName: "work",
      extensions: [extension],
      config: notifyConfig(hook),
      cwdName: PROJECT,
      termType: TERMINAL_TYPE,
    }),
  );
  await server.run("link-window", "-d", "-s", await server.display(pi.pane, "#{window_id}"), "-t", LINKED_WINDOW);
  const tmux = await server.display(pi.pane, "#{version}");
  const owned = stack.move();
  return {
    pi,
    terminal: pi.outer,
    tmux,
    prompt: (text) => pi.prompt(text),
    async confirm(shown) {
      await waitUntil(`“${shown}” on the screen`, async () => (await pi.screen()).includes(shown));
      await pi.keys("Enter");
    },
    async takeBellFlag() {
      const flag = await server.display(LINKED_WINDOW, "#{window_bell_flag}");
      await server.run("kill-session", "-C", "-t", `=${SECOND_SESSION}`); // -C: only its alerts
      return flag === "1";
    },
    async quit() {
      await pi.quit();
      await server.run("detach-client", "-s", pi.sessionId);
      await pi.outer.waitForExit();
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
