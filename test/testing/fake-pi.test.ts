import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { describe, expect, it } from "vitest";
import { FakePi } from "../../src/testing/fake-pi.ts";
import { text, toolCalls } from "../../src/testing/model-answers.ts";
import { piScenarios } from "../../src/testing/pi-scenarios.ts";

/** A fake Pi with an extension that writes down what it sees. */
async function start(extend: (pi: ExtensionAPI) => void = () => {}, mode: FakePi["mode"] = "tui") {
  const pi = new FakePi({ mode });
  const seen: string[] = [];
  const contexts: ExtensionContext[] = [];
  await pi.load((api) => {
    api.on("session_start", (_event, ctx) => void contexts.push(ctx));
    api.on("agent_settled", ({ aborted }) => void seen.push(`settled ${aborted}`));
    api.on("ui_prompt_start", ({ kind, title }) => void seen.push(`open ${kind} ${title}`));
    api.on("ui_prompt_end", ({ kind, title }) => void seen.push(`closed ${kind} ${title}`));
    api.on("tool_result", ({ toolName, content, isError }) => {
      seen.push(`${toolName} ${isError ? "failed" : "said"} ${content.map((part) => "text" in part && part.text)}`);
    });
    extend(api);
  });
  await pi.start();
  return { pi, seen, ctx: () => contexts.at(-1) };
}

/** A tool that does something with `ctx` and answers with what comes of it. */
function tool(pi: ExtensionAPI, name: string, act: (ctx: ExtensionContext, signal?: AbortSignal) => Promise<unknown>) {
  pi.registerTool({
    name,
    label: name,
    description: name,
    parameters: { type: "object" },
    execute: async (_id, _args, signal, _update, ctx) => {
      return { content: [{ type: "text", text: JSON.stringify(await act(ctx, signal)) ?? "nothing" }], details: {} };
    },
  });
}

describe("dialogs on the fake Pi", () => {
  it.each<[string, (ctx: ExtensionContext) => Promise<unknown>, unknown, string, string]>([
    ["confirm", (ctx) => ctx.ui.confirm("Q", "m"), true, "true", "false"],
    ["select", (ctx) => ctx.ui.select("Q", ["a", "b"]), "b", '"b"', "nothing"],
    ["input", (ctx) => ctx.ui.input("Q", "…"), "typed", '"typed"', "nothing"],
    ["editor", (ctx) => ctx.ui.editor("Q", "before"), "after", '"after"', "nothing"],
  ])("%s is answered, or dismissed by Escape", async (kind, ask, value, answered, dismissed) => {
    const { pi, seen } = await start((api) => tool(api, "ask", ask));
    const run = async (act: (pi: FakePi) => unknown) => {
      pi.model.answer(toolCalls({ name: "ask", args: {} }));
      const over = pi.prompt("work");
      expect((await pi.waitForDialog("Q")).kind).toBe(kind);
      await act(pi);
      await over;
      return seen.splice(0);
    };
    const span = [`open ${kind} Q`, `closed ${kind} Q`];
    expect(await run(({ dialogs }) => dialogs[0]?.answer(value))).toEqual([
      ...span,
      `ask said ${answered}`,
      "settled false",
    ]);
    expect(await run((it) => it.escape())).toEqual([...span, `ask said ${dismissed}`, "settled false"]);
  });

  it("two in a row are two spans, though nothing lies between", async () => {
    const twice = async (ctx: ExtensionContext) => [await ctx.ui.confirm("1", ""), await ctx.ui.confirm("2", "")];
    const { pi, seen } = await start((api) => tool(api, "ask", twice));
    pi.model.answer(toolCalls({ name: "ask", args: {} }));
    const run = pi.prompt("work");
    (await pi.waitForDialog("1")).answer(true);
    (await pi.waitForDialog("2")).answer(false);
    await run;
    expect(seen.slice(0, 4)).toEqual(["open confirm 1", "closed confirm 1", "open confirm 2", "closed confirm 2"]);
    expect(seen[4]).toBe("ask said [true,false]");
  });

  it.each(["print", "json"] as const)("are dismissed at once in %s mode, and nobody is told", async (mode) => {
    const { pi, seen } = await start((api) => tool(api, "ask", (ctx) => ctx.ui.confirm("Q", "m")), mode);
    pi.model.answer(toolCalls({ name: "ask", args: {} }));
    await pi.prompt("work");
    expect(seen).toEqual(["ask said false", "settled false"]);
  });

  it("one that never opens is said to have not, with the errors so far", async () => {
    const { pi } = await start((api) => api.on("input", () => Promise.reject(new Error("broken"))));
    await pi.prompt("work");
    await expect(pi.waitForDialog("Q", 50)).rejects.toThrow('a dialog "Q"; open: none; errors: Error: broken');
  });
});

describe("tools on the fake Pi", () => {
  it("one that throws, one that an extension blocks, and Pi's own, which do nothing", async () => {
    const { pi, seen } = await start((api) => {
      tool(api, "broken", () => Promise.reject(new Error("no network")));
      api.on("tool_call", ({ toolName }) => (toolName === "write" ? { block: true, reason: "not today" } : undefined));
    });
    const args = {};
    pi.model.answer(toolCalls({ name: "broken", args }, { name: "write", args }, { name: "bash", args }));
    await pi.prompt("work");
    expect(seen.toSorted()).toEqual([
      "bash said ",
      "broken failed no network",
      "settled false",
      "write failed not today",
    ]);
  });

  it("one that nobody has registered fails the prompt", async () => {
    const { pi } = await start();
    pi.model.answer(toolCalls({ name: "deplyo", args: {} }));
    await expect(pi.prompt("work")).rejects.toThrow("no extension has registered a tool deplyo");
  });
});

describe("sessions on the fake Pi", () => {
  it("a context throws once its session has ended", async () => {
    const { pi, ctx } = await start();
    const old = ctx();
    await pi.newSession();
    expect(() => old?.ui).toThrow("stale");
    expect(ctx()?.mode).toBe("tui");
    expect(pi.staleUses).toBe(1);
  });

  it("a reload is refused while it works", async () => {
    const { pi } = await start();
    const held = pi.model.hold();
    const run = pi.prompt("work");
    await held.reached();
    await expect(pi.prompt("/reload")).rejects.toThrow("refuses /reload");
    held.release(text("done"));
    await run;
    await pi.reload();
  });

  it("what it does not have fails by name", async () => {
    const { pi } = await start((api) => api.on("input", (_event, ctx) => void ctx.modelRegistry));
    await pi.prompt("work");
    expect(pi.errors.map(String)).toEqual(["Error: the fake Pi has no ctx.modelRegistry"]);
  });

  it("the scenario of print mode is refused in another", async () => {
    await expect(piScenarios.print(new FakePi())).rejects.toThrow(TypeError);
  });
});
