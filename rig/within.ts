/** For what answers at once when it is well, milliseconds: generous on a busy machine, far below a whole test's limit. */
export const HANG_LIMIT_MS = 10_000;

/**
 * Resolves as `work` does.
 * @param what names in the error what hangs, such as "/new"
 * @throws Error when `work` has not settled after `limitMs`
 */
export async function within<Value>(limitMs: number, what: string, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} hangs: it has not ended after ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
