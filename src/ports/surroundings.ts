/** What tmux says of the options on which bells and focus depend, or why it says nothing. */
export type TmuxSettings =
  | { readonly kind: "outside" }
  | {
      readonly kind: "answered";
      /** As tmux calls itself: `3.3a`, `next-3.5`. */
      readonly version: string;
      readonly focusEvents: boolean;
      readonly monitorBell: boolean;
      /** `any`, `none`, `current` or `other`. */
      readonly bellAction: string;
      /** `on`, `off` or `both`. */
      readonly visualBell: string;
      /** The processes of the clients that show this pane; of the session's where no client shows it. */
      readonly clientPids: readonly number[];
    }
  /** `TMUX` is set without the `TMUX_PANE` that would say which pane this is. */
  | { readonly kind: "lost" }
  /** There is no program of that name on `PATH`. */
  | { readonly kind: "missing" }
  | { readonly kind: "hung" }
  /** There is no server behind `TMUX`. */
  | { readonly kind: "gone" }
  /** The server has no such pane. */
  | { readonly kind: "no-pane" };

/** What can lie between a program and the terminal that somebody looks at. */
export type TerminalLayer = "tmux" | "screen" | "zellij" | "ssh" | "mosh";

/** Whether somebody on the session's D-Bus shows notifications. */
export type NotificationService = "there" | "absent" | "no-bus" | "unknown";

/** An extension that Pi is told to load. */
export interface PiExtension {
  /** A package's name, else the name of its file or folder; other people's text. */
  readonly name: string;
  readonly from: "settings" | "project-settings" | "extensions-folder" | "project-extensions-folder";
  /** What `pi remove` knows a package by; absent where it would not help, or could hold a secret (R15). */
  readonly source?: string;
}
