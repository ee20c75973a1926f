import { type EventObject, enqueueActions, type MachineContext } from "xstate";
import { isRecord } from "./chart-path.ts";

/** How an action is changed that enqueues others: in what it is told, or in what becomes of its orders. */
export interface ActionAlteration<Context> {
  /** The context that the action sees. */
  readonly context?: (context: Context) => Context;
  /** What it emits instead; undefined drops the event. */
  readonly emits?: (event: EventObject) => EventObject | undefined;
  /** What it assigns instead. */
  readonly assigns?: (assigned: Properties) => Properties;
  /** The input that it gives a new child instead. */
  readonly spawns?: (input: Properties, context: Context) => Properties;
}

type Properties = Readonly<Record<string, unknown>>;

type Collect = Parameters<typeof enqueueActions<MachineContext, EventObject, undefined>>[0];

/**
 * The same action, altered. XState keeps the function that was given to `enqueueActions` as the action's `collect`.
 *
 * @throws Error when the action is not made by `enqueueActions`
 */
export function alterAction(action: unknown, { context, emits, assigns, spawns }: ActionAlteration<MachineContext>) {
  if (typeof action !== "function" || !("collect" in action) || typeof action.collect !== "function") {
    throw new Error("the action is not made by enqueueActions");
  }
  const collect = action.collect as Collect;
  return enqueueActions<MachineContext, EventObject, undefined>((args, params) => {
    const enqueue: typeof args.enqueue = Object.assign(
      (order: Parameters<typeof args.enqueue>[0]) => args.enqueue(order),
      args.enqueue,
    );
    if (emits !== undefined) {
      enqueue.emit = (event) => {
        const other = typeof event === "function" ? event : emits(event);
        if (other !== undefined) args.enqueue.emit(other);
      };
    }
    if (assigns !== undefined) {
      enqueue.assign = (assigned) => args.enqueue.assign(isRecord(assigned) ? assigns(assigned) : assigned);
    }
    if (spawns !== undefined) {
      enqueue.spawnChild = (source, options) => {
        const input: unknown = options?.input;
        args.enqueue.spawnChild(source, isRecord(input) ? { ...options, input: spawns(input, args.context) } : options);
      };
    }
    collect({ ...args, enqueue, context: context?.(args.context) ?? args.context }, params);
  });
}
