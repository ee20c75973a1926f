import { fileURLToPath } from "node:url";
import { type HttpReceiver, startHttpReceiver } from "../rig/http-receiver.ts";
import { PiInTmux, type PiInTmuxOptions } from "../rig/pi-in-tmux.ts";
import { waitUntil } from "../rig/wait-until.ts";
import { inShort, type Received, receivedOn, TEST_LABEL, waitForReceived } from "./received-notices.ts";

/**
 * The package as Pi loads it: this checkout, with its built dist/.
 * `PI_NOTIFY_UNDER_TEST` names another folder, to see the tests fail on a package that was broken on purpose.
 */
export const EXTENSION = process.env.PI_NOTIFY_UNDER_TEST ?? fileURLToPath(new URL("../..", import.meta.url));

export const TERMINAL = { id: "terminal", type: "osc" };
export const BELL = { id: "bell", type: "bell" };

export interface ToldPiOptions extends Omit<PiInTmuxOptions, "config"> {
  /** In place of terminal, bell and a webhook called `hook` to {@link ToldPi.hook}. */
  readonly channels?: (hookUrl: string) => readonly object[];
  /** Top-level keys of the config beside `channels`. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** The body of a webhook with the default template. */
export interface HookNotice {
  readonly title: string;
  readonly body: string;
  readonly event: string;
  readonly label: string;
  readonly location: string;
  readonly id: string;
}

/** A real Pi in a real tmux that lets sequences through, with the extension, and both ends where it tells. */
export interface ToldPi extends AsyncDisposable {
  readonly pi: PiInTmux;
  readonly hook: HttpReceiver;
  /** What came on the outer terminal so far, in short, in its order. */
  onTerminal(): string[];
  /** What came at {@link hook} so far: event ids in the order of the requests, `test` for `/notify test`. */
  atHook(): string[];
  /** Waits until the terminal got exactly these, as {@link inShort} tells them. @throws Error when others came first. */
  waitForTerminal(...expected: readonly string[]): Promise<Received[]>;
  /**
   * Sends `/notify test` and waits until it is told on every configured channel: what was caused before and did not
   * come by then did not come. Pi must show its editor.
   */
  tellTest(): Promise<void>;
  /** Ends Pi, and returns all that ever came. The recording and the requests are complete. */
  finish(): Promise<Told>;
}

export interface Told {
  readonly terminal: string[];
  readonly hook: string[];
}

export async function startToldPi(options: ToldPiOptions = {}): Promise<ToldPi> {
  await using stack = new AsyncDisposableStack();
  const hook = stack.use(await startHttpReceiver());
  const channels = options.channels?.(hook.url) ?? [TERMINAL, BELL, hookChannel("hook", hook.url)];
  const pi = stack.use(
    await PiInTmux.start({
      extensions: [EXTENSION],
      ...options,
      tmuxOptions: { "allow-passthrough": "on", ...options.tmuxOptions },
      config: { version: 1, language: "en", ...options.config, channels },
    }),
  );
  const owned = stack.move();

  const onTerminal = () => inShort(receivedOn(pi.outer));
  const atHook = () => hook.requests.map(requestInShort);
  return {
    pi,
    hook,
    onTerminal,
    atHook,
    waitForTerminal(...expected) {
      return waitForReceived(pi.outer, (received) => isReached(inShort(received), expected));
    },
    async tellTest() {
      const before = { terminal: countTests(onTerminal()), hook: countTests(atHook()) };
      await pi.prompt(command("test"));
      await waitUntil(
        () => `the test notice; on the terminal: ${onTerminal()}; at the hook: ${atHook()}`,
        () => {
          const shown = onTerminal();
          const isShown = countTests(shown) > before.terminal && shown.at(-1) === "BEL";
          return isShown && countTests(atHook()) > before.hook;
        },
      );
    },
    async finish() {
      await pi.finish();
      await hook.waitForNoConnection();
      return { terminal: onTerminal(), hook: atHook() };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** `/notify …` to type at once: with a second space Pi's completion menu, which would take the Enter, stays closed. */
export function command(args: string): string {
  return `/notify  ${args}`;
}

export function hookChannel(id: string, url: string, more: object = {}): object {
  return { id, type: "webhook", webhook: { url }, ...more };
}

export function hookNotice(request: { readonly body: string }): HookNotice {
  return JSON.parse(request.body) as HookNotice;
}

function requestInShort(request: { readonly body: string }): string {
  const { event, label } = hookNotice(request);
  return label === TEST_LABEL ? "test" : event;
}

function countTests(told: readonly string[]): number {
  return told.filter((one) => one === "test").length;
}

/** @throws Error as soon as what came cannot become what is expected. */
function isReached(came: readonly string[], expected: readonly string[]): boolean {
  const isPrefix = came.every((one, index) => one === expected[index]);
  if (!isPrefix) throw new Error(`expected on the terminal: ${expected.join(", ")}; came: ${came.join(", ")}`);
  return came.length === expected.length;
}
