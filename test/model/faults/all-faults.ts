import { ATTEMPT_FAULTS } from "./attempts.ts";
import { BACKGROUND_FAULTS } from "./background.ts";
import { CHANNEL_HEALTH_FAULTS } from "./channel-health.ts";
import { DIALOG_FAULTS } from "./dialogs.ts";
import { HERDR_FAULTS } from "./herdr.ts";
import { HOLDING_FAULTS } from "./holding.ts";
import { NOTICE_FAULTS } from "./notices.ts";
import { QUESTION_FAULTS } from "./questions.ts";
import { RUN_FAULTS } from "./runs.ts";
import type { SeededFault } from "./seeded-fault.ts";
import { SILENT_DIALOG_FAULTS } from "./silent-dialogs.ts";
import { END_FAULTS } from "./the-end.ts";

/** The model suite has to find every one of these mistakes, with no other test to help it. */
export const SEEDED_FAULTS: readonly SeededFault[] = [
  ...HOLDING_FAULTS,
  ...ATTEMPT_FAULTS,
  ...RUN_FAULTS,
  ...DIALOG_FAULTS,
  ...SILENT_DIALOG_FAULTS,
  ...QUESTION_FAULTS,
  ...HERDR_FAULTS,
  ...BACKGROUND_FAULTS,
  ...CHANNEL_HEALTH_FAULTS,
  ...NOTICE_FAULTS,
  ...END_FAULTS,
];
