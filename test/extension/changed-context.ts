import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

type Members = Readonly<Record<string, unknown>>;

/** Members that replace Pi's own; `undefined` stands for one that this Pi does not have. */
export interface ContextChange {
  readonly ctx?: Members;
  readonly ui?: Members;
}

/** The same Pi, but the contexts that it gives to event handlers have these members. */
export function changeContext(pi: ExtensionAPI, { ctx: own = {}, ui = {} }: ContextChange): ExtensionAPI {
  const changed = (ctx: ExtensionContext) =>
    new Proxy(ctx, {
      get: (target, key) => {
        if (key === "ui") return instead(target.ui, ui);
        return typeof key === "string" && key in own ? own[key] : Reflect.get(target, key, target);
      },
    });
  const on = (type: string, handler: (event: unknown, ctx: ExtensionContext) => unknown) =>
    (pi.on as (type: string, handler: unknown) => void)(type, (event: unknown, ctx: ExtensionContext) =>
      handler(event, changed(ctx)),
    );
  return instead(pi, { on });
}

/** The same object with these members in place of its own. */
export function instead<Target extends object>(target: Target, members: Members): Target {
  return new Proxy(target, {
    get: (real, key) => (typeof key === "string" && key in members ? members[key] : Reflect.get(real, key, real)),
  });
}
