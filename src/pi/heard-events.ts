import { PI_NOTIFY_PUBLISH_EVENT } from "../api/api.ts";
import type { BusWord } from "../integrations/bus-word.ts";
import { type Publication, readPublication } from "../integrations/read-publication.ts";
import { tasksOfResult } from "../integrations/subagent-events.ts";
import type { SessionEvent } from "../machines/session.types.ts";

export interface HeardEventsOptions {
  /** Begins the id of each notification. */
  readonly sessionKey: string;
  readonly send: (event: SessionEvent) => void;
  /** An extension sent an invalid payload on this channel of Pi's bus. */
  readonly onInvalid: (channel: string) => void;
}

/** Turns what Pi and other extensions say, apart from runs and dialogs, into events. Synchronous bookkeeping only. */
export class HeardEvents {
  readonly #options: HeardEventsOptions;
  /** Numbers the notifications that come from no run and no dialog. */
  #published = 0;

  constructor(options: HeardEventsOptions) {
    this.#options = options;
  }

  /** Pi has compacted the context. */
  compacted(at: number): void {
    this.#publish("compaction", { event: "context-compacted" }, at);
  }

  /** Another extension has published a notification, or something invalid. */
  published(payload: unknown, at: number): void {
    const publication = readPublication(payload);
    if (publication === undefined) this.#options.onInvalid(PI_NOTIFY_PUBLISH_EVENT);
    else this.#publish("published", publication, at);
  }

  /** A tool has ended; its result may leave subagents at work. */
  toolEnded(result: unknown): void {
    this.#startTasks(tasksOfResult(result));
  }

  /** Another extension has said something on Pi's bus. */
  said(word: BusWord, at: number): void {
    const { send } = this.#options;
    switch (word.type) {
      case "silence":
        send({ type: "span.silenced" });
        return;
      case "question":
        send({ type: "question.asked", question: word.question, at });
        return;
      case "answer":
        send({ type: "question.answered", answer: word.answer });
        return;
      case "tasks started":
        this.#startTasks(word.taskIds);
        return;
      case "task ended":
        if (word.notice !== undefined) this.#publish("task", word.notice, at);
        for (const taskId of word.taskIds) send({ type: "task.ended", taskId });
        return;
    }
  }

  #startTasks(taskIds: readonly string[]): void {
    for (const taskId of taskIds) this.#options.send({ type: "task.started", taskId });
  }

  #publish(kind: "compaction" | "published" | "task", { event, label }: Publication, at: number): void {
    this.#published += 1;
    const id = `${this.#options.sessionKey}-${kind}${this.#published}`;
    const notice = { id, event, at, ...(label === undefined ? {} : { label }) };
    this.#options.send({ type: "notice.published", notice, ...(kind === "task" ? { ofTask: true } : {}) });
  }
}
