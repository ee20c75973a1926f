/**
 * Somebody's word that they ask the user something, beside Pi's own word that a dialog is open.
 * It opens no dialog by itself: it tells what the dialog that Pi opens is about (R38).
 */
export interface Question {
  /** A permission asked for here, one that a subagent asks for through this session, or an ask flow. */
  readonly kind: "permission" | "forwarded" | "ask";
  /** The asker's own id, unique within its kind. */
  readonly id: string;
  /** What a permission is about, for an answer that carries no id; compared and never shown. */
  readonly subject?: string | undefined;
  /** Who asks through this session, not yet sanitised. */
  readonly requester?: string | undefined;
  /** The ask flow's title, not yet sanitised. */
  readonly title?: string | undefined;
}

export interface Answer extends Pick<Question, "kind" | "subject"> {
  readonly id?: string | undefined;
}

/** What a dialog is told of the permissions that wait in it; undefined when none does. */
export interface WaitingPermission {
  readonly requester?: string | undefined;
}

/** A question that is asked again under its old id is the same question. */
export function withQuestion(questions: readonly Question[], asked: Question): readonly Question[] {
  return [...questions.filter(({ kind, id }) => kind !== asked.kind || id !== asked.id), asked];
}

/**
 * What still waits after an answer: by its id where it has one; else by subject, the oldest first;
 * else, where only one of the kind waits, that one (docs/pi.md: a decision has no id, and may have lost its value).
 */
export function withoutAnswered(questions: readonly Question[], answer: Answer): readonly Question[] {
  const candidates = questions.filter(({ kind }) => kind === answer.kind);
  const answered =
    answer.id === undefined
      ? (candidates.find(({ subject }) => subject !== undefined && subject === answer.subject) ?? onlyOne(candidates))
      : candidates.find(({ id }) => id === answer.id);
  return questions.filter((question) => question !== answered);
}

/** The permission that a dialog is about while several wait: the oldest that names its requester, or just one. */
export function waitingPermission(questions: readonly Question[]): WaitingPermission | undefined {
  const permissions = questions.filter(({ kind }) => kind !== "ask");
  const named = permissions.find(({ requester }) => requester !== undefined);
  if (named !== undefined) return { requester: named.requester };
  return permissions.length > 0 ? {} : undefined;
}

/** The title of the oldest ask flow that has one. */
export function askTitle(questions: readonly Question[]): string | undefined {
  return questions.find(({ kind, title }) => kind === "ask" && title !== undefined)?.title;
}

function onlyOne(questions: readonly Question[]): Question | undefined {
  return questions.length === 1 ? questions[0] : undefined;
}
