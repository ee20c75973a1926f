import * as z from "zod/mini";

/** Turns a function that names a problem into a check; no message quotes a value (R15). */
export function holds<T>(problemOf: (value: T) => string | undefined) {
  return z.check<T>((payload) => {
    const message = problemOf(payload.value);
    if (message !== undefined) payload.issues.push({ code: "custom", input: payload.value, message });
  });
}
