export interface HandledPromise<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: Error) => void;
}

/** A promise that is settled from outside. A rejection counts as handled: an unhandled one would end Pi. */
export function handledPromise<Value>(): HandledPromise<Value> {
  let settle: Pick<HandledPromise<Value>, "resolve" | "reject"> | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  promise.catch(() => {});
  return { promise, resolve: (value) => settle?.resolve(value), reject: (error) => settle?.reject(error) };
}
