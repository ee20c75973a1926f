import { it } from "vitest";
import { startToldPi, command } from "../told-pi.ts";
import { text } from "../../rig/scripted-model.ts";

it("try", async () => {
  await using told = await startToldPi({ cols: 160 });
  const { pi } = told;
  await pi.prompt("hi");
  await told.waitForTerminal("Pi finished the task", "BEL");
  await told.hook.waitForRequests(1);
  const held = pi.model.hold();
  await pi.prompt("work");
  await held.reached();
  await told.tellTest();
  console.log(await pi.screen());
  held.release(text("ok"));
  await pi.waitForEvent("agent_settled", 2);
  await pi.prompt(command("status"));
  await pi.waitForScreen(/hook: .*last/);
  console.log(await pi.screen());
  const t0 = performance.now();
  await pi.quit();
  console.log("quit", performance.now() - t0);
  console.log(await told.finish());
  console.log(pi.eventNames());
});
