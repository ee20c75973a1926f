import { backgroundMachine } from "../machines/background.machine.ts";
import { channelHealthMachine } from "../machines/channel-health.machine.ts";
import { deliveryMachine } from "../machines/delivery.machine.ts";
import { noticeMachine } from "../machines/notice.machine.ts";
import { runMachine } from "../machines/run.machine.ts";
import { sessionMachine } from "../machines/session.machine.ts";
import { spanMachine } from "../machines/span.machine.ts";

type DeliveryActors = Required<NonNullable<Parameters<typeof deliveryMachine.provide>[0]["actors"]>>;

/** The session machine and every machine under it, not yet bound to each other. */
export interface SessionMachines {
  readonly delivery: typeof deliveryMachine;
  readonly notice: typeof noticeMachine;
  readonly run: typeof runMachine;
  readonly span: typeof spanMachine;
  readonly background: typeof backgroundMachine;
  readonly channelHealth: typeof channelHealthMachine;
  readonly session: typeof sessionMachine;
}

export const SESSION_MACHINES: SessionMachines = {
  delivery: deliveryMachine,
  notice: noticeMachine,
  run: runMachine,
  span: spanMachine,
  background: backgroundMachine,
  channelHealth: channelHealthMachine,
  session: sessionMachine,
};

/** The session machine with everything under it bound to the given side effects. */
export function provideSessionMachine(
  actors: DeliveryActors,
  machines: SessionMachines = SESSION_MACHINES,
): typeof sessionMachine {
  const notice = machines.notice.provide({ actors: { delivery: machines.delivery.provide({ actors }) } });
  return machines.session.provide({
    actors: {
      notice,
      run: machines.run.provide({ actors: { notice } }),
      span: machines.span.provide({ actors: { notice } }),
      background: machines.background,
      channelHealth: machines.channelHealth,
    },
  });
}
