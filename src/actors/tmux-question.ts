import type { TmuxAnswer, TmuxClientInfo } from "../ports/tmux-client.ts";

type Answered = Extract<TmuxAnswer, { kind: "answered" }>;

/** Numbers, ids and words of tmux itself: none of them can hold the separator. */
const PANE_FIELDS = [
  "session_id",
  "window_id",
  "pane_id",
  "window_index",
  "pane_index",
  "allow-passthrough",
  "window_active_clients",
  "window_active",
  "session_attached",
  "window_zoomed_flag",
  "pane_active",
] as const;

const SEPARATOR = "|";

/**
 * The arguments of one tmux call that tells everything about `pane` and about the clients attached to its session.
 *
 * Session names and terminal types are other people's text, so each stands last in its record, and records are told
 * apart by `nonce`, which nobody can know in advance: no text can pass for another field or another client. (tmux 3.3a
 * shows control characters in names as visible escapes, older ones do not.) A terminal's `TERM` cannot hold the
 * separator, which separates names in terminfo itself.
 */
export function tmuxQuestion(pane: string, nonce: string): string[] {
  const fields = PANE_FIELDS.map((field) => `#{${field}}`).join(SEPARATOR);
  return [
    // UTF-8 whatever the locale; newer versions would print `_` for each byte of a Chinese name without it.
    "-u",
    ...["display-message", "-p", "-t", pane, `${nonce}${fields}${SEPARATOR}#{session_name}${nonce}`],
    ";",
    ...["list-clients", "-t", pane, "-F", `${nonce}#{client_termname}${SEPARATOR}#{client_termtype}`],
  ];
}

/** Reads what tmux printed; `undefined` when it is no answer, such as the empty output for a pane that is gone. */
export function parseTmuxOutput(output: string, nonce: string): TmuxAnswer | undefined {
  const [before, pane, between, ...clients] = output.split(nonce);
  if (before !== "" || pane === undefined || between === undefined || between.trim() !== "") return undefined;
  const parts = pane.split(SEPARATOR);
  if (parts.length <= PANE_FIELDS.length) return undefined;
  const value = (field: (typeof PANE_FIELDS)[number]) => parts[PANE_FIELDS.indexOf(field)] ?? "";
  if (!/^\$\d+$/.test(value("session_id")) || !/^%\d+$/.test(value("pane_id"))) return undefined;
  return {
    kind: "answered",
    sessionName: parts.slice(PANE_FIELDS.length).join(SEPARATOR),
    windowIndex: value("window_index"),
    paneIndex: value("pane_index"),
    sessionId: value("session_id"),
    windowId: value("window_id"),
    paneId: value("pane_id"),
    passthrough: readPassthrough(value("allow-passthrough")),
    paneVisible: isPaneVisible(value),
    clients: clients.map(readClient),
  };
}

/** 3.3 knows a flag, shown as 0 or 1; later versions a choice of three words. */
function readPassthrough(value: string): Answered["passthrough"] {
  switch (value) {
    case "":
      return "no-gate";
    case "1":
    case "on":
      return "on";
    case "2":
    case "all":
      return "all";
    default:
      return "off";
  }
}

function isPaneVisible(value: (field: (typeof PANE_FIELDS)[number]) => string): boolean {
  if (value("window_zoomed_flag") === "1" && value("pane_active") !== "1") return false;
  const clients = value("window_active_clients");
  if (clients !== "") return Number(clients) > 0;
  // Before tmux 3.1: the session's current window, with somebody attached to the session.
  return value("window_active") === "1" && Number(value("session_attached")) > 0;
}

function readClient(record: string): TmuxClientInfo {
  const line = record.replace(/\n$/, "");
  const at = line.indexOf(SEPARATOR);
  return { termName: line.slice(0, at), termType: line.slice(at + 1) };
}
