import { fileURLToPath } from "node:url";
import { waitUntil } from "../src/testing/wait-until.ts";
import { type HttpReceiver, startHttpReceiver } from "./http-receiver.ts";
import { PiInTmux, type PiInTmuxOptions } from "./pi-in-tmux.ts";
import { inShort, receivedOn, TEST_LABEL } from "./received-notices.ts";

/**
 * The package as Pi loads it: this checkout, with its built dist/.
 * `PI_NOTIFY_UNDER_TEST` names another folder, to see the tests fail on a package that was broken on purpose.
 */
export const EXTENSION = process.env.PI_NOTIFY_UNDER_TEST ?? fileURLToPath(new URL("..", import.meta.url));

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

/** The titles of R18, and what {@link inShort} makes of `/notify test`. */
const TITLES = {
  "agent-completed": "Pi finished the task",
  "agent-error": "Pi encountered an error",
  "input-required": "Pi needs your input",
  "permission-required": "Pi needs permission",
  "task-completed": "Pi completed a task",
  "integration-error": "Pi encountered an integration error",
  test: "test",
} as const;

/** An event id, or `/notify test`. */
export type Tale = keyof typeof TITLES;

/** What came at both ends, in the order in which it came there. */
export interface Told {
  /** Titles and `BEL`, as {@link inShort} tells them. */
  readonly terminal: readonly string[];
  /** Event ids, `test` for `/notify test`. */
  readonly hook: readonly string[];
}

/** These notices, each on every channel: its sequence and then the bell on the terminal, one request at the hook. */
export function everywhere(...tales: readonly Tale[]): Told {
  return { terminal: tales.flatMap((tale) => [TITLES[tale], "BEL"]), hook: tales };
}

/** A real Pi in a real tmux that lets sequences through, with the extension, and both ends where it tells. */
export interface ToldPi extends AsyncDisposable {
  readonly pi: PiInTmux;
  readonly hook: HttpReceiver;
  /** What came so far. */
  told(): Told;
  /** Waits until exactly this has come. @throws Error as soon as something else came. */
  waitForTold(expected: Told): Promise<void>;
  /**
   * Sends `/notify test` and waits until it is told on every channel: what was caused before and did not come by then
   * did not come. Pi must show its editor, and what is expected before must have been waited for: tmux makes one bell
   * of two that come at once.
   */
  tellTest(): Promise<void>;
  /** Ends Pi, and returns all that ever came: the recording and the requests are complete. */
  finish(): Promise<Told>;
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

  const toldSoFar = (): Told => ({
    terminal: inShort(receivedOn(pi.outer)),
    hook: hook.requests.map(requestInShort),
  });
  return {
    pi,
    hook,
    told: toldSoFar,
    async waitForTold(expected) {
      await waitUntil(
        () => `${inWords(expected)}; came: ${inWords(toldSoFar())}`,
        () => {
          const came = toldSoFar();
          if (isPrefix(came.terminal, expected.terminal) && isPrefix(came.hook, expected.hook)) {
            return came.terminal.length === expected.terminal.length && came.hook.length === expected.hook.length;
          }
          throw new Error(`expected: ${inWords(expected)}; came: ${inWords(came)}`);
        },
      );
    },
    async tellTest() {
      const before = toldSoFar();
      await pi.prompt("/notify test");
      await waitUntil(
        () => `the test notice; came: ${inWords(toldSoFar())}`,
        () => {
          const came = toldSoFar();
          const isShown = countTests(came.terminal) > countTests(before.terminal) && came.terminal.at(-1) === "BEL";
          return isShown && countTests(came.hook) > countTests(before.hook);
        },
      );
    },
    async finish() {
      await pi.finish();
      await hook.waitForNoConnection();
      return toldSoFar();
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
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

function isPrefix(came: readonly string[], expected: readonly string[]): boolean {
  return came.every((one, index) => one === expected[index]);
}

function inWords({ terminal, hook }: Told): string {
  return `on the terminal ${terminal.join(", ") || "nothing"}; at the hook ${hook.join(", ") || "nothing"}`;
}
