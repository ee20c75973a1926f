/**
 * Whatever the fake does not have fails by name, instead of being `undefined` somewhere further on.
 * Symbols and `then` are what the language itself asks for.
 */
export function failOnUnknown<T extends object>(whole: T, name: string): T {
  return new Proxy(whole, {
    get(target, key, receiver) {
      if (typeof key === "symbol" || key === "then" || key in target) return Reflect.get(target, key, receiver);
      throw new Error(`the fake Pi has no ${name}.${key}`);
    },
  });
}
