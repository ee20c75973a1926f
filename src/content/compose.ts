import { basename } from "node:path";
import { inLanguage } from "../messages/define-messages.ts";
import { notificationMessages } from "../messages/notification.messages.ts";
import { EVENT_TABLE, type EventId, type Language } from "../notices/event-table.ts";
import type { Notice } from "../notices/notice.ts";
import type { TmuxReply } from "../ports/tmux-client.ts";
import type { ContentOptions } from "./content-options.ts";
import { cutText } from "./cut.ts";
import { durationText } from "./duration.ts";
import { tmuxIds, tmuxLocation } from "./location.ts";
import type { Message, MessageFields } from "./message.ts";
import { sanitizeText } from "./text.ts";

export { type ContentOptions, DEFAULT_CONTENT } from "./content-options.ts";

/** What Pi and the machine say of the session, as they give it: nothing here is sanitised yet. */
export interface SessionFacts {
  /** Working directory, absolute. */
  readonly cwd: string;
  readonly sessionId: string;
  /** Only when the user gave one. */
  readonly sessionName?: string;
  readonly host: string;
}

export interface ComposeRequest {
  readonly notice: Pick<Notice, "event" | "durationMs" | "promptTitle" | "label" | "isTest">;
  readonly session: SessionFacts;
  readonly tmux: TmuxReply;
  readonly options: ContentOptions;
  readonly language: Language;
  /** The user's own titles by event id; one with nothing visible in it counts as absent. */
  readonly titles: Readonly<Partial<Record<EventId, string>>>;
}

/**
 * Longest name in a line, and longest title, in code points. Project, session name, host and tmux session name
 * at this length still fit together into the 512 code points of an OSC body, so none of them pushes another out.
 */
const NAME_CODE_POINTS = 100;
/** Longest label, prompt title and path, in code points. */
const SENTENCE_CODE_POINTS = 200;
const SESSION_ID_CHARACTERS = 12;

/** Says in words what there is to tell: the title and lines of R19, sanitised and bounded, in their order. */
export function composeMessage({ notice, session, tmux, options, language, titles }: ComposeRequest): Message {
  const say = inLanguage(notificationMessages, language);
  const ofEvent = name(titles[notice.event] ?? "") || EVENT_TABLE[notice.event].titles[language];
  const title = notice.isTest ? say("testTitle") : ofEvent;

  const fields: MessageFields = {
    label: sentence(notice.label ?? ""),
    project: options.project ? name(basename(session.cwd)) : "",
    session: options.session ? name(session.sessionName ?? "") : "",
    host: options.host ? name(session.host) : "",
    location: options.location ? tmuxLocation(tmux, say, NAME_CODE_POINTS) : "",
    duration: options.duration ? durationText(notice.durationMs, say) : "",
  };

  const namedLines: readonly (readonly [name: string, value: string])[] = [
    [say("project"), fields.project],
    [say("session"), fields.session],
    [say("host"), fields.host],
    [say("location"), fields.location],
    [say("duration"), fields.duration],
    [say("promptTitle"), options.promptTitle ? sentence(notice.promptTitle ?? "") : ""],
    [say("path"), options.fullPath ? sentence(session.cwd) : ""],
    [say("tmuxIds"), options.details ? tmuxIds(tmux) : ""],
    [say("piSessionId"), options.details ? shortSessionId(session.sessionId) : ""],
  ];
  const lines = namedLines
    .filter(([, value]) => value !== "")
    .map(([heading, value]) => say("line", { name: heading, value }));
  if (fields.label !== "") lines.unshift(fields.label);
  if (lines[0] === title) lines.shift();

  return { title, lines, fields };
}

function name(text: string): string {
  return cutText(sanitizeText(text), { codePoints: NAME_CODE_POINTS });
}

function sentence(text: string): string {
  return cutText(sanitizeText(text), { codePoints: SENTENCE_CODE_POINTS });
}

/** The first part of Pi's session id. */
function shortSessionId(sessionId: string): string {
  return Array.from(sanitizeText(sessionId)).slice(0, SESSION_ID_CHARACTERS).join("");
}
