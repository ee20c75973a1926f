import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function deploy(pi: ExtensionAPI): void {
  pi.registerTool({
    name: "deploy",
    label: "Deploy",
    description: "Deploys the current branch, if the user agrees.",
    parameters: { type: "object", properties: {} },
    async execute(_id, _args, signal, _update, ctx) {
      const agreed = await ctx.ui.confirm("Deploy to production?", "All checks have passed.", { signal });
      return { content: [{ type: "text", text: agreed ? "deployed" : "left as it is" }], details: {} };
    },
  });
}
