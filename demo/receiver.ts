import { startHttpReceiver } from "../rig/http-receiver.ts";
import type { HookArrival } from "./arrivals.ts";

/** The local stand-in for a chat service or a phone. */
export interface Receiver extends AsyncDisposable {
  /** Its address, for the webhook channel. */
  readonly hook: string;
  /** What it got, oldest first. */
  readonly arrivals: readonly HookArrival[];
}

export async function openReceiver(): Promise<Receiver> {
  const receiver = await startHttpReceiver();
  return {
    hook: `${receiver.url}/hook`,
    get arrivals() {
      return receiver.requests.map(({ receivedAt, body }) => ({ at: receivedAt, json: body, ...readFields(body) }));
    },
    [Symbol.asyncDispose]: () => receiver.close(),
  };
}

function readFields(body: string): Pick<HookArrival, "id" | "event" | "title"> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return {};
  }
  if (typeof value !== "object" || value === null) return {};
  const fields = Object.entries(value).filter(([, field]) => typeof field === "string");
  const { id, event, title } = Object.fromEntries(fields);
  return { id, event, title };
}
