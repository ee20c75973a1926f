/** What only `PI_NOTIFY_INSPECT` needs; it imports `@statelyai/inspect`, which may not be installed. */
export { connectInspector } from "./inspector/connect-inspector.ts";
