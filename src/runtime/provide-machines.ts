import { deliveryMachine } from "../machines/delivery.machine.ts";
import { noticeMachine } from "../machines/notice.machine.ts";
import { runMachine } from "../machines/run.machine.ts";
import { sessionMachine } from "../machines/session.machine.ts";
import { spanMachine } from "../machines/span.machine.ts";

type DeliveryActors = NonNullable<Parameters<typeof deliveryMachine.provide>[0]["actors"]>;

/** The session machine with everything under it bound to the given side effects. */
export function provideSessionMachine(actors: Required<DeliveryActors>): typeof sessionMachine {
  const notice = noticeMachine.provide({ actors: { delivery: deliveryMachine.provide({ actors }) } });
  return sessionMachine.provide({
    actors: {
      notice,
      run: runMachine.provide({ actors: { notice } }),
      span: spanMachine.provide({ actors: { notice } }),
    },
  });
}
