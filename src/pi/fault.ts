import type { sessionMessages } from "../messages/session.messages.ts";
import { errorCodeOf } from "../ports/unknown-value.ts";

/** Why a session, or one command, does not work; the ids of the sentences that say so. */
export type Fault = Extract<keyof typeof sessionMessages, "updated" | "notLoaded" | "configNotRead" | "notStarted">;

/** Thrown to a command that needs what is not there. */
export class SessionFault extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}

/** Loads a part that Pi's start leaves out. @throws SessionFault */
export async function loadPart<Part extends object>(load: () => Promise<Part>): Promise<Part> {
  try {
    const part = await load();
    // A full disk leaves an empty file behind, which is a module as well.
    if (Object.keys(part).length === 0) throw new Error("nothing in it");
    return part;
  } catch (error) {
    throw new SessionFault(isFileMissing(error) ? "updated" : "notLoaded");
  }
}

/**
 * Whether an import failed because a file of ours is not there any more: its name changes with its content, so an
 * update under a running Pi replaces it. A missing package is named without a path, and is another fault.
 */
function isFileMissing(error: unknown): boolean {
  const code = errorCodeOf(error);
  if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") return false;
  return error instanceof Error && /^Cannot find module '(?:[./\\]|file:|[A-Za-z]:)/.test(error.message);
}

/** The fault behind an error: its own, or the one that this stage has otherwise. */
export function faultOf(error: unknown, otherwise: Fault): Fault {
  return error instanceof SessionFault ? error.fault : otherwise;
}

export function levelOf(fault: Fault): "warning" | "error" {
  return fault === "updated" ? "warning" : "error";
}
