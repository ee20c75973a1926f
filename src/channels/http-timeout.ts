import * as z from "zod/mini";

const DEFAULT_TIMEOUT_MS = 5000;
const MAX_TIMEOUT_MS = 60_000;

/** `timeoutMs` of a channel that makes a request: from connecting to the last byte of the reply, milliseconds. */
export const httpTimeoutSchema = z._default(z.int().check(z.minimum(1), z.maximum(MAX_TIMEOUT_MS)), DEFAULT_TIMEOUT_MS);
