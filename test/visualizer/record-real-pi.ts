/**
 * `node test/visualizer/record-real-pi.ts`: has the real Pi live through what the viewer's tests and pictures show,
 * and keeps the trace that its `/notify export` writes as `traces/real-pi.json`. After `npm run build`.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { everywhere, startToldPi } from "../../rig/told-pi.ts";
import { toolCalls } from "../../src/testing/model-answers.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";

await using scratch = makeScratchFolder();
await using told = await startToldPi({ cols: 180, rows: 60 });
const { pi, hook } = told;
// A dialog that is told, with a webhook that fails; then the run settles.
hook.answerWith({ kind: "reply", status: 500 });
pi.model.answer(toolCalls({ name: "ask_user", args: { title: "Deploy?" } }));
await pi.prompt("ask me");
await told.waitForTold(everywhere("input-required"));
await pi.keys("Enter");
await told.waitForTold(everywhere("input-required", "agent-completed"));
// A run that is stopped makes no notice.
const hanging = pi.model.hold();
await pi.prompt("work");
await hanging.reached();
await pi.keys("Escape");
await pi.waitForEvent("agent_settled", 2);
// A webhook that works again.
hook.answerWith({ kind: "reply", status: 200 });
await pi.prompt("once more");
await told.waitForTold(everywhere("input-required", "agent-completed", "agent-completed"));
await told.tellTest();

const file = join(scratch.path, "trace.json");
await pi.prompt(`/notify export ${file}`);
await waitUntil("the file", () => existsSync(file) && readFileSync(file, "utf8").endsWith("}\n"));
writeFileSync(fileURLToPath(new URL("../../rig/traces/real-pi.json", import.meta.url)), readFileSync(file));
