import type { InspectionEvent } from "xstate";
import { inLanguage } from "../messages/define-messages.ts";
import { inspectorMessages } from "../messages/inspector.messages.ts";
import type { Language } from "../notices/event-table.ts";
import type { Environment } from "../ports/environment.ts";
import type { InspectorConnection } from "./connect-inspector.ts";
import { type ReducedInspection, reducedInspection } from "./reduced-inspection.ts";

/** On which Stately's own relay listens unless it is told otherwise. */
const DEFAULT_PORT = 8_080;

/** How many events wait for the connection; what is older is not sent. */
const WAITING_EVENTS = 1_000;

export interface LateInspector {
  /** For `createActor(logic, { inspect })`. Never throws. */
  readonly inspect: (event: InspectionEvent) => void;
  readonly end: () => void;
}

export interface LateInspectorOptions {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Shows a line when there is no connection, or none any more. */
  readonly tell: (text: string, level: "info" | "warning") => void;
  readonly language: Language;
  /** Tests pass another module than the real one. */
  readonly load?: () => Promise<typeof import("./connect-inspector.ts")>;
}

/** @returns undefined unless `PI_NOTIFY_INSPECT` is `1` or a port */
export function inspectorPort({ PI_NOTIFY_INSPECT: wanted }: Environment): number | undefined {
  if (wanted === undefined || !/^[1-9]\d{0,4}$/.test(wanted)) return undefined;
  const port = Number(wanted);
  if (port > 65_535) return undefined;
  return port === 1 ? DEFAULT_PORT : port;
}

/** Tells Stately's inspector what the actors do, from the first event on, although it is only being loaded by then. */
export function inspectLate(options: LateInspectorOptions): LateInspector {
  const { port, tell, language, load = () => import("./connect-inspector.ts") } = options;
  let waiting: ReducedInspection[] = [];
  let connection: InspectorConnection | undefined;
  let isOver = false;
  const giveUp = (text: string) => {
    waiting = [];
    if (isOver) return;
    isOver = true;
    tell(text, "warning");
  };
  const connecting = load()
    .then(({ connectInspector }) => connectInspector({ port, language, onLost: giveUp }))
    .then((connected) => {
      connection = connected;
      for (const event of waiting.splice(0)) connection.send(event);
    })
    .catch(() => giveUp(inLanguage(inspectorMessages, language)("notInstalled")));
  return {
    inspect(event) {
      if (isOver) return;
      try {
        const reduced = reducedInspection(event);
        if (reduced === undefined) return;
        if (connection !== undefined) connection.send(reduced);
        else if (waiting.push(reduced) > WAITING_EVENTS) waiting.shift();
      } catch {
        // A picture with a gap is better than a notice that was not made.
      }
    },
    end() {
      void connecting.then(() => {
        isOver = true;
        connection?.end();
      });
    },
  };
}
