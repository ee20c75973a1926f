/** An attached tmux client, as `list-clients` tells it. */
export interface TmuxClientInfo {
  /** `#{client_termtype}`: the outer terminal's own word, such as `kitty(0.26.5)` or `tmux 3.3a`; empty right after attach. */
  readonly termType: string;
  /** `#{client_termname}`: its TERM, such as `xterm-kitty`. */
  readonly termName: string;
}

/** A client with the terminal that it is on. */
export interface AttachedTmuxClient extends TmuxClientInfo {
  /** `#{client_tty}`: the path of the device, such as `/dev/pts/3`. */
  readonly tty: string;
  /** Whether it shows this pane's window. */
  readonly showsWindow: boolean;
}

/** What one question to tmux brought. */
export type TmuxReply =
  /** No tmux, or only the variables of one that is gone. */
  | { readonly kind: "outside" }
  | {
      readonly kind: "answered";
      readonly sessionName: string;
      readonly windowIndex: string;
      readonly paneIndex: string;
      /** `$1`, `@7`, `%12`. */
      readonly sessionId: string;
      readonly windowId: string;
      readonly paneId: string;
      /** `no-gate`: this tmux is too old to know the option and lets everything through. */
      readonly passthrough: "off" | "on" | "all" | "no-gate";
      /** Whether any attached client shows this very pane. */
      readonly paneVisible: boolean;
      /**
       * A client in control mode is attached to this pane's session, such as iTerm2 by `tmux -CC`: it draws the pane from
       * every byte that Pi writes, whatever tmux lets through to others. Seen with tmux 3.3a.
       */
      readonly isControlled?: true;
      /** The other clients attached to this pane's session. */
      readonly clients: readonly TmuxClientInfo[];
      /** All clients of the server, whatever they show, but those in control mode: what they draw is not tmux's screen. */
      readonly everyClient: readonly AttachedTmuxClient[];
    }
  /** Inside tmux, but it gave no usable answer within its second. */
  | { readonly kind: "unanswered" };

/** Asks tmux. Never rejects. */
export interface TmuxClient {
  /**
   * Callers with the same `key` (one notice, one round of preparing) share one child process.
   * The child is killed when it is late, and when every caller's signal has aborted.
   */
  ask(key: string, signal: AbortSignal): Promise<TmuxReply>;
}
