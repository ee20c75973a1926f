import { ASK_COMPLETED, ASK_STARTED } from "./ask-events.ts";
import type { BusChannel } from "./bus-word.ts";
import { FORWARDED_DECISION, PERMISSION_DECISION, PERMISSION_PROMPT } from "./permission-events.ts";
import { SILENT_MARKER } from "./silent-marker.ts";
import { FOREGROUND_COMPLETED, SLASH_RESPONSE, TASK_COMPLETED, TASK_STARTED } from "./subagent-events.ts";

/** Everything of others that we listen to. */
export const BUS_CHANNELS: readonly BusChannel[] = [
  SILENT_MARKER,
  PERMISSION_PROMPT,
  PERMISSION_DECISION,
  FORWARDED_DECISION,
  ASK_STARTED,
  ASK_COMPLETED,
  TASK_STARTED,
  SLASH_RESPONSE,
  TASK_COMPLETED,
  FOREGROUND_COMPLETED,
];
