import type { ZodMiniType } from "zod/mini";
import type { Message } from "../content/message.ts";
import type { RuleMessage } from "../messages/rules.messages.ts";
import type { EventId, Language, Priority } from "../notices/event-table.ts";
import type { PiMode } from "../notices/notice.ts";
import type { AttemptResult, SkipReason } from "../notices/outcome.ts";
import type { Environment } from "../ports/environment.ts";
import type { HttpClient } from "../ports/http-client.ts";
import type { ProgramRunner } from "../ports/program-runner.ts";
import type { TerminalWriter } from "../ports/terminal-writer.ts";
import type { TmuxReply } from "../ports/tmux-client.ts";
import type { TtyWriter } from "../ports/tty-writer.ts";

export interface PrepareRequest<Config> {
  readonly config: Config;
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** What tmux said for this notice; `outside` where there is no tmux. */
  readonly tmux: TmuxReply;
  /** What Pi's terminal calls itself, where it has been asked and has answered. */
  readonly terminalName?: string | undefined;
  /** Whether a channel of this session would surely have the terminal itself show this notice now. */
  readonly terminalWouldShow: () => Promise<boolean>;
  /** Whether one would write this notice to the terminal, seen or not. */
  readonly terminalWouldWrite: () => Promise<boolean>;
  /** Whether a channel of this session would have the desktop show this notice now. */
  readonly desktopWouldShow: () => Promise<boolean>;
}

/**
 * What preparing ends in. `facts` are small, serialisable and free of secrets and of the user's text:
 * they become machine context, and so part of a trace (R15).
 */
export type Readiness<Facts> =
  | {
      readonly kind: "ready";
      readonly facts: Facts;
      /** Whether it is seen at the other end is not sure: a desktop channel that is there for where it is not, tells. */
      readonly isUnsure?: true;
    }
  | { readonly kind: "skipped"; readonly reason: SkipReason };

export interface AttemptRequest<Config, Facts> {
  readonly config: Config;
  readonly facts: Facts;
  /** Sanitised title and lines (R20). */
  readonly message: Message;
  readonly notice: {
    readonly id: string;
    readonly event: EventId;
    readonly priority: Priority;
    /** When Pi's event arrived, epoch milliseconds. */
    readonly at: number;
    /** What it says ceases to be true one day. */
    readonly dismissible?: true;
  };
}

/** Config and facts are those of the attempt. */
export type DismissRequest<Config, Facts> = Pick<AttemptRequest<Config, Facts>, "config" | "facts"> & {
  readonly notice: Pick<AttemptRequest<Config, Facts>["notice"], "id">;
};

export interface ChannelPorts {
  readonly terminal: TerminalWriter;
  /** Terminals beside Pi's own. */
  readonly ttys: TtyWriter;
  readonly http: HttpClient;
  readonly programs: ProgramRunner;
  /** Now, epoch milliseconds. */
  readonly now: () => number;
}

/**
 * A way to reach the user. Each channel is one folder with these exports, listed in `registry.ts`;
 * it knows its protocol and nothing of runs or spans.
 *
 * `prepare` asks whether and how it can be told, and changes nothing outside.
 * `attempt` is the moment something leaves the process (docs/rules.md); it is called at most once a notice (R1).
 * It resolves with what happened; a rejection becomes `failed`.
 * When `signal` aborts, everything it holds is released.
 */
export interface Channel<Config, Facts> {
  readonly type: string;
  /** Pi modes in which it works unless configured otherwise. */
  readonly modes: { readonly default: readonly PiMode[]; readonly allowed: readonly PiMode[] };
  /** The channel's own part of its configuration: `{ "osc": { … } }` for a channel of type `osc`. */
  readonly schema: ZodMiniType<Config>;
  /** Keys of that part that cannot stand together: where an overlay has the first, these are not inherited. */
  readonly excludes?: Readonly<Record<string, readonly string[]>>;
  /**
   * What is allowed in this configuration but should be known, told once with the configuration's own warnings.
   * `key` stands in the channel's own part; `what` follows its name and holds no value (R15).
   */
  warning?(config: Config): { readonly key: string; readonly what: RuleMessage } | undefined;
  /**
   * Makes an environment value inert that was inserted into a text of the channel's own part, for a channel whose
   * configuration has a syntax of its own. `path` leads to the text from that part. Without it values go in as they are.
   */
  escapeInserted?(value: string, path: readonly (string | number)[]): string;
  /**
   * Gets ready what the first attempt would otherwise spend its time on, without any contact to the outside. Runs while
   * the delivery is being prepared, and need not finish: failing or being slow costs nothing but that time.
   */
  warmUp?(ports: ChannelPorts): Promise<void>;
  /**
   * Its attempts show something on Pi's own terminal, which may drop a second one within the same second: they are
   * kept apart, and what would have to wait longer goes together as one (R31).
   */
  readonly takesTurns?: true;
  /** Its attempt only calls attention to what is shown there: once where several notices were shown as one. */
  readonly ringsOncePerShown?: true;
  /**
   * What to write to Pi's own terminal once, so that it says what it is, where this channel would know more by that
   * (`PrepareRequest.terminalName`); undefined where it would not, or where no answer would come.
   */
  terminalQuery?(request: Pick<PrepareRequest<Config>, "config" | "env">): string | undefined;
  /** Where its attempts post to, for a channel that posts: so that it can be tried whether the host is reached. May be secret. */
  address?(config: Config): string;
  /** Longest attempt, milliseconds. */
  timeoutMs(config: Config): number;
  prepare(request: PrepareRequest<Config>): Readiness<Facts> | Promise<Readiness<Facts>>;
  attempt(request: AttemptRequest<Config, Facts>, ports: ChannelPorts, signal: AbortSignal): Promise<AttemptResult>;
  /**
   * Dismisses what the attempt for this notice has shown, once it is no longer true. Absent where the protocol cannot.
   * No attempt itself, and whatever becomes of it changes nothing (R30).
   */
  dismiss?(request: DismissRequest<Config, Facts>, ports: ChannelPorts, signal: AbortSignal): Promise<void>;
  /** One line for `/notify status`, in this language: no secret, no URL beyond its host (R15). */
  describe(config: Config, language: Language): string;
}
