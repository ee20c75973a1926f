import { channelHealthMachine } from "../../src/machines/channel-health.machine.ts";
import { deliveryMachine } from "../../src/machines/delivery.machine.ts";
import { noticeMachine } from "../../src/machines/notice.machine.ts";
import { runMachine } from "../../src/machines/run.machine.ts";
import { sessionMachine } from "../../src/machines/session.machine.ts";
import { spanMachine } from "../../src/machines/span.machine.ts";
import { TransitionCoverage } from "../../src/testing/transition-coverage.ts";

/** Counts which transitions of the production machines were taken. */
export function productionCoverage(): TransitionCoverage {
  const inSession = [sessionMachine, runMachine, spanMachine, noticeMachine, deliveryMachine];
  return new TransitionCoverage([...inSession, channelHealthMachine]);
}
