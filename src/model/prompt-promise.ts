export interface PromptPromise<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/**
 * A promise whose listeners are called at once when it is answered, not one microtask later.
 * XState's own `fromPromise` runs on it unchanged, and a search can replay many thousand sequences
 * without giving way to the event loop after every event.
 */
export function promptPromise<Value>(): PromptPromise<Value> {
  const listeners: { onValue: (value: Value) => void; onError: (error: unknown) => void }[] = [];
  const promise = new Promise<Value>(() => {});
  const subscribe = (onValue: (value: Value) => void, onError: (error: unknown) => void) => {
    listeners.push({ onValue, onError });
    return promise;
  };
  // `Promise.resolve` hands a real promise through as it is, and so this `then` is the one that is called.
  // biome-ignore lint/suspicious/noThenProperty: that is the point
  // biome-ignore lint/nursery/noFloatingPromises: defining a property starts nothing
  Object.defineProperty(promise, "then", { value: subscribe });
  return {
    promise,
    resolve: (value) => {
      for (const { onValue } of listeners.splice(0)) onValue(value);
    },
    reject: (error) => {
      for (const { onError } of listeners.splice(0)) onError(error);
    },
  };
}
