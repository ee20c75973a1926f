import type { AttemptRequest } from "../channels/channel.ts";
import { mergeMessages } from "../content/merge-messages.ts";
import type { Language } from "../notices/event-table.ts";

type Request = AttemptRequest<unknown, unknown>;

interface Joint<Result> {
  readonly requests: Request[];
  readonly result: Promise<Result>;
}

/**
 * Makes one attempt of those that begin in the same moment with the same key, so that a terminal that takes one
 * notification a second loses none of them. Each gets the result.
 */
export class JointAttempts<Result> {
  readonly #joints = new Map<string, Joint<Result>>();
  readonly #language: Language;
  readonly #onJoined: (noticeIds: readonly string[]) => void;

  /**
   * @param language of the count of what is left out
   * @param onJoined called with the notices of one attempt, before it is made
   */
  constructor(language: Language, onJoined: (noticeIds: readonly string[]) => void = () => {}) {
    this.#language = language;
    this.#onJoined = onJoined;
  }

  join(key: string, request: Request, attempt: (merged: Request) => Promise<Result>): Promise<Result> {
    const joint = this.#joints.get(key);
    if (joint !== undefined) {
      joint.requests.push(request);
      return joint.result;
    }
    const requests = [request];
    // Their turn has come for all of them at once, so all have begun before the event loop turns.
    const result = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#joints.delete(key);
      this.#onJoined(requests.map(({ notice }) => notice.id));
      return attempt(merged(requests, this.#language));
    });
    this.#joints.set(key, { requests, result });
    return result;
  }
}

/** The most urgent one leads, of several the latest. */
function merged(requests: readonly Request[], language: Language): Request {
  const [first, ...others] = requests.toReversed().sort((one, other) => other.notice.priority - one.notice.priority);
  if (first === undefined) throw new TypeError("nothing to merge");
  const messages = others.map(({ message }) => message);
  return { ...first, message: mergeMessages(first.message, messages, language) };
}
