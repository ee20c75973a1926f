import {
  type HttpAnswer,
  type HttpReceiver,
  type ReceivedRequest,
  startHttpReceiver,
} from "../../rig/http-receiver.ts";
import { PiInTmux } from "../../rig/pi-in-tmux.ts";
import { type PiRemote, startPiRemote } from "../../rig/pi-remote.ts";
import { EXTENSION } from "../../rig/told-pi.ts";
import { makeSlowTmux, type SlowTmux } from "../real-pi/slow-tmux.ts";
import { isOnTerminal, type PiScope } from "./pi-acts.ts";

/** Where a Pi posts to so that the test knows that it has dealt with what came before. */
export const MARK_PATH = "/mark";

/** A request that waits for its answer, or has got it. */
export interface HeldRequest {
  readonly request: ReceivedRequest;
  answer(how: HttpAnswer): void;
}

/** One real Pi in a real tmux with the built extension, and everybody it talks to, all decided by the test. */
export interface PiBench extends AsyncDisposable {
  readonly pi: PiInTmux;
  readonly remote: PiRemote;
  readonly receiver: HttpReceiver;
  /** What the channels sent, in the order in which it came. */
  readonly sent: readonly HeldRequest[];
  readonly tmux: SlowTmux;
  /** Sessions so far. */
  sessions: number;
  /** How much of the outer terminal's recording belongs to sessions that are over. */
  bytesLookedAt: number;
}

export async function startPiBench(scope: PiScope): Promise<PiBench> {
  await using stack = new AsyncDisposableStack();
  const receiver = stack.use(await startHttpReceiver());
  const remote = stack.use(await startPiRemote());
  const tmux = stack.use(makeSlowTmux());
  if (scope.tmux === "prompt") tmux.letAnswer();
  const sent: HeldRequest[] = [];
  receiver.answerWith((request) => {
    if (request.path === MARK_PATH) return { kind: "reply", status: 204 };
    return new Promise((answer) => sent.push({ request, answer }));
  });
  const pi = stack.use(
    await PiInTmux.start({
      extensions: [EXTENSION, remote.extension],
      env: { ...remote.env, RIG_INPUT: "1" },
      config: configOf(scope, receiver.url),
      // Kept as small as Pi lets it, so that there is something to compact after one answer.
      settings: { compaction: { keepRecentTokens: 1 }, retry: { baseDelayMs: retryDelay(scope) } },
      pathPrepend: [tmux.folder],
      tmuxOptions: { "allow-passthrough": "on" },
      cols: 160,
    }),
  );
  await remote.waitForSession(1);
  const owned = stack.move();
  return {
    pi,
    remote,
    receiver,
    sent,
    tmux,
    sessions: 1,
    bytesLookedAt: 0,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** At once where the model recovers, and in a time that no test reaches where it does not. */
function retryDelay({ acts }: PiScope): number {
  return acts.includes("model.stumbled") ? 10 * 60_000 : 10;
}

/** With a channel that tells here, if only that it does not, the file has exactly the channels that it names. */
const NOTHING_BUILT_IN = { id: "no-bell", type: "bell", enabled: false };

function configOf({ setup }: PiScope, url: string): object {
  return {
    version: 1,
    language: "en",
    prompts: { notify: setup.announces, graceMs: setup.graceMs },
    channels: [
      NOTHING_BUILT_IN,
      ...setup.channels.map(({ id, delayMs, timeoutMs, events }) => ({
        id,
        // Of all protocols this one says which notice it tells of.
        ...(id === "osc" ? { type: "osc", osc: { protocol: "osc99" } } : {}),
        ...(id === "bell" ? { type: "bell" } : {}),
        ...(isOnTerminal(id) ? {} : { type: "webhook", webhook: { url: `${url}/${id}`, timeoutMs } }),
        delayMs,
        events,
      })),
    ],
  };
}
