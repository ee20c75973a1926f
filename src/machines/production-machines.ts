import type { AnyStateMachine } from "xstate";
import { BACKGROUND_PARTS } from "./background.descriptions.ts";
import { backgroundMachine } from "./background.machine.ts";
import { CHANNEL_HEALTH_PARTS } from "./channel-health.descriptions.ts";
import { channelHealthMachine } from "./channel-health.machine.ts";
import { DELIVERY_PARTS } from "./delivery.descriptions.ts";
import { deliveryMachine } from "./delivery.machine.ts";
import { NOTICE_PARTS } from "./notice.descriptions.ts";
import { noticeMachine } from "./notice.machine.ts";
import { RUN_PARTS } from "./run.descriptions.ts";
import { runMachine } from "./run.machine.ts";
import { SESSION_PARTS } from "./session.descriptions.ts";
import { sessionMachine } from "./session.machine.ts";
import { SPAN_PARTS } from "./span.descriptions.ts";
import { spanMachine } from "./span.machine.ts";

export interface ProductionMachine {
  readonly machine: AnyStateMachine;
  /** One sentence for each of its named parts. */
  readonly parts: Readonly<Record<"guards" | "actions" | "delays", Readonly<Record<string, string>>>>;
}

/** Every machine, from the outside in. */
export const PRODUCTION_MACHINES: readonly ProductionMachine[] = [
  { machine: sessionMachine, parts: SESSION_PARTS },
  { machine: runMachine, parts: RUN_PARTS },
  { machine: spanMachine, parts: SPAN_PARTS },
  { machine: noticeMachine, parts: NOTICE_PARTS },
  { machine: deliveryMachine, parts: DELIVERY_PARTS },
  { machine: backgroundMachine, parts: BACKGROUND_PARTS },
  { machine: channelHealthMachine, parts: CHANNEL_HEALTH_PARTS },
];
