/**
 * The parts of undici 8.13.1 that the HTTP client loads one by one. undici's own entry point is not used: evaluating it
 * replaces the dispatchers that `globalThis.fetch` uses when Pi carries another undici, and it takes twice as long.
 */
declare module "undici/lib/dispatcher/dispatcher.js" {
  import { Dispatcher } from "undici";
  export default Dispatcher;
}
declare module "undici/lib/dispatcher/client.js" {
  import { Client } from "undici";
  export default Client;
}
declare module "undici/lib/dispatcher/pool.js" {
  import { Pool } from "undici";
  export default Pool;
}
declare module "undici/lib/dispatcher/env-http-proxy-agent.js" {
  import { EnvHttpProxyAgent } from "undici";
  export default EnvHttpProxyAgent;
}
declare module "undici/lib/core/connect.js" {
  import { buildConnector } from "undici";
  export default buildConnector;
}
declare module "undici/lib/api/index.js" {
  import type { Dispatcher } from "undici";

  const api: Pick<Dispatcher, "request" | "stream" | "pipeline" | "upgrade" | "connect">;
  export default api;
}
