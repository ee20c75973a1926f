export type DialogKind = "confirm" | "select" | "input" | "editor" | "custom";

/** A dialog that an extension has opened and nobody has answered yet. */
export interface FakeDialog {
  readonly kind: DialogKind;
  /** What the extension gave as title; a `custom` one has none. */
  readonly title: string | undefined;
  /** The message of a `confirm`, the placeholder of an `input`, the text an `editor` begins with. */
  readonly message: string | undefined;
  /** Of a `select`. */
  readonly choices: readonly string[];
  /** Answers: `true` or `false` for a `confirm`, the text of the others, anything for a `custom` one. */
  answer(value: unknown): void;
  /** Escape: a `confirm` becomes `false`, all others `undefined`. */
  cancel(): void;
}

/** What an extension asks for when it opens a dialog. */
export interface DialogRequest {
  readonly kind: DialogKind;
  readonly title?: string;
  readonly message?: string;
  readonly choices?: readonly string[];
  /** As in Pi's dialog options: closes it from inside. */
  readonly signal?: AbortSignal;
  /** Milliseconds of real time; closes it from inside. */
  readonly timeout?: number;
}

/** Told when the first dialog has opened and when the last has closed; both times about the first. */
export type TellPrompt = (type: "ui_prompt_start" | "ui_prompt_end", first: DialogRequest) => void;

/** The dialogs of one session. Pi tells one span for all that overlap, and names the first of them twice. */
export class FakeDialogs {
  readonly #open: FakeDialog[] = [];
  readonly #tell: TellPrompt;
  #first: DialogRequest | undefined;

  constructor(tell: TellPrompt) {
    this.#tell = tell;
  }

  /** Oldest first. */
  get open(): readonly FakeDialog[] {
    return this.#open;
  }

  /** Resolves with the answer. */
  ask(request: DialogRequest): Promise<unknown> {
    const whenCancelled = request.kind === "confirm" ? false : undefined;
    return new Promise((resolve) => {
      const close = (value: unknown) => {
        const place = this.#open.indexOf(dialog);
        if (place === -1) return;
        this.#open.splice(place, 1);
        request.signal?.removeEventListener("abort", dialog.cancel);
        clearTimeout(timer);
        // As in Pi, the end is on its way before the extension has its answer: two in a row are two spans.
        this.#closed();
        resolve(value);
      };
      const dialog: FakeDialog = {
        kind: request.kind,
        title: request.title,
        message: request.message,
        choices: request.choices ?? [],
        answer: close,
        cancel: () => close(whenCancelled),
      };
      this.#opened(request, dialog);
      const timer = request.timeout === undefined ? undefined : setTimeout(dialog.cancel, request.timeout);
      if (request.signal?.aborted) dialog.cancel();
      else request.signal?.addEventListener("abort", dialog.cancel);
    });
  }

  #opened(request: DialogRequest, dialog: FakeDialog): void {
    this.#open.push(dialog);
    if (this.#open.length > 1) return;
    this.#first = request;
    this.#tell("ui_prompt_start", request);
  }

  #closed(): void {
    const first = this.#first;
    if (this.#open.length > 0 || first === undefined) return;
    this.#first = undefined;
    this.#tell("ui_prompt_end", first);
  }
}
