/** What a trace file says of itself (R41). Apart from the schema, so that recording does not load zod. */
export const TRACE_FORMAT = "pi-notify-trace";

/** Grows when a field changes its meaning or goes; a new optional field leaves it as it is. */
export const TRACE_VERSION = 1;
