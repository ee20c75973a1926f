import { fromPromise } from "xstate";
import type { AttemptInput, PrepareInput, PrepareOutput } from "../../src/machines/delivery.machine.ts";
import type { AttemptResult } from "../../src/notices/outcome.ts";

export interface ControlledCall<Input, Output> {
  readonly input: Input;
  readonly signal: AbortSignal;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

/** Prepare and attempt actors whose every answer the test gives by hand. */
export function controlledDeliveries() {
  const prepares: ControlledCall<PrepareInput, PrepareOutput>[] = [];
  const attempts: ControlledCall<AttemptInput, AttemptResult>[] = [];
  return {
    prepares,
    attempts,
    /** The channels attempted so far, in order. */
    attempted: () => attempts.map((call) => call.input.channelId),
    actors: {
      prepareDelivery: controlled(prepares),
      attemptDelivery: controlled(attempts),
    },
  };
}

function controlled<Output, Input>(calls: ControlledCall<Input, Output>[]) {
  return fromPromise<Output, Input>(({ input, signal }) => {
    return new Promise<Output>((resolve, reject) => calls.push({ input, signal, resolve, reject }));
  });
}

/** Lets every promise that is already settled take effect. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
