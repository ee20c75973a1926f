import { isSuccess } from "../notices/health-sign.ts";
import type { AttemptResult } from "../notices/outcome.ts";

/** Dismisses what one attempt has shown. Aborted when it takes too long or the session ends. */
export type TakeBack = (signal: AbortSignal) => Promise<void>;

interface Showing {
  readonly noticeId: string;
  readonly takeBack: TakeBack;
  state: "under way" | "shown" | "dismissed";
}

/** Longest withdrawal, milliseconds. */
const DISMISS_LIMIT_MS = 1_000;

/**
 * Remembers what this session's attempts have shown and how to take it back, until it is not true any more (R30).
 * Dismissing runs in the background: nothing waits for it, and its failure is not reported.
 */
export class ShownNotices {
  readonly #showings = new Set<Showing>();
  readonly #ending = new AbortController();

  /**
   * Makes an attempt.
   * @param noticeId of the notice that gives the notification its name; of several that go as one, the first
   */
  async during(noticeId: string, attempt: () => Promise<AttemptResult>, takeBack: TakeBack): Promise<AttemptResult> {
    const showing: Showing = { noticeId, takeBack, state: "under way" };
    this.#showings.add(showing);
    try {
      const result = await attempt();
      if (!isSuccess(result)) this.#showings.delete(showing);
      // Overtaken in the meantime.
      else if (showing.state === "dismissed") this.#dismiss(showing);
      else showing.state = "shown";
      return result;
    } catch (error) {
      this.#showings.delete(showing);
      throw error;
    }
  }

  /** Dismisses this notice wherever it is shown, at once or as soon as its attempt has succeeded. */
  dismiss(noticeId: string): void {
    for (const showing of this.#showings) {
      if (showing.noticeId !== noticeId) continue;
      if (showing.state === "shown") this.#dismiss(showing);
      else showing.state = "dismissed";
    }
  }

  /** Whether something is shown, or about to be, that may be taken back. */
  get isWaiting(): boolean {
    return this.#showings.size > 0;
  }

  /** The session is over: nothing is taken back any more. */
  end(): void {
    this.#ending.abort();
    this.#showings.clear();
  }

  #dismiss(showing: Showing): void {
    // Not remembered any more: taken back before, or the session is over.
    if (!this.#showings.delete(showing)) return;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), DISMISS_LIMIT_MS);
    const signal = AbortSignal.any([this.#ending.signal, limit.signal]);
    // A channel may throw at once, and a rejection that nobody handles ends Pi.
    void new Promise<void>((resolve) => resolve(showing.takeBack(signal)))
      .catch(() => {})
      .finally(() => clearTimeout(timer));
  }
}
