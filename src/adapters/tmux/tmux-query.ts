import type { AttachedTmuxClient, TmuxReply } from "../../ports/tmux-client.ts";

type Answered = Extract<TmuxReply, { kind: "answered" }>;

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

/** What each client shows: the window in front of it, in its own session. */
const CLIENT_FIELDS = [
  "client_termname",
  "window_id",
  "session_id",
  "window_index",
  "client_control_mode",
  "client_flags",
  "client_tty",
] as const;

const SEPARATOR = "|";

/**
 * The arguments of one tmux call that tells everything about `pane` and about all attached clients.
 *
 * Session names and terminal types are other people's text, so each stands last in its record, and records are told
 * apart by `nonce`, which is not known in advance: no text can pass for another field or another client. (tmux 3.3a
 * shows control characters in names as visible escapes, older ones do not.) A terminal's `TERM` cannot hold the
 * separator, which separates names in terminfo itself.
 */
export function tmuxQuery(pane: string, nonce: string): string[] {
  return [
    // UTF-8 whatever the locale; newer versions would print `_` for each byte of a Chinese name without it.
    "-u",
    ...["display-message", "-p", "-t", pane, `${nonce}${record(PANE_FIELDS)}${nonce}`],
    ";",
    ...["list-clients", "-F", `${nonce}${record(CLIENT_FIELDS)}${nonce}#{client_termtype}`],
  ];
}

/** The fields, and the session's name as the last of them. */
function record(fields: readonly string[]): string {
  return [...fields, "session_name"].map((field) => `#{${field}}`).join(SEPARATOR);
}

/**
 * Reads what tmux printed; `undefined` when it is no answer. For a pane that it does not have it prints empty fields, or
 * nothing but its clients, and ends well: then the variables are left over from elsewhere, and this is outside.
 */
export function parseTmuxOutput(output: string, nonce: string): TmuxReply | undefined {
  if (output.trim() === "" || isOfNoPane(output, nonce)) return { kind: "outside" };
  const [before, pane, between, ...rest] = output.split(nonce);
  if (before !== "" || pane === undefined || between === undefined || between.trim() !== "") return undefined;
  const parts = pane.split(SEPARATOR);
  if (parts.length <= PANE_FIELDS.length) return undefined;
  const value = (field: (typeof PANE_FIELDS)[number]) => parts[PANE_FIELDS.indexOf(field)] ?? "";
  if (!/^\$\d+$/.test(value("session_id")) || !/^%\d+$/.test(value("pane_id"))) return undefined;
  const own: Session = {
    sessionId: value("session_id"),
    sessionName: parts.slice(PANE_FIELDS.length).join(SEPARATOR),
    windowIndex: value("window_index"),
  };
  const all = readClients(rest);
  const ordinary = all.filter(({ isControl }) => !isControl);
  const { session, clients } = chooseClients(own, value("window_id"), ordinary);
  return {
    kind: "answered",
    ...session,
    paneIndex: value("pane_index"),
    windowId: value("window_id"),
    paneId: value("pane_id"),
    passthrough: readPassthrough(value("allow-passthrough")),
    paneVisible: isPaneVisible(value),
    ...(all.some((client) => drawsItself(client) && client.sessionId === session.sessionId) && { isControlled: true }),
    clients: clients.map(({ termType, termName }) => ({ termType, termName })),
    everyClient: ordinary.flatMap(({ termType, termName, tty, windowId }) =>
      tty === "" ? [] : [{ termType, termName, tty, showsWindow: windowId === value("window_id") }],
    ),
  };
}

function drawsItself({ isControl, isMute }: Client): boolean {
  return isControl && !isMute;
}

/** Without a pane its record has no session, with which it would begin, but may still tell the options. */
function isOfNoPane(output: string, nonce: string): boolean {
  const [before, first, end] = output.split(nonce);
  return before === "" && end !== undefined && first?.startsWith("$") === false;
}

type Session = Pick<Answered, "sessionId" | "sessionName" | "windowIndex">;

interface Client extends Omit<AttachedTmuxClient, "showsWindow">, Session {
  /** Another program draws the windows, such as iTerm2 for `tmux -CC`. */
  readonly isControl: boolean;
  /** It asked for no output (`-f no-output`), so it draws nothing. Older versions than 3.2 know no such flag. */
  readonly isMute: boolean;
  /** The window that it shows. */
  readonly windowId: string;
}

/**
 * A window may be linked into several sessions, and tmux answers for the one used last. Whoever shows the window sees
 * the notice: their terminals count, and the location is told as they see it. Where no client shows it, tmux's own answer counts.
 */
function chooseClients(own: Session, windowId: string, all: readonly Client[]) {
  const showing = all.filter((client) => client.windowId === windowId);
  const [first] = showing;
  if (first === undefined) {
    return { session: own, clients: all.filter(({ sessionId }) => sessionId === own.sessionId) };
  }
  const { sessionId, sessionName, windowIndex } = showing.find((client) => client.sessionId === own.sessionId) ?? first;
  return { session: { sessionId, sessionName, windowIndex }, clients: showing };
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

/** Each client is two parts: its record, then the terminal's own word and the end of the line. */
function readClients(parts: readonly string[]): Client[] {
  const clients: Client[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const record = (parts[at] ?? "").split(SEPARATOR);
    const [
      termName = "",
      windowId = "",
      sessionId = "",
      windowIndex = "",
      control = "",
      flags = "",
      tty = "",
      ...name
    ] = record;
    clients.push({
      termName,
      termType: (parts[at + 1] ?? "").replace(/\n$/, ""),
      windowId,
      sessionId,
      windowIndex,
      isControl: control === "1",
      isMute: flags.split(",").includes("no-output"),
      tty,
      sessionName: name.join(SEPARATOR),
    });
  }
  return clients;
}
