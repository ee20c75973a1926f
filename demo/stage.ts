import type { PiProcess } from "../rig/pi-process.ts";
import type { RecordedPty } from "../rig/recorded-pty.ts";

export interface StageOptions {
  /** What Pi loads: a folder with this package. */
  readonly extension: string;
  /** Where the webhook channel posts to. */
  readonly hook: string;
}

/** Where Pi plays: a terminal, with or without tmux between. */
export interface Stage extends AsyncDisposable {
  readonly pi: PiProcess;
  /** What stands where a person's terminal would, with every byte it received. */
  readonly terminal: RecordedPty;
  /** tmux's version, such as `3.3a`; absent on a plain terminal. */
  readonly tmux?: string;
  /** Types a line and Enter. */
  prompt(text: string): Promise<void>;
  /** Waits until the text is on the screen, then presses Enter. */
  confirm(shown: string): Promise<void>;
  /** tmux's bell flag for Pi's window, and takes it down; `undefined` without tmux. */
  takeBellFlag(): Promise<boolean | undefined>;
  /** Leaves Pi as a person does; afterwards the terminal's recording is complete. */
  quit(): Promise<void>;
}

/** The terminal that ours claims to be; it shows OSC 777. */
export const TERMINAL_NAME = "Ghostty";
export const TERMINAL_TYPE = "ghostty 1.2.0";

export const PROJECT = "shop";

/** What a person would write into pi-notify's config file. */
export function notifyConfig(hook: string): object {
  const template = {
    event: "{{event}}",
    priority: "{{priority}}",
    title: "{{title}}",
    body: "{{body}}",
    id: "{{id}}",
  };
  return {
    version: 1,
    language: "en",
    channels: [
      { id: "osc", type: "osc" },
      { id: "bell", type: "bell" },
      { id: "webhook", type: "webhook", webhook: { url: hook, template } },
    ],
  };
}
