import { channelHealthMachine } from "../../src/machines/channel-health.machine.ts";
import { deliveryMachine } from "../../src/machines/delivery.machine.ts";
import { noticeMachine } from "../../src/machines/notice.machine.ts";
import { runMachine } from "../../src/machines/run.machine.ts";
import { sessionMachine } from "../../src/machines/session.machine.ts";
import { spanMachine } from "../../src/machines/span.machine.ts";

/** In the order in which the page shows them: from the outside in. */
export const PRODUCTION_MACHINES = [
  sessionMachine,
  runMachine,
  spanMachine,
  noticeMachine,
  deliveryMachine,
  channelHealthMachine,
] as const;
