import { backgroundMachine } from "../../src/machines/background.machine.ts";
import { channelHealthMachine } from "../../src/machines/channel-health.machine.ts";
import { deliveryMachine } from "../../src/machines/delivery.machine.ts";
import { noticeMachine } from "../../src/machines/notice.machine.ts";
import { runMachine } from "../../src/machines/run.machine.ts";
import { sessionMachine } from "../../src/machines/session.machine.ts";
import { spanMachine } from "../../src/machines/span.machine.ts";
import { TransitionCoverage } from "../../src/testing/transition-coverage.ts";

/** Counts which transitions of the production machines were taken. */
export function productionCoverage(): TransitionCoverage {
  return new TransitionCoverage([
    sessionMachine,
    runMachine,
    spanMachine,
    noticeMachine,
    deliveryMachine,
    backgroundMachine,
    channelHealthMachine,
  ]);
}
