import type { Environment } from "../../ports/environment.ts";
import type { TmuxSettings } from "../../ports/surroundings.ts";
import { readProgram } from "../programs/program-output.ts";
import { tmuxEnvironment } from "./tmux-environment.ts";
import { tmuxLocation } from "./tmux-location.ts";

const FIELDS = ["version", "focus-events", "monitor-bell", "bell-action", "visual-bell", "window_id", "session_id"];
const CLIENT_FIELDS = ["client_pid", "window_id", "session_id"];

/** Asks tmux once for what `/notify doctor` checks. Never rejects. */
export async function readTmuxSettings(env: Environment, limitMs: number, signal: AbortSignal): Promise<TmuxSettings> {
  const place = tmuxLocation(env);
  if (typeof place === "string") return { kind: place };
  const args = [
    ...["display-message", "-p", "-t", place.pane, format(FIELDS)],
    ...[";", "list-clients", "-F", format(CLIENT_FIELDS)],
  ];
  const output = await readProgram({ program: "tmux", args, env: tmuxEnvironment(env) }, limitMs, signal);
  switch (output.kind) {
    case "text":
      return parseTmuxSettings(output.text);
    case "missing":
      return { kind: "missing" };
    case "stopped":
      return { kind: "hung" };
    case "failed":
      return { kind: "gone" };
  }
}

/** Reads what tmux printed. Of a pane that is gone it prints nothing, and says that all is well. */
export function parseTmuxSettings(text: string): TmuxSettings {
  const [pane = "", ...lines] = text.split("\n");
  const [version = "", focus, monitor, bellAction = "", visualBell = "", windowId, sessionId] = pane.split("|");
  if (!/^@\d+$/.test(windowId ?? "")) return { kind: "no-pane" };
  const clients = lines.map((line) => line.split("|")).filter(([pid = ""]) => /^\d+$/.test(pid));
  const showing = clients.filter(([, window]) => window === windowId);
  const nearest = showing.length > 0 ? showing : clients.filter(([, , session]) => session === sessionId);
  return {
    kind: "answered",
    version,
    focusEvents: isOn(focus),
    monitorBell: isOn(monitor),
    bellAction: wordOf(bellAction, ["none", "any", "current", "other"]),
    visualBell: wordOf(visualBell, ["off", "on", "both"]),
    clientPids: nearest.map(([pid]) => Number(pid)),
  };
}

/** Some versions print a choice by its place among its words. */
function wordOf(value: string, words: readonly string[]): string {
  return words[Number(value)] ?? value;
}

function isOn(value: string | undefined): boolean {
  return value === "1" || value === "on";
}

/** None of these can hold the separator. */
function format(fields: readonly string[]): string {
  return fields.map((field) => `#{${field}}`).join("|");
}
