import { failOnUnknown } from "./fail-on-unknown.ts";
import type { FakeDialogs } from "./fake-dialogs.ts";

interface DialogOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}

export interface FakeUiParts {
  /** Throws when the session has ended. */
  readonly live: <T>(value: () => T) => T;
  /** Whether somebody is there to answer. */
  readonly isInteractive: boolean;
  readonly dialogs: FakeDialogs;
  readonly inputHandlers: Set<(data: string) => unknown>;
  readonly notify: (line: string) => void;
}

/** `ctx.ui`: dialogs that a test answers, what is said, and nothing that draws. */
export function createFakeUi({ live, isInteractive, dialogs, inputHandlers, notify }: FakeUiParts): object {
  const ask: FakeDialogs["ask"] = (request) =>
    live(() => {
      if (isInteractive) return dialogs.ask(request);
      return Promise.resolve(request.kind === "confirm" ? false : undefined);
    });
  const nothing = () => live(() => undefined);
  const ui = {
    confirm: (title: string, message: string, options: DialogOptions = {}) =>
      ask({ kind: "confirm", title, message, ...options }),
    select: (title: string, choices: string[], options: DialogOptions = {}) =>
      ask({ kind: "select", title, choices, ...options }),
    input: (title: string, message?: string, options: DialogOptions = {}) =>
      ask({ kind: "input", title, message, ...options }),
    editor: (title: string, message?: string) => ask({ kind: "editor", title, message }),
    // Its component is never drawn: the test gives the result.
    custom: () => ask({ kind: "custom" }),
    notify: (text: string, level = "info") => live(() => notify(`${level}: ${text}`)),
    onTerminalInput: (handler: (data: string) => unknown) =>
      live(() => {
        inputHandlers.add(handler);
        return () => inputHandlers.delete(handler);
      }),
    setStatus: nothing,
    setTitle: nothing,
    setWidget: nothing,
    setFooter: nothing,
    setHeader: nothing,
    setWorkingMessage: nothing,
    setWorkingVisible: nothing,
    setWorkingIndicator: nothing,
  };
  return failOnUnknown(ui, "ctx.ui");
}
